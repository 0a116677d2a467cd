import { expect, test } from 'vitest'
import { parseInt64 } from '../../../src/base/go/numbers.js'

test.each<[string, bigint | undefined]>([
  ['0', 0n],
  ['-0', 0n],
  ['+7', 7n],
  ['0009', 9n],
  ['9223372036854775807', 2n ** 63n - 1n],
  ['9223372036854775808', undefined],
  ['-9223372036854775808', -(2n ** 63n)],
  ['-9223372036854775809', undefined],
  ['99999999999999999999', undefined],
  ['', undefined],
  ['1.0', undefined],
  ['0x1', undefined],
])('parses %j as %s', (text, value) => {
  expect(parseInt64(text)).toBe(value)
})
