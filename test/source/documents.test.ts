import { describe, expect, test } from 'vitest'
import { readInput } from '../../src/source/documents.js'

const parse = async (text: string) => readInput({ name: 'f.yaml', text }, 'fixture')
const values = async (text: string) => (await parse(text)).documents.map(({ value }) => value)

test('documents are read as the ecosystem reads YAML: times and sexagesimal numbers are text', async () => {
  const text = `# a comment alone is no document
---
time: 2024-05-01T10:00:00Z
date: 2024-05-01
clock: 1:30
yes: on
base: &base { a: 1 }
merged:
  <<: *base
  b: 2
---
---
null
...
---
{"json": "A\\/", "n": [1, 2.5, -3]}
`
  expect(await values(text)).toEqual([
    {
      time: '2024-05-01T10:00:00Z',
      date: '2024-05-01',
      clock: '1:30',
      true: true,
      base: { a: 1 },
      merged: { a: 1, b: 2 },
    },
    { json: 'A/', n: [1, 2.5, -3] },
  ])
})

test('JSON with tabs, a byte order mark and CR LF', async () => {
  expect(await values('\ufeff{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}\r\n')).toEqual([{ a: [1] }])
})

test('a member called __proto__ is a member', async () => {
  const [value] = await values('__proto__: { a: 1 }')
  expect(Object.entries(value as object)).toEqual([['__proto__', { a: 1 }]])
})

test.each([
  ['a: 1\na: 2\n', 2, 1, 'the member a is given twice'],
  ['ok: 1\n---\nlist: [\n', 4, 1, 'Flow sequence in block collection must be sufficiently indented and end with a ]'],
  ['\ta: 1\n', 1, 1, 'Tabs are not allowed as indentation'],
  ['a:\n  b: *nope\n', 2, 6, 'the anchor *nope refers to is not there'],
  ['a: !special x\n', 1, 4, 'Unresolved tag: !special'],
])('%j is told at line %i, column %i', async (text, line, column, message) => {
  expect((await parse(text)).faults).toEqual([{ source: 'f.yaml', line, column, message }])
})

describe('places', () => {
  const text = `apiVersion: v1
metadata:
  name: a
  labels:
    example.io/a.b: x
spec: &spec
  taints:
    - key: a
    - { key: b,
        effect: c }
  resources: { requests: { cpu: 1 } }
copy: *spec
items:
  - metadata:
      name: inner
`
  test.each([
    ['', 1, 1],
    ['metadata.name', 3, 3],
    ['metadata.labels.example.io/a.b', 5, 5],
    ['metadata.labels[example.io/a.b]', 5, 5],
    ['spec.taints[0]', 8, 7],
    ['spec.taints[1].effect', 10, 9],
    ['spec.taints[7].effect', 7, 3],
    ['spec.taints.key', 7, 3],
    ['spec.resources[cpu]', 11, 3],
    ['spec.resources.requests[cpu]', 11, 28],
    ['copy.taints[0].key', 8, 7],
    ['items[0].metadata.name', 15, 7],
    ['status.phase', 1, 1],
    ['meta', 1, 1],
  ])('%j is at %i:%i', async (field, line, column) => {
    const { documents } = await parse(text)
    expect(documents[0]!.at(field)).toEqual({ source: 'f.yaml', line, column })
  })

  test('of a later document count from the start of the file', async () => {
    const { documents } = await parse('a: 1\n---\nb:\n  c: 1\n')
    expect(documents[1]!.at('b.c')).toEqual({ source: 'f.yaml', line: 4, column: 3 })
  })
})

test('objects, texts and sources can be loaded', async () => {
  const shape = async (input: Parameters<typeof readInput>[0]) => {
    const { sources, documents } = readInput(input, 'fixture')
    return { sources, values: documents.map(({ value, at }) => ({ value, at: at('a') })) }
  }
  expect(await shape([{ a: 1 }, { text: 'x', name: 'y', kind: 'Note' }])).toEqual({
    sources: ['fixture[0]', 'fixture[1]'],
    values: [
      { value: { a: 1 }, at: { source: 'fixture[0]' } },
      { value: { text: 'x', name: 'y', kind: 'Note' }, at: { source: 'fixture[1]' } },
    ],
  })
  expect(await shape('a: 1')).toEqual({
    sources: ['fixture'],
    values: [{ value: { a: 1 }, at: { source: 'fixture', line: 1, column: 1 } }],
  })
  expect(await shape([{ name: 'f', text: 'a: 1' }])).toEqual({
    sources: ['f'],
    values: [{ value: { a: 1 }, at: { source: 'f', line: 1, column: 1 } }],
  })
  expect(await shape({ a: 1 })).toEqual({
    sources: ['fixture'],
    values: [{ value: { a: 1 }, at: { source: 'fixture' } }],
  })
  expect(await shape(['a: 1', { a: 2 }, { name: 'f', text: 'a: 3' }])).toMatchObject({
    sources: ['fixture[0]', 'fixture[1]', 'f'],
    values: [{ value: { a: 1 } }, { value: { a: 2 } }, { value: { a: 3 } }],
  })
  expect(await shape([])).toEqual({ sources: [], values: [] })
})
