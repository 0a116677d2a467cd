import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalQuantity,
  compareQuantity,
  isInteger,
  parseQuantity,
  quantityEqual,
  quantitySign,
} from '../../../src/base/numbers/quantity.js'

const MALFORMED = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const BAD_SUFFIX = "unable to parse quantity's suffix"
const BAD_NUMBER = 'unable to parse numeric part of quantity'

describe('canonicalQuantity', () => {
  it.each<[input: string | number, text: string]>([
    ['1', '1'],
    ['1.5', '1500m'],
    ['0.5', '500m'],
    ['1000m', '1'],
    ['100m', '100m'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1000000', '1M'],
    ['1e3', '1e3'],
    ['1e4', '10e3'],
    ['8Gi', '8Gi'],
    ['1024Mi', '1Gi'],
    ['1000Mi', '1000Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.1Gi', '107374182400m'],
    ['512', '512'],
    ['1Ki', '1Ki'],
    ['2048Ki', '2Mi'],
    ['0Mi', '0'],
    ['-5Gi', '-5Gi'],
    ['0.0001n', '1n'],
    ['3.0', '3'],
    // As answered by a real server.
    ['4000m', '4'],
    ['1024Ki', '1Mi'],
    ['1e9', '1e9'],
    ['1500m', '1500m'],
    [1073741824, '1073741824'],
    ['128974848', '128974848'],
    [9007199254740992, '9007199254740992'],
    ['16384Mi', '16Gi'],
    // Go's int64 fast path keeps these as they were written.
    ['+2', '+2'],
    ['010', '010'],
    ['1.500', '1.500'],
    ['1.234', '1.234'],
    ['5.', '5.'],
    ['0001Gi', '0001Gi'],
    ['1e+21', '1e+21'],
    [1e21, '1e+21'],
    // Zero in all its forms.
    ['0', '0'],
    ['00', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['.', '0'],
    ['-', '0'],
    ['+', '0'],
    ['m', '0'],
    ['.m', '0'],
    ['e3', '0'],
    [0, '0'],
    // Exponents.
    ['1.5e3', '1500'],
    ['12e-1', '1200e-3'],
    ['1E-3', '1E-3'],
    ['1E', '1E'],
    ['1e4294967299', '1e4294967299'],
    ['1000e4294967299', '1e6'],
    // Suffixes beyond the table are lost.
    ['1000E', '1'],
    ['100E', '100E'],
    // Rounding to nano, and the cap on binary values.
    ['1.5n', '2n'],
    ['-0.5n', '-1n'],
    ['1e-12', '1e-9'],
    ['10Ei', '9223372036854775807'],
    ['-10Ei', '-9223372036854775807'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['12345678901234567890', '12345678901234567890'],
    ['123456789012345678901E', '123456789012345678901E'],
    // Binary values below 1024 or with a fraction of a byte are decimal.
    ['0.5Ki', '512'],
    ['-0.5Ki', '-512'],
    ['1.0Ki', '1Ki'],
    ['0.0001Ki', '102400u'],
    [' 1Gi ', '1Gi'],
    ['\u00a01Gi\u2003', '1Gi'],
  ])('%j is %s', (input, text) => {
    expect(canonicalQuantity(input)).toEqual({ text })
  })

  it.each([
    ['', MALFORMED],
    ['abc', MALFORMED],
    ['1KB', MALFORMED],
    ['1 Gi', MALFORMED],
    ['1.2.3', MALFORMED],
    ['0x', MALFORMED],
    ['1\n', MALFORMED],
    ['é', MALFORMED],
    ['true', MALFORMED],
    ['100K', BAD_SUFFIX],
    ['1ki', BAD_SUFFIX],
    ['1mm', BAD_SUFFIX],
    ['1e', BAD_SUFFIX],
    ['1e+', BAD_SUFFIX],
    ['1ee5', BAD_SUFFIX],
    ['1m5', BAD_SUFFIX],
    ['1e9223372036854775808', BAD_SUFFIX],
    ['Ei', BAD_NUMBER],
    ['.Pi', BAD_NUMBER],
  ])('%j is refused with %s', (input, error) => {
    expect(canonicalQuantity(input)).toEqual({ error })
  })

  it.each([
    ['100u', '1m'],
    ['-100u', '-1m'],
    ['1n', '1m'],
    ['1.0001', '1001m'],
    ['1.5', '1500m'],
    ['0.1Gi', '107374182400m'],
    ['0.00001Ki', '11m'],
    ['1e-5', '1e-3'],
    ['1.500', '1.500'],
    ['+2', '+2'],
    ['1Gi', '1Gi'],
    ['999999u', '1'],
    ['0n', '0'],
  ])('%s rounded up to milli is %s', (input, text) => {
    expect(canonicalQuantity(input, { roundUpToMilli: true })).toEqual({ text })
  })

  it('does not change a canonical text', () => {
    fc.assert(
      fc.property(quantity, fc.boolean(), (text, roundUpToMilli) => {
        const once = canonicalQuantity(text, { roundUpToMilli })
        expect(once).toEqual({ text: expect.any(String) })
        expect(canonicalQuantity((once as { text: string }).text, { roundUpToMilli })).toEqual(once)
      }),
    )
  })

  it('keeps the value', () => {
    fc.assert(
      fc.property(quantity, (text) => {
        const canonical = canonicalQuantity(text)
        expect(canonical).toEqual({ text: expect.any(String) })
        expect(quantityEqual((canonical as { text: string }).text, text)).toBe(true)
      }),
    )
  })
})

describe('parseQuantity', () => {
  it.each([
    ['1Gi', { unscaled: 1073741824n, exponent: 0, family: 'binary', text: '1Gi' }],
    ['-1500m', { unscaled: -1500n, exponent: -3, family: 'decimal', text: '-1500m' }],
    ['2e4', { unscaled: 2n, exponent: 4, family: 'exponent' }],
    [' 1', MALFORMED],
    ['1x', MALFORMED],
  ])('parses %j', (text, expected) => {
    expect(parseQuantity(text)).toEqual(expected)
  })
})

describe('compareQuantity and related functions', () => {
  it.each<[string, string, number]>([
    ['1Gi', '1024Mi', 0],
    ['1', '1000m', 0],
    ['1e3', '1k', 0],
    ['0', '0Gi', 0],
    ['-1', '1', -1],
    ['1Gi', '1G', 1],
    ['999m', '1', -1],
    ['1e2147483647', '1e2147483646', 1],
    ['nonsense', '0', 0],
    ['nonsense', '1', -1],
  ])('compare %s with %s as %s', (a, b, expected) => {
    expect(compareQuantity(a, b)).toBe(expected)
    expect(compareQuantity(b, a)).toBe(0 - expected)
    expect(quantityEqual(a, b)).toBe(expected === 0)
  })

  it('agree with integers of nano', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [x, y] = [nanoOf(a), nanoOf(b)]
        expect(compareQuantity(textOf(a), textOf(b))).toBe(x < y ? -1 : x > y ? 1 : 0)
        expect(quantitySign(textOf(a))).toBe(x < 0n ? -1 : x > 0n ? 1 : 0)
        expect(isInteger(textOf(a))).toBe(x % 10n ** 9n === 0n)
      }),
    )
  })

  it.each([
    ['0', 0],
    ['-1m', -1],
    ['1n', 1],
    ['-5Gi', -1],
    ['1e99', 1],
  ] as const)('give %s the sign %s', (text, sign) => {
    expect(quantitySign(text)).toBe(sign)
  })

  it.each([
    ['1', true],
    ['1500m', false],
    ['2000m', true],
    ['1.5Gi', true],
    ['0.1Gi', false],
    ['1e99', true],
    ['0', true],
    ['-1m', false],
  ] as const)('tell whether %s is an integer: %s', (text, whole) => {
    expect(isInteger(text)).toBe(whole)
  })
})

