import { goQuote } from '../go/printable.js'
import { parseInt64 } from '../go/numbers.js'
import { badRequest } from '../errors/status.js'

/** Parses a boolean parameter: undefined if absent; `0` and `false` are false; anything else, even empty, is true. */
export function parseBoolean(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== '0' && value.toLowerCase() !== 'false'
}

/**
 * Parses an integer parameter; undefined if absent.
 *
 * @throws StatusError 400 if it is not an int64
 */
export function parseInteger(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^[+-]?\d+$/.test(value)) throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: invalid syntax`)
  const number = parseInt64(value)
  if (number === undefined) throw badRequest(`strconv.ParseInt: parsing ${goQuote(value)}: value out of range`)
  return Number(number)
}

const UINT64_MAX = 2n ** 64n - 1n
/** No uint64 has more digits. */
const MOST_DIGITS = 20

/** Returns Go's error for a text that is not an unsigned integer up to `most` (strconv.ParseUint). */
export function uintFault(text: string, most = UINT64_MAX): string | undefined {
  if (!/^\d+$/.test(text)) return `strconv.ParseUint: parsing ${goQuote(text)}: invalid syntax`
  const digits = text.replace(/^0+/, '')
  if (digits.length > MOST_DIGITS || BigInt(digits) > most)
    return `strconv.ParseUint: parsing ${goQuote(text)}: value out of range`
  return undefined
}
