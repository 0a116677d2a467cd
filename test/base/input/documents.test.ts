import { describe, expect, test } from 'vitest'
import { readInput } from '../../../src/base/input/documents.js'

const parse = async (text: string) => readInput({ name: 'f.yaml', text }, 'fixture')
const values = async (text: string) => (await parse(text)).documents.map(({ value }) => value)

test('documents are read as Kubernetes reads YAML: timestamps and sexagesimal numbers are strings', async () => {
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

test('reads JSON with tabs, a byte order mark and CR LF', async () => {
  expect(await values('\ufeff{\r\n\t"a": [\r\n\t\t1\r\n\t]\r\n}\r\n')).toEqual([{ a: [1] }])
})

test('a key named __proto__ is an own property', async () => {
  const [value] = await values('__proto__: { a: 1 }')
  expect(Object.entries(value as object)).toEqual([['__proto__', { a: 1 }]])
})

test.each([
  ['a: 1\na: 2\n', 2, 1, 'the member a is given twice'],
  ['ok: 1\n---\nlist: [\n', 4, 1, 'did not find expected node content'],
  ['\ta: 1\n', 1, 1, 'found character that cannot start any token'],
  ['a:\n  b: *nope\n', 2, 6, "unknown anchor 'nope' referenced"],
  ['a: &a\n  b: *a\n', 2, 6, "anchor 'a' value contains itself"],
  ['a:\n  b: .inf\n', 2, 6, 'json: unsupported value: +Inf'],
  ['a: b\n\x07', 2, 1, 'control characters are not allowed'],
])('the error of %j is at line %i, column %i', async (text, line, column, message) => {
  expect((await parse(text)).faults).toEqual([{ source: 'f.yaml', line, column, message }])
})

test('an invalid document does not hide the errors of the next', async () => {
  const { documents, faults } = await parse('a: [\n---\nb: 1\n---\nc: {\n---\n- d\n--- }\n---\ne: 1')
  expect(documents.map(({ value }) => value)).toEqual([{ b: 1 }, ['d'], { e: 1 }])
  expect(faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 1],
    [6, 1],
    [8, 5],
  ])
})

test('reads escapes that only JSON allows', async () => {
  expect(await values('{"a": "\\ud83d\\ude00 \\/"}')).toEqual([{ a: '\u{1f600} /' }])
})

test('reads long invalid texts, with one error for each document', async () => {
  const { faults } = await parse('[\n---\n'.repeat(20_000))
  expect(faults).toHaveLength(20_000)
  expect((await parse('[,'.repeat(100_000))).faults).toHaveLength(1)
})

describe('the place of a field', () => {
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
  ])('%j is %i:%i', async (field, line, column) => {
    const { documents } = await parse(text)
    expect(documents[0]!.at(field)).toEqual({ source: 'f.yaml', line, column })
  })

  test('in a later document counts lines from the start of the file', async () => {
    const { documents } = await parse('a: 1\n---\nb:\n  c: 1\n')
    expect(documents[1]!.at('b.c')).toEqual({ source: 'f.yaml', line: 4, column: 3 })
  })
})

test('readInput takes objects, texts and named sources', async () => {
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
