import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { parseLongYaml } from '../../src/server/wire/call.js'
import type { DecodedYaml } from '../../src/base/yaml/decode.js'
import { readYaml } from '../../src/base/yaml/read.js'
import { yamlTextOf } from '../../src/base/yaml/text.js'
import { charactersRead } from './work.js'

const texts: readonly (readonly [what: string, make: (size: number) => string])[] = [
  ['commas in a bracket', (n) => `[${','.repeat(n)}`],
  ['tags', (n) => '! '.repeat(n)],
  ['anchors', (n) => '&a '.repeat(n)],
  ['quotes', (n) => '"'.repeat(n)],
  ['a key again and again', (n) => 'a: 1\n'.repeat(n)],
  ['keys without values', (n) => `a:\n${' ?\n'.repeat(n)}`],
  ['open brackets', (n) => '['.repeat(n)],
  ['pairs of brackets', (n) => '[]'.repeat(n)],
  ['open braces, each a key', (n) => '{a: '.repeat(n)],
  ['dashes', (n) => '- '.repeat(n)],
  ['spaces', (n) => `a:${' '.repeat(n)}`],
  ['empty lines of a block', (n) => `a: |\n${'\n'.repeat(n)}`],
  ['lines of a scalar', (n) => `"${'a\n'.repeat(n)}"`],
  ['directives', (n) => '%TAG !a! b\n'.repeat(n)],
  ['documents', (n) => '---\n'.repeat(n)],
  ['aliases', (n) => `a: &a 1\nb: [${'*a,'.repeat(n)}]`],
  ['a long list in one line', (n) => `[${'{a: b}, '.repeat(n)}]`],
]

describe('reading YAML takes linear time:', () => {
  test.each(texts)('%s', (_, make) => {
    const [one, two] = [charactersRead(make(1000)), charactersRead(make(2000))]
    expect(two).toBeLessThan(2.2 * one + 100)
    expect(two).toBeLessThan(60 * 2000)
  })
})

describe('the depth limit of YAML', () => {
  const flow = (depth: number) => '{a: '.repeat(depth) + 'x' + '}'.repeat(depth)
  const block = (depth: number) => Array.from({ length: depth }, (_, i) => `${' '.repeat(i)}a:\n`).join('')
  const read = (text: string) => readYaml(yamlTextOf(text))

  test.each([
    ['in braces', flow(1000)],
    ['in lines', block(1000)],
    ['in dashes', '- '.repeat(1000)],
  ])('allows a thousand levels %s', (_, text) => {
    expect(read(text)).not.toHaveProperty('error')
  })

  test.each([
    [flow(1001), "invalid character '{' exceeded max depth"],
    ['- '.repeat(1001), "invalid character '[' exceeded max depth"],
    ['[\n'.repeat(10_001), 'yaml: line 10001: exceeded max depth of 10000'],
    ['- '.repeat(10_001), 'yaml: exceeded max depth of 10000'],
  ])('refuses more: %#', (text, error) => {
    expect(read(text)).toEqual({ error })
  })

  test('counts the levels that aliases add', () => {
    const nested = (inner: string) => '['.repeat(100) + inner + ']'.repeat(100)
    const lines = Array.from({ length: 11 }, (_, i) => `- &a${i} ${nested(i === 0 ? 'x' : `*a${i - 1}`)}\n`)
    expect(read(lines.join(''))).toEqual({ error: "invalid character '[' exceeded max depth" })
  })

  test.each([
    ['colour codes', JSON.stringify('\x1b[31m'.repeat(500))],
    ['dashes', `|\n  ${'-'.repeat(500)}`],
    ['spaces', `|\n  x\n  ${' '.repeat(500)}y`],
    ['braces', `'${'{'.repeat(500)}'`],
  ])('does not count characters within a string: %s', async (_, text) => {
    const cluster = createCluster({ seed: 1 })
    const response = await cluster.fetch('/api/v1/namespaces/default/configmaps/a?fieldManager=me', {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: ${text.replaceAll('\n', '\n  ')}\n`,
    })
    expect(response.status).toBe(201)
  })
})

describe('expansion of aliases is limited', () => {
  const error = 'yaml: document contains excessive aliasing'

  test('in nodes', () => {
    const list = (name: string) => Array(10).fill(`*${name}`).join()
    const text = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${list('a')}]\nc: &c [${list('b')}]\nd: [${list('c')}]`
    expect(readYaml(yamlTextOf(text))).toEqual({ error })
  })

  test('in text', () => {
    const text = `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(40)}]`
    expect(readYaml(yamlTextOf(text))).toEqual({ error })
  })
})

test('parsing and decoding a long text yields to the event loop', async () => {
  let pauses = 0
  const pause = async () => void pauses++
  const values = 20_000
  const { value } = await parseLongYaml(new TextEncoder().encode(`[${'a,'.repeat(values)}]`), pause)
  expect(value).toHaveLength(values)
  expect(pauses).toBeGreaterThanOrEqual((2 * values) / 1000)
})

test('lists at most a thousand duplicate keys', () => {
  const { duplicates } = readYaml(yamlTextOf('a: b\n'.repeat(3000))) as DecodedYaml // the text is valid
  expect(duplicates).toHaveLength(1000)
})
