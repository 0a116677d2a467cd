import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBytes, encodeJson, sortBytes } from '../../../src/base/json/json.js'

test('sortBytes sorts texts by their bytes, sorted before or not', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.boolean(), (texts, first) => {
      const given = first ? texts.toSorted(compareBytes) : texts
      expect(sortBytes([...given])).toEqual(given.toSorted(compareBytes))
    }),
  )
})

test('encodeJson writes integer-like keys in byte order, and ignores similar text in values', () => {
  expect(encodeJson({ b: 1, '10': 'at 5":', '9': 2 })).toBe('{"10":"at 5\\":","9":2,"b":1}')
  expect(encodeJson({ a1: 'at 5":' })).toBe('{"a1":"at 5\\":"}')
  expect(encodeJson({ a: '<b> & \u2028\u2029' })).toBe('{"a":"\\u003cb\\u003e \\u0026 \\u2028\\u2029"}')
})

test('compareBytes compares texts by their UTF-8 bytes', () => {
  // Characters of all kinds: ASCII, surrogate pairs, and code points above the surrogates.
  const unit = fc.constantFrom('a', 'b', 'é', '\u{1F600}', '\u{10FFFF}', '\ue000', '\uff21', '\uffff')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 4 }), fc.string({ unit, maxLength: 4 }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
