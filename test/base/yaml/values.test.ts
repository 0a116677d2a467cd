import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readYaml, startReading } from '../../../src/base/yaml/read.js'
import { yamlTextOf } from '../../../src/base/yaml/text.js'

// The values that sigs.k8s.io/yaml v1.4.0 decodes.
test.each<readonly [text: string, value: unknown]>([
  ['a: !!binary aGVsbG8=', { a: 'hello' }],
  ['a: !!binary wyg=', { a: '\ufffd(' }],
  ['a: ! 5', { a: '5' }],
  ['a: !custom 5', { a: '5' }],
  ['a: !!float 1', { a: 1 }],
  ['a: !!str 5', { a: '5' }],
  ['a: 1e400', { a: '1e400' }],
  ['a: 18446744073709551615', { a: 18446744073709551615n }],
  [
    'a: 0o17\nb: 017\nc: 1_000\nd: +1\ne: 0x1F\nf: .5\ng: 1e3\nh: 08\ni: 0b11\nj: .5_1',
    { a: 15, b: 15, c: 1000, d: 1, e: 31, f: 0.5, g: 1000, h: 8, i: 3, j: 0.51 },
  ],
  ['1.5: a\n1e10: b\n0x10: c', { '1.5': 'a', '16': 'c', '1e+10': 'b' }],
  ['{}: x', {}],
  ['a:\n- b\n c', { a: ['b c'] }],
  ['a: 1\n<<: {a: 2, b: 3}', { a: 2, b: 3 }],
  ['<<: [{a: 1}, {a: 2, b: 2}]', { a: 1, b: 2 }],
  ['[a: b, c, ? d]', [{ a: 'b' }, 'c', { d: null }]],
  ['a: "x\n  y\n\n  z\\\n  w"', { a: 'x y\nzw' }],
  ['a: >\n  x\n  y\n\n   z\n  w\n', { a: 'x y\n\n z\nw\n' }],
  ['a: |+2\n    x\n\n', { a: '  x\n\n' }],
  ["a: 'it''s'", { a: "it's" }],
  ['%TAG !e! tag:x,\n---\na: !e!f 1', { a: '1' }],
  ['__proto__: 1', JSON.parse('{"__proto__":1}')],
])('%j', (text, value) => {
  const read = readYaml(yamlTextOf(text))
  expect('value' in read ? read.value : read).toEqual(value)
})

// The parser of YAML, which what encoders of JSON write does not reach.
const parsed = (text: string) => startReading(yamlTextOf(text))(Infinity)

const word = fc.oneof(
  fc.constantFrom('<<', '__proto__', '1', '0x1', '~', 'null', '1e3', ': ', ', ', ' #', '---', '\t\n', '<&>', '"', '\\'),
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 3 }),
  fc.string({ minLength: 490, maxLength: 1100, unit: fc.constantFrom('a', '"') }),
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(word, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('map')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  map: fc.dictionary(word, tie('any'), { maxKeys: 5 }),
})).map

test('JSON as encoders write it is read as YAML', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('', '\n', '\n\n', ' '), (map, end) => {
      const text = JSON.stringify(map) + end
      expect(readYaml(yamlTextOf(text))).toEqual(parsed(text))
      expect(JSON.stringify(readYaml(yamlTextOf(text)))).toBe(JSON.stringify(parsed(text)))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  '{"a":1,"a":2}',
  '{"a":{"b":1,"b":1}}',
  '{"a":12345678901234567890}',
  '{"a":"\\ud83d\\ude00"}',
  '{"a":1.0}',
  '{"a":-0}',
  '{"a":1}}',
  '{"a"}',
  '{"a":"\\/"}',
  `{"${'k'.repeat(1100)}":1}`,
  `${'{"a":'.repeat(1200)}1${'}'.repeat(1200)}`,
  `${'{"a":'.repeat(12_000)}1${'}'.repeat(12_000)}`,
])('%.40s is read by the parser of YAML', (text) => {
  expect(readYaml(yamlTextOf(text))).toEqual(parsed(text))
})
