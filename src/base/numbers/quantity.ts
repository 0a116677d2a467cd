import { type Decimal, compareDecimal, roundAway } from './decimal.js'
import { trim, trimEnd } from '../text/trim.js'

/** A parsed quantity: its value, the format it prints in, and the text it was parsed from if that is kept. */
export type Quantity = Decimal & {
  readonly family: Family
  /** The text it was parsed from, if Go keeps it. */
  readonly text?: string
  /** Set if Go keeps it as a big decimal, which depends on its digits, not on 64 bits of value. */
  readonly big?: true
}
type Family = 'decimal' | 'binary' | 'exponent'

const MALFORMED = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const BAD_SUFFIX = "unable to parse quantity's suffix"
const BAD_NUMBER = 'unable to parse numeric part of quantity'

const DECIMAL = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const BINARY = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
])
const DECIMAL_SUFFIX = new Map([...DECIMAL].map(([suffix, exponent]) => [exponent, suffix]))
const BINARY_SUFFIX = new Map([...BINARY].map(([suffix, exponent]) => [exponent, suffix]))

// Arithmetic with this many digits takes negligible time; no real quantity has as many.
const MOST_DIGITS = 1000
const NANO = -9
const MILLI = -3
const LARGEST = 2n ** 63n - 1n

// Texts that Go prints unchanged, at milli precision or coarser.
const CANONICAL = /^(?:[1-9]\d{0,17}(?<!000)[mkMGTPE]?|[1-9]\d{0,2}[KMGTP]i)$/
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s
const SUFFIX = /^[eEinumkKMGTP]*[-+]?\d*$/
// The white space that the server trims. Control characters arrive as escapes, which it does not trim.
const SPACE =
  ' \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

/** Parses a quantity as Go's resource.ParseQuantity does; a returned string is its error text. */
export function parseQuantity(text: string): Quantity | string {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = NUMBER.exec(text) ?? []
  if (text === '' || !SUFFIX.test(suffix)) return MALFORMED
  const scale = parseSuffix(suffix)
  if (scale === undefined) return BAD_SUFFIX
  const { family, exponent } = scale
  if (whole.length + fraction.length > MOST_DIGITS) return MALFORMED
  const num = whole.replace(/^0+/, '') || '0'
  const unsigned = BigInt(num + fraction)
  const unscaled = sign === '-' ? -unsigned : unsigned

  // Go's fast path through int64, for few enough digits; the text is kept if it looks canonical (`+2`, `010` and
  // `1.500` do).
  if (family === 'binary') {
    if (fraction === '' && num.length <= 14 - (exponent * 3) / 10) {
      return {
        unscaled: unscaled << BigInt(exponent),
        exponent: 0,
        family,
        ...((unsigned & 7n) !== 0n ? { text } : {}),
      }
    }
  } else if (num.length + fraction.length <= 18) {
    const exact = (exponent - fraction.length) | 0
    if (exact >= NANO) {
      const shifted = num + fraction
      const kept = exact % 3 === 0 && !shifted.endsWith('000') && shifted[0] !== '0'
      return { unscaled, exponent: exact, family, ...(kept ? { text } : {}) }
    }
  }

  // Go's path through big decimals: rounded up to nano; binary ones capped to int64.
  if (whole === '' && fraction === '') return BAD_NUMBER
  const power =
    family === 'binary'
      ? { unscaled: unscaled << BigInt(exponent), exponent: -fraction.length }
      : { unscaled, exponent: (exponent - fraction.length) | 0 }
  const value = roundAway(power, NANO)
  if (family !== 'binary') return { ...value, family, big: true }
  const most = { unscaled: unscaled < 0n ? -LARGEST : LARGEST, exponent: 0 }
  return { ...(compareDecimal(value, most) === (unscaled < 0n ? -1 : 1) ? most : value), family, big: true }
}

function parseSuffix(suffix: string): { family: Family; exponent: number } | undefined {
  const decimal = DECIMAL.get(suffix)
  if (decimal !== undefined) return { family: 'decimal', exponent: decimal }
  const binary = BINARY.get(suffix)
  if (binary !== undefined) return { family: 'binary', exponent: binary }
  if (!/^[eE][-+]?\d+$/.test(suffix)) return undefined
  const exponent = BigInt(suffix.slice(1).replace('+', ''))
  // Go parses 64 bits and keeps 32 of them.
  return BigInt.asIntN(64, exponent) === exponent
    ? { family: 'exponent', exponent: Number(BigInt.asIntN(32, exponent)) }
    : undefined
}

