/**
 * Tells whether a value is an int64 of Go. Beyond 2^53 JavaScript numbers hold only some of them; the others are
 * bigints.
 */
export const isInt64 = (value: unknown): boolean =>
  (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63) || typeof value === 'bigint'

const MOST = 2n ** 63n - 1n
/** No int64 has more digits. */
const MOST_DIGITS = 19

/** Tells whether an integer fits into an int64. */
export const fitsInt64 = (value: bigint): boolean => value >= -MOST - 1n && value <= MOST

/** Parses an int64 as Go's strconv.ParseInt does; undefined if it is malformed or out of range. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[-+]?\d+$/.test(text)) return undefined
  const digits = text.replace(/^[-+]?0*/, '')
  // Converting millions of digits takes too long.
  if (digits.length > MOST_DIGITS) return undefined
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n)
  return fitsInt64(value) ? value : undefined
}

/** A number that was written as a float (`1.0`, `1e3`): Go tells it apart from the integer of the same value. */
export class Float {
  readonly value: number
  /** As it was written. */
  readonly text: string
  constructor(text: string) {
    this.value = Number(text)
    this.text = text
  }
}