// The model: quantities with an exact value in nano, below the cap.
const UNITS: Record<string, bigint> = {
  n: 1n,
  u: 10n ** 3n,
  m: 10n ** 6n,
  '': 10n ** 9n,
  k: 10n ** 12n,
  M: 10n ** 15n,
  Ki: 1024n * 10n ** 9n,
  Mi: 1024n ** 2n * 10n ** 9n,
  Gi: 1024n ** 3n * 10n ** 9n,
  e3: 10n ** 12n,
  'E-3': 10n ** 6n,
}
type Parts = { readonly negative: boolean; readonly whole: number; readonly fraction: string; readonly unit: string }
const parts: fc.Arbitrary<Parts> = fc
  .record({
    negative: fc.boolean(),
    whole: fc.oneof(fc.integer({ min: 0, max: 2048 }), fc.nat()),
    fraction: fc.stringMatching(/^\d{0,3}$/),
    unit: fc.constantFrom(...Object.keys(UNITS)),
  })
  .map((made) => (made.unit === 'n' || made.unit === 'u' ? { ...made, fraction: '' } : made))
const quantity = parts.map(textOf)

function textOf({ negative, whole, fraction, unit }: Parts): string {
  return `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}${unit}`
}

function nanoOf({ negative, whole, fraction, unit }: Parts): bigint {
  const nano = (BigInt(whole + fraction) * UNITS[unit]!) / 10n ** BigInt(fraction.length)
  return negative ? -nano : nano
}
