import { expect, test } from 'vitest'
import { parseDurationFormat, parseGoDuration, parseGoNanos } from '../../../src/base/go/duration.js'

test.each([
  ['0', 0],
  ['1s', 1000],
  ['-1s', -1000],
  ['+.5s', 500],
  ['1.s', 1000],
  ['1h2m3.5s', 3_723_500],
  ['2µs', 0.002],
  ['2μs', 0.002],
  ['1500us', 1.5],
  ['1ns', 0.000001],
])('parses %s as %s ms', (text, ms) => {
  expect(parseGoDuration(text)).toEqual({ ms })
})

test.each([
  ['', 'time: invalid duration ""'],
  ['x', 'time: invalid duration "x"'],
  ['.', 'time: invalid duration "."'],
  ['+', 'time: invalid duration "+"'],
  ['1s ', 'time: unknown unit "s " in duration "1s "'],
  ['5', 'time: missing unit in duration "5"'],
  ['1s5', 'time: missing unit in duration "1s5"'],
  ['5x', 'time: unknown unit "x" in duration "5x"'],
  ['9999999999h', 'time: invalid duration "9999999999h"'],
  ['"\\é', 'time: invalid duration "\\"\\\\\\xc3\\xa9"'],
])('refuses %s', (text, error) => {
  expect(parseGoDuration(text)).toEqual({ error })
})

test.each<[string, bigint | undefined]>([
  ['1.000000001s', 1_000_000_001n],
  ['0.0000000019s', 1n],
  ['2562047h47m16.854775807s', 2n ** 63n - 1n],
  ['-2562047h47m16.854775808s', -(2n ** 63n)],
  ['2562047h47m16.854775808s', undefined],
  [`${'0'.repeat(100)}1ns`, 1n],
  [`${'9'.repeat(1_000_000)}ns`, undefined],
  [`0.${'3'.repeat(1_000_000)}s`, 333_333_333n],
])('parses durations to the nanosecond, however many digits (%#)', (text, nanos) => {
  const parsed = parseGoNanos(text)
  expect(parsed.error === undefined ? parsed.nanos : undefined).toBe(nanos)
})

test.each<readonly [text: string, nanos: bigint | undefined]>([
  ['1m30s', 90_000_000_000n],
  ['-1d', 86_400_000_000_000n],
  ['PT90M', 5_400_000_000_000n],
  ['1 week, 1 hour', 608_400_000_000_000n],
  ['1.5 milliseconds', 5_000_000n],
  ['3 months 2 µs', 2000n],
  ['300 Micros 5 nanos', 300_005n],
  ['9223372036854775807 days', -86_400_000_000_000n],
  ['3 months', undefined],
  ['', undefined],
])('%s as a text of the format duration', (text, nanos) => {
  expect(parseDurationFormat(text)).toBe(nanos)
})
