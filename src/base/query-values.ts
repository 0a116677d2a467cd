import { goQuote } from './go-print.js'
import { badRequest } from './status.js'

/** Parses a boolean parameter: undefined if absent; `0` and `false` are false; anything else, even empty, is true. */
export function parseBoolean(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== '0' && value.toLowerCase() !== 'false'
}

const INT64_MAX = 9223372036854775807n

/**
 * Parses an integer parameter; undefined if absent.
 *
 * @throws StatusError 400 if it is not an int64
 */
export function parseInteger(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: invalid syntax`)
  const number = BigInt(value)
  if (number > INT64_MAX || number < -INT64_MAX - 1n)
    throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: value out of range`)
  return Number(number)
}

const UINT64_MAX = 2n ** 64n - 1n
/** A number of at most this many digits cannot overflow. */
const SAFE_DIGITS = 19

/** Returns Go's error for a text that is not a uint64 (strconv.ParseUint); undefined for one that is. */
export function uintFault(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return `strconv.ParseUint: parsing ${goQuote(text)}: invalid syntax`
  if (text.length > SAFE_DIGITS && BigInt(text) > UINT64_MAX)
    return `strconv.ParseUint: parsing ${goQuote(text)}: value out of range`
  return undefined
}
