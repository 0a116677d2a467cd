import { expect, test } from 'vitest'
import { goJsonErrorOf } from '../../../src/base/go/encoding-json.js'

test.each([
  ['', 'unexpected end of JSON input'],
  ['{', 'unexpected end of JSON input'],
  ['{"a":', 'unexpected end of JSON input'],
  ['"abc', 'unexpected end of JSON input'],
  ['{a}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  ['[1 2]', "invalid character '2' after array element"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['nul', "invalid character ' ' in literal null (expecting 'l')"],
  ['{"a":-', "invalid character ' ' in numeric literal"],
  ['1.', "invalid character ' ' after decimal point in numeric literal"],
  ['1e+', "invalid character ' ' in exponent of numeric literal"],
  ['"\\', "invalid character ' ' in string escape code"],
  ['"\\u12', "invalid character ' ' in \\u hexadecimal character escape"],
  ['nulx', "invalid character 'x' in literal null (expecting 'l')"],
  ['tru3', "invalid character '3' in literal true (expecting 'e')"],
  ['01', "invalid character '1' after top-level value"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
])('the error for %j is that of Go', (text, want) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(goJsonErrorOf(new TextEncoder().encode(text))).toBe(want)
})

test.each([
  [[0x81, 0xaa], "invalid character '\\u0081' looking for beginning of value"],
  [[0xe9], "invalid character 'é' looking for beginning of value"],
  [[0x22, 0xff, 0x01], "invalid character '\\x01' in string literal"],
])('the error for bytes %j is that of Go', (bytes, want) => {
  expect(goJsonErrorOf(Uint8Array.from(bytes))).toBe(want)
})
