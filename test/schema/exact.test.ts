import { describe, expect, test } from 'vitest'
import { withoutNotes } from '../../src/base/json/as-given.js'
import { encodeJson } from '../../src/base/json/json.js'
import { array, int32, int64, intOrString, map, quantity, string, struct } from '../../src/schema/builders.js'
import { DecodeError, decode } from '../../src/schema/decode.js'
import { parseTree } from '../../src/base/json/json-text.js'

const thing = struct('io.test.v1.Thing', {
  name: string(),
  count: int32(),
  big: int64(),
  amount: quantity(),
  port: intOrString(),
  labels: map(string()),
  list: array(struct('io.test.v1.Item', { a: string(), b: string() })),
  inner: struct('io.test.v1.Inner', { a: string(), b: string() }),
})

const read = (text: string) => {
  const { object, faults } = decode<object>(thing, JSON.parse(text), parseTree(text))
  return { object: withoutNotes(object), faults }
}

describe('decoding a text of which JSON.parse loses something', () => {
  test.each<readonly [text: string, object: object, faults: readonly string[]]>([
    ['{"name":"a","name":"b"}', { name: 'b' }, ['duplicate field "name"']],
    ['{"name":"a","name":"b","name":"c"}', { name: 'c' }, ['duplicate field "name"']],
    ['{"inner":{"a":"1"},"inner":{"b":"2"}}', { inner: { a: '1', b: '2' } }, ['duplicate field "inner"']],
    [
      '{"labels":{"a":"1","a":"2"},"labels":{"b":"3"}}',
      { labels: { a: '2', b: '3' } },
      ['duplicate field "labels.a"', 'duplicate field "labels"'],
    ],
    [
      '{"list":[{"a":"1","a":"2"}],"list":[{"b":"3"}]}',
      { list: [{ a: '2', b: '3' }] },
      ['duplicate field "list[0].a"', 'duplicate field "list"'],
    ],
    [
      '{"x":1,"name":"a","name":"b","inner":{"y":1},"x":2}',
      { name: 'b' },
      ['unknown field "x"', 'duplicate field "name"', 'unknown field "inner.y"'],
    ],
    ['{"x":{"a":1,"a":2}}', {}, ['unknown field "x"']],
    [
      '{"10":1,"9":1,"name":"a","name":"b"}',
      { name: 'b' },
      ['unknown field "10"', 'unknown field "9"', 'duplicate field "name"'],
    ],
    ['{"big":9007199254740993}', { big: 9007199254740993n }, []],
    ['{"big":9007199254740992}', { big: 9007199254740992 }, []],
    ['{"big":-9223372036854775808}', { big: -9223372036854775808n }, []],
    ['{"amount":1e3}', { amount: '1e3' }, []],
    ['{"amount":1.50}', { amount: '1500m' }, []],
  ])('keeps it: %s', (text, object, faults) => {
    expect(read(text)).toEqual({ object, faults })
  })

  test.each([
    ['{"count":1.0}', 'json: cannot unmarshal number 1.0 into Go struct field Thing.count of type int32'],
    ['{"count":1e3}', 'json: cannot unmarshal number 1e3 into Go struct field Thing.count of type int32'],
    [
      '{"big":9223372036854775808}',
      'json: cannot unmarshal number 9223372036854775808 into Go struct field Thing.big of type int64',
    ],
    ['{"port":8e1}', 'json: cannot unmarshal number 8e1 into Go struct field Thing.port of type int32'],
    ['{"name":1.0}', 'json: cannot unmarshal number into Go struct field Thing.name of type string'],
  ])('refuses %s', (text, message) => {
    expect(() => read(text)).toThrow(new DecodeError(message))
  })

  test('reports at most a hundred faults', () => {
    const text = `{${Array.from({ length: 120 }, (_, i) => `"x${i}":1`).join()}}`
    expect(read(text).faults).toEqual(Array.from({ length: 100 }, (_, i) => `unknown field "x${i}"`))
  })

  test('encodes a bigint as a number', () => {
    expect(encodeJson(read('{"big":9007199254740993,"name":"a"}').object)).toBe('{"name":"a","big":9007199254740993}')
    expect(encodeJson({ b: [-12345678901234567890n], a: '<' }, 2)).toBe(
      '{\n  "b": [\n    -12345678901234567890\n  ],\n  "a": "\\u003c"\n}',
    )
  })
})