/**
 * Returns the text the server prints for a quantity given as a JSON string or number, or Go's error text.
 * `roundUpToMilli` rounds away from zero to a thousandth, as is done to resource lists in requests.
 */
export function canonicalQuantity(
  input: string | number,
  { roundUpToMilli = false }: { readonly roundUpToMilli?: boolean } = {},
): { readonly text: string } | { readonly error: string } {
  if (typeof input === 'string' && CANONICAL.test(input)) return { text: input }
  const parsed = parseQuantity(trim(String(input), SPACE))
  if (typeof parsed === 'string') return { error: parsed }
  if (!roundUpToMilli || parsed.exponent >= MILLI) return { text: printQuantity(parsed) }
  return { text: print({ ...roundAway(parsed, MILLI), family: parsed.family }) }
}

/** Returns the text of a quantity given in JSON, from which Go keeps digits that the canonical text may not have. */
export const givenQuantity = (input: string): string => trim(input, SPACE)

/** Returns what Go keeps of a quantity in a list of resources: rounded up to thousandths, and then without its text. */
export function resourceQuantity(text: string): Quantity | string {
  const parsed = parseQuantity(text)
  if (typeof parsed === 'string' || parsed.exponent >= MILLI) return parsed
  return { ...roundAway(parsed, MILLI), family: parsed.family, ...(parsed.big ? { big: true } : {}) }
}

/** Returns the text of a quantity: the one it was parsed from if that is kept, else the canonical one. */
export const printQuantity = (quantity: Quantity): string => quantity.text ?? print(quantity)

const THOUSAND_TWENTY_FOUR = { unscaled: 1024n, exponent: 0 }
const MINUS_THOUSAND_TWENTY_FOUR = { unscaled: -1024n, exponent: 0 }

function print(quantity: Quantity): string {
  if (quantity.unscaled === 0n) return '0'
  if (quantity.family === 'binary' && isWhole(quantity) && isAtLeast1024(quantity)) {
    const [mantissa, times] = withoutFactor(quantity.unscaled / 10n ** BigInt(-quantity.exponent), 1024n)
    return `${mantissa}${BINARY_SUFFIX.get(times * 10) ?? ''}`
  }
  const [mantissa, times] = withoutFactor(quantity.unscaled, 10n)
  const total = (quantity.exponent + times) | 0
  const extra = ((total % 3) + 3) % 3
  const exponent = (total - extra) | 0
  // A suffix beyond the table is left out, as in Go: `1000E` prints as `1`.
  const suffix =
    quantity.family === 'exponent' ? (exponent === 0 ? '' : `e${exponent}`) : (DECIMAL_SUFFIX.get(exponent) ?? '')
  return `${mantissa * 10n ** BigInt(extra)}${suffix}`
}

const isAtLeast1024 = (value: Decimal) =>
  compareDecimal(value, THOUSAND_TWENTY_FOUR) >= 0 || compareDecimal(value, MINUS_THOUSAND_TWENTY_FOUR) <= 0

function isWhole({ unscaled, exponent }: Decimal): boolean {
  return exponent >= 0 || compareDecimal(roundAway({ unscaled, exponent }, 0), { unscaled, exponent }) === 0
}

function withoutFactor(value: bigint, factor: 10n | 1024n): [mantissa: bigint, times: number] {
  // One division, not one per factor: a number may have a hundred thousand digits.
  const digits = String(factor === 10n ? value : (value < 0n ? -value : value).toString(2))
  const zeros = digits.length - trimEnd(digits, '0').length
  const times = factor === 10n ? zeros : Math.floor(zeros / 10)
  return [value / factor ** BigInt(times), times]
}

/** Compares two quantities by value; an invalid text counts as zero, as in Go. */
export function compareQuantity(a: string, b: string): -1 | 0 | 1 {
  return a === b ? 0 : compareDecimal(valueOf(a), valueOf(b))
}

/** Tells whether two quantities have the same value, regardless of their format. */
export const quantityEqual = (a: string, b: string): boolean => compareQuantity(a, b) === 0

/** Returns -1, 0 or 1 for a negative, zero or positive quantity. */
export const quantitySign = (text: string): -1 | 0 | 1 => compareDecimal(valueOf(text), ZERO)

/** Tells whether a quantity is a whole number (`1500m` is not). */
export const isInteger = (text: string): boolean => isWhole(valueOf(text))

const ZERO: Decimal = { unscaled: 0n, exponent: 0 }

function valueOf(text: string): Decimal {
  const parsed = parseQuantity(text)
  return typeof parsed === 'string' ? ZERO : parsed
}
