import { beforeAll, describe, expect, test } from 'vitest'
import { onceLoaded } from '../../src/base/turns/late-library.js'
import {
  array,
  boolean,
  bytes,
  int32,
  int64,
  intOrString,
  map,
  microTime,
  quantity,
  string,
  struct,
  time,
} from '../../src/schema/builders.js'
import { convert } from '../../src/schema/convert.js'
import { DecodeError } from '../../src/schema/decode.js'

const thing = struct('io.test.v1.Thing', {
  name: string(),
  effect: string('v1.Effect'),
  count: int32(),
  big: int64(),
  flag: boolean(),
  when: time(),
  micro: microTime(),
  amount: quantity(),
  port: intOrString(),
  data: bytes(),
  list: array(string()),
  labels: map(string()),
  inner: struct('io.test.v1.Inner', { a: string(), b: int32() }),
})

// A patch that fits needs no library; the first that does not loads it.
beforeAll(async () => void (await onceLoaded(() => convert(thing, { z: 1 }))))

describe('a patched value, as Go converts it from maps,', () => {
  test.each<readonly [value: unknown, object: object, faults: readonly string[]]>([
    [{ name: 'a', inner: { b: 1 } }, { name: 'a', inner: { b: 1 } }, []],
    [{ count: 4294967297 }, { count: 1 }, []],
    [{ count: 2147483648 }, { count: -2147483648 }, []],
    [
      { z: 1, inner: { y: 1, x: 1, a: 'k' }, colour: 1 },
      { inner: { a: 'k' } },
      ['unknown field "colour"', 'unknown field "inner.x"', 'unknown field "inner.y"', 'unknown field "z"'],
    ],
  ])('converts %j', (value, object, faults) => {
    expect(convert(thing, value)).toEqual({ object, faults })
  })

  test.each([
    [{ count: 1.5 }, 'cannot convert float64 to int32'],
    [{ count: 'x' }, 'unrecognized type: int32'],
    [{ big: true }, 'unrecognized type: int64'],
    [{ name: 1 }, 'cannot convert int64 to string'],
    [{ effect: 1 }, 'cannot convert int64 to v1.Effect'],
    [{ name: 1.5 }, 'unrecognized type: string'],
    [{ name: [] }, 'unrecognized type: string'],
    [{ flag: 'yes' }, 'unrecognized type: bool'],
    [{ flag: 1 }, 'unrecognized type: bool'],
    [{ list: 1.5 }, 'cannot restore slice from float64'],
    [{ list: {} }, 'cannot restore slice from map'],
    [{ list: [[]] }, 'unrecognized type: string'],
    [{ labels: 'x' }, 'cannot restore map from string'],
    [{ inner: 7 }, 'cannot restore struct from: int64'],
    [{ inner: true }, 'cannot restore struct from: bool'],
    [{ inner: [] }, 'cannot restore struct from: slice'],
    [{ data: 7 }, 'cannot restore slice from int64'],
    [{ data: '!' }, 'error decoding from json: illegal base64 data at input byte 0'],
    [{ when: 7 }, 'json: cannot unmarshal number into Go value of type string'],
    [{ when: 'soon' }, 'parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"'],
    [{ micro: [] }, 'json: cannot unmarshal array into Go value of type string'],
    [{ port: 1.5 }, 'json: cannot unmarshal number 1.5 into Go value of type int32'],
    [{ port: {} }, 'json: cannot unmarshal object into Go value of type int32'],
    // The first fault is in the order of the schema, not of the patch.
    [{ list: 1, count: 'x' }, 'unrecognized type: int32'],
  ])('does not convert %j', (value, message) => {
    expect(() => convert(thing, value)).toThrow(new DecodeError(message))
  })
})
