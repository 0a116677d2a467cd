import { expect, test } from 'vitest'
import { goFloat } from '../../../src/base/go/printable.js'

test.each([
  [0, '0'],
  [123456, '123456'],
  [999999.9999999999, '999999.9999999999'],
  [1_000_000, '1e+06'],
  [12_345_678.5, '1.23456785e+07'],
  [-1e21, '-1e+21'],
  [0.0001, '0.0001'],
  [0.00009999999999999999, '9.999999999999999e-05'],
  [0.00001234, '1.234e-05'],
  [1e-100, '1e-100'],
  [Infinity, '+Inf'],
  [-Infinity, '-Inf'],
  [NaN, 'NaN'],
])('%s is printed as Go prints it', (value, text) => {
  expect(goFloat(value)).toBe(text)
})
