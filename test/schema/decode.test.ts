import { describe, expect, test } from 'vitest'
import { withoutNotes } from '../../src/base/json/as-given.js'
import {
  always,
  array,
  boolean,
  bytes,
  defaulted,
  int32,
  int64,
  intOrString,
  map,
  microTime,
  nullable,
  pointer,
  quantity,
  string,
  struct,
  time,
} from '../../src/schema/builders.js'
import { DecodeError, decode } from '../../src/schema/decode.js'
import type { Schema } from '../../src/schema/types.js'

const thing = struct('io.test.v1.Thing', {
  name: string(),
  count: int32(),
  big: int64(),
  flag: boolean(),
  kept: pointer(int32()),
  shown: always(string()),
  zero: always(int32()),
  when: time(),
  always: always(time()),
  micro: microTime(),
  amount: quantity(),
  port: intOrString(),
  data: bytes(),
  list: array(string()),
  labels: map(string()),
  nil: nullable(array(string())),
  policy: defaulted(string(), 'Always'),
  disk: { ...string(), default: 'xfs' },
  wait: { ...int32(), default: 0 },
  inner: struct('io.test.v1.Inner', { a: string(), deep: array(struct('io.test.v1.Deep', { b: int32() })) }),
})
const bare = { shown: '', zero: 0, always: null, nil: null, policy: 'Always', disk: 'xfs' }

const reads: readonly (readonly [what: string, value: unknown, object: object, faults?: readonly string[]])[] = [
  ['fields that are always emitted are set', {}, bare],
  ['nulls count as absent', { name: null, kept: null, list: null, shown: null, policy: null }, bare],
  ['empty values are left out', { name: '', count: 0, flag: false, list: [], labels: {} }, bare],
  ['an empty value of a non-pointer field gets its default', { disk: '' }, bare],
  ['a pointer field keeps its zero value', { kept: 0 }, { ...bare, kept: 0 }],
  ['a value overrides the default', { policy: 'Never' }, { ...bare, policy: 'Never' }],
  [
    'maps are in byte order',
    { labels: { b: '1', '10': '2', '9': '3' } },
    { ...bare, labels: { 10: '2', 9: '3', b: '1' } },
  ],
  [
    'a null in a list or a map becomes the zero value',
    { list: ['a', null], labels: { a: null } },
    { ...bare, list: ['a', ''], labels: { a: '' } },
  ],
  [
    'times are in UTC',
    { when: '2024-05-01T12:00:00+02:00', micro: '2024-05-01T12:00:00.500000+02:00' },
    { ...bare, when: '2024-05-01T10:00:00Z', micro: '2024-05-01T10:00:00.500000Z' },
  ],
  ['quantities are canonical', { amount: '1024Mi' }, { ...bare, amount: '1Gi' }],
  ['a quantity may be a number', { amount: 0.5 }, { ...bare, amount: '500m' }],
  ['an int-or-string may be a string', { port: 'http' }, { ...bare, port: 'http' }],
  [
    'unknown fields are dropped and reported',
    { colour: 1, inner: { b: 1, deep: [{ c: 1 }] } },
    { ...bare, inner: { deep: [{}] } },
    ['unknown field "colour"', 'unknown field "inner.b"', 'unknown field "inner.deep[0].c"'],
  ],
  ['an empty struct is left out', { inner: {} }, bare],
  [
    'names of Object.prototype are unknown fields',
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
    bare,
    ['unknown field "__proto__"', 'unknown field "constructor"'],
  ],
  ['base64 loses line breaks', { data: 'YW\nJj' }, { ...bare, data: 'YWJj' }],
]

describe('decoding a value that fits', () => {
  test.each(reads)('%s', (_, value, object, faults = []) => {
    const decoded = decode<object>(thing, value)
    expect({ ...decoded, object: withoutNotes(decoded.object as object) }).toEqual({ object, faults })
    expect(Object.isFrozen(decoded.object)).toBe(true)
  })

  test('fields are in the order of the schema', () => {
    expect(JSON.stringify(decode(thing, { inner: { deep: [{ b: 1 }], a: 'x' }, port: 1, name: 'n' }).object)).toBe(
      '{"name":"n","shown":"","zero":0,"always":null,"port":1,"nil":null,"policy":"Always","disk":"xfs","inner":{"a":"x","deep":[{"b":1}]}}',
    )
  })
})

const fails: readonly (readonly [unknown, string])[] = [
  [{ name: 1 }, 'json: cannot unmarshal number into Go struct field Thing.name of type string'],
  [{ flag: 'yes' }, 'json: cannot unmarshal string into Go struct field Thing.flag of type bool'],
  [{ count: 1.5 }, 'json: cannot unmarshal number 1.5 into Go struct field Thing.count of type int32'],
  [{ count: 2147483648 }, 'json: cannot unmarshal number 2147483648 into Go struct field Thing.count of type int32'],
  [{ list: 'a' }, 'json: cannot unmarshal string into Go struct field Thing.list of type []string'],
  [{ labels: [] }, 'json: cannot unmarshal array into Go struct field Thing.labels of type map[string]string'],
  [{ inner: 'x' }, 'json: cannot unmarshal string into Go struct field Thing.inner of type v1.Inner'],
  [
    { inner: { deep: [{ b: 'x' }] } },
    'json: cannot unmarshal string into Go struct field Deep.inner.deep.b of type int32',
  ],
  [{ when: 'soon' }, 'parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"'],
  [[], 'json: cannot unmarshal array into Go value of type v1.Thing'],
  // The first fault in the order of the body is reported.
  [{ flag: 1, name: 1 }, 'json: cannot unmarshal number into Go struct field Thing.flag of type bool'],
]

test.each(fails)('%j is refused', (value, message) => {
  expect(() => decode(thing, value)).toThrow(new DecodeError(message))
})

test('a schema may refer to itself', () => {
  const tree: Schema = struct('io.test.v1.Tree', {
    name: string(),
    get children() {
      return array(tree)
    },
  })
  const value = { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] }
  expect(decode(tree, value)).toEqual({ object: value, faults: [] })
})

test('a field that is written even when absent is absent from an object that only inherits a member of its name', () => {
  const schema = struct('io.test.v1.Inherited', {
    constructor: always(string()),
    b: string(),
    valueOf: always(int32()),
  })
  expect(decode(schema, {}).object).toEqual({ constructor: '', valueOf: 0 })
  const { object } = decode<object>(schema, { valueOf: 2, b: 'b', constructor: 'a' })
  expect(Object.entries(object)).toEqual([
    ['constructor', 'a'],
    ['b', 'b'],
    ['valueOf', 2],
  ])
})
