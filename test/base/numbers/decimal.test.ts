import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, compareDecimal, roundAway } from '../../../src/base/numbers/decimal.js'

const decimal: fc.Arbitrary<Decimal> = fc.record({
  unscaled: fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }),
  exponent: fc.integer({ min: -12, max: 12 }),
})
const scaled = ({ unscaled, exponent }: Decimal) => unscaled * 10n ** BigInt(exponent + 12)

describe('compareDecimal', () => {
  it('agrees with integers of the smallest unit', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [x, y] = [scaled(a), scaled(b)]
        expect(compareDecimal(a, b)).toBe(x < y ? -1 : x > y ? 1 : 0)
        expect(compareDecimal(a, { unscaled: a.unscaled * 1000n, exponent: a.exponent - 3 })).toBe(0)
      }),
    )
  })

  it.each<[bigint, number, bigint, number, number]>([
    [1n, 2_000_000_000, 9n, 1_999_999_999, 1],
    [-1n, 2_000_000_000, -9n, 1_999_999_999, -1],
    [0n, 2_000_000_000, 0n, 0, 0],
    [-1n, -2_000_000_000, 1n, -2_000_000_000, -1],
  ])('compares huge exponents: %se%s against %se%s', (a, x, b, y, expected) => {
    expect(compareDecimal({ unscaled: a, exponent: x }, { unscaled: b, exponent: y })).toBe(expected)
  })
})

describe('roundAway', () => {
  it.each<[bigint, number, number, bigint, number]>([
    [1500n, -3, 0, 2n, 0],
    [-1500n, -3, 0, -2n, 0],
    [1000n, -3, 0, 1n, 0],
    [0n, -3, 0, 0n, 0],
    [7n, 2, 0, 7n, 2],
    [1n, -2_000_000_000, -9, 1n, -9],
    [-1n, -2_000_000_000, -9, -1n, -9],
    [99n, -2, 0, 1n, 0],
  ])('rounds %se%s to 1e%s', (unscaled, exponent, to, expected, expectedExponent) => {
    expect(roundAway({ unscaled, exponent }, to)).toEqual({ unscaled: expected, exponent: expectedExponent })
  })
})
