import { expect, test } from 'vitest'
import { parseYaml } from '../../../src/server/wire/call.js'

const parse = (text: string) => parseYaml(new TextEncoder().encode(text))

type Read = readonly [what: string, text: string, value: unknown, duplicates?: readonly string[]]

const reads: readonly Read[] = [
  ['empty text is null', '', null],
  ['a comment alone is null', '# nothing\n', null],
  ['the first document counts', 'a: 1\n---\nb: [', { a: 1 }],
  ['an empty first document counts', '---\n---\na: 1', null],
  ['booleans and null as in YAML 1.1', 'a: yes\nb: Off\nc: "no"\nd: ~', { a: true, b: false, c: 'no', d: null }],
  ['times stay strings', 'a: 2024-05-01T10:00:00Z\nb: 12:30', { a: '2024-05-01T10:00:00Z', b: '12:30' }],
  ['anchors and merge keys', 'a: &x {p: 1}\nb: *x\nc: {<<: *x, q: 2}', { a: { p: 1 }, b: { p: 1 }, c: { p: 1, q: 2 } }],
  ['keys become strings', '1: a\ntrue: b', { 1: 'a', true: 'b' }],
  ['the last of duplicate keys counts', 'a: 1\na: 2\n', { a: 2 }, ['line 2: key "a" already set in map']],
  [
    'a duplicate key with its value on the next line',
    'a: 1\na:\n  b: 1\n',
    { a: { b: 1 } },
    ['line 3: key "a" already set in map'],
  ],
  [
    'inner duplicate keys are reported first',
    'a: 1\na: {b: 1, b: 2}\n1: x\n1: z',
    { a: { b: 2 }, 1: 'z' },
    ['line 2: key "b" already set in map', 'line 2: key "a" already set in map', 'line 4: key 1 already set in map'],
  ],
  ['a duplicate key in JSON', '{"a":1,\n"a":2}', { a: 2 }, ['line 2: key "a" already set in map']],
  [
    'a merged key counts as set',
    'x: &x {a: 1}\nz: {<<: *x, a: 2}',
    { x: { a: 1 }, z: { a: 2 } },
    ['line 2: key "a" already set in map'],
  ],
]

test.each(reads.map(([what, text, value, duplicates = []]) => [what, text, value, duplicates] as const))(
  '%s',
  (_, text, value, duplicates) => {
    expect(parse(text)).toEqual(duplicates.length > 0 ? { value, duplicates } : { value })
  },
)

test('keys are in byte order', () => {
  expect(JSON.stringify(parse('b: 1\na: {d: 1, c: 2}').value)).toBe('{"a":{"c":2,"d":1},"b":1}')
})

test.each([
  ['a: *x', "yaml: unknown anchor 'x' referenced"],
  [
    `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${Array(10).fill('*a').join()}]\nc: &c [${Array(10).fill('*b').join()}]\nd: [${Array(10).fill('*c').join()}]`,
    'yaml: document contains excessive aliasing',
  ],
])('%s is refused: %s', (text, error) => {
  expect(parse(text)).toEqual({ error })
})
