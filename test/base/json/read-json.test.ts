import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringifyJson } from '../../../src/base/json/json.js'
import { readJson } from '../../../src/base/json/json-text.js'

describe('readJson', () => {
  test.each([
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775807', 9223372036854775807n],
    ['9007199254740992', 9007199254740992],
    ['[1,9007199254740993,0.1234567890123456,1e20]', [1, 9007199254740993n, 0.1234567890123456, 1e20]],
    ['{"9007199254740993":"9007199254740993"}', { '9007199254740993': '9007199254740993' }],
    [String.raw`["\"9007199254740993\\",9007199254740993]`, ['"9007199254740993\\', 9007199254740993n]],
    ['["\uf8ff1",9007199254740993]', ['\uf8ff1', 9007199254740993n]],
    [String.raw`["\uf8ff1","\UF8FE",9007199254740993]`.replace('\\U', '\\u'), ['\uf8ff1', '\uf8fe', 9007199254740993n]],
  ])('reads %s', (text, value) => {
    expect(readJson(text)).toEqual(value)
  })

  test.each([
    '[09007199254740993]',
    '[9007199254740993',
    '["9007199254740993]',
    '+9007199254740993',
    '.9007199254740993',
  ])('refuses %s', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError)
  })

  test('reads whatever stringifyJson writes', () => {
    const large = fc.bigInt({ min: 2n ** 53n + 1n, max: 2n ** 63n - 1n }).map((value) => value | 1n)
    const leaf = fc.oneof(large, fc.jsonValue(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), leaf)), (value) => {
        const text = stringifyJson(value)
        expect(stringifyJson(readJson(text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })
})
