import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createCluster } from '../../src/index.js'
import { diffLines, foldAlike } from '../../src/inspector/model/line-diff.js'
import { ownedPaths } from '../../src/inspector/model/owned-paths.js'
import { lineText, yamlLines } from '../../src/inspector/model/yaml-lines.js'

test('lines of YAML parse to the value they were written from', () => {
  const value = {
    text: 'one\ntwo\n  three',
    long: `${'word '.repeat(40)}end`,
    word: 'true',
    list: [{ b: 1, a: [1, [2, 3]] }, 'x', [], {}, null, [{ deep: [{ er: 'x: y' }] }]],
    empty: {},
    'strange key: ': -0.5,
  }
  expect(parse(yamlLines(value).map(lineText).join('\n'))).toEqual(value)
})

test('each line has the field managers that own its field', async () => {
  const cluster = createCluster({ seed: 1, profile: 'kubernetes' })
  const apply = (manager: string, body: object) =>
    cluster.fetch(`http://cluster/api/v1/namespaces/default/services/web?fieldManager=${manager}&force=true`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/apply-patch+yaml' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, ...body }),
    })
  await apply('alice', { spec: { selector: { app: 'web' }, ports: [{ name: 'plain', port: 80 }] } })
  const ports = [
    { name: 'tls', port: 443 },
    { name: 'plain', port: 80 },
  ]
  await apply('bob', { metadata: { name: 'web', labels: { by: 'bob' } }, spec: { ports } })
  const object = await cluster.get('Service', { name: 'web' })
  const lines = yamlLines(object, ownedPaths(object?.metadata.managedFields))
  const ownersOf = (text: string) =>
    lines.find((line) => lineText(line).trim() === text)?.owners.map(({ manager }) => manager)
  expect(['app: web', 'by: bob', 'port: 443', 'port: 80', 'sessionAffinity: None'].map(ownersOf)).toEqual([
    ['alice'],
    ['bob'],
    ['bob'],
    ['alice', 'bob'],
    [],
  ])
})

test('diffLines aligns two texts side by side', () => {
  const pairs = diffLines(['a', 'b', 'c', 'd', 'e'], ['a', 'x', 'c', 'e', 'f'])
  expect(pairs.map(({ type, left = '', right = '' }) => `${type} ${left}|${right}`)).toEqual([
    'same a|a',
    'changed b|x',
    'same c|c',
    'removed d|',
    'same e|e',
    'added |f',
  ])
  expect(diffLines([], ['a'])).toEqual([{ type: 'added', left: undefined, right: 'a' }])
})

test('lines far from any difference are folded', () => {
  const lines = Array.from({ length: 20 }, (_, i) => String(i))
  const parts = foldAlike(diffLines(lines, [...lines.slice(0, 10), 'new', ...lines.slice(10)]))
  expect(parts.map((part) => ('alike' in part ? part.alike : part.pairs.length))).toEqual([7, 7, 7])
})
