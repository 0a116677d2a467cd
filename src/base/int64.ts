/**
 * Tells whether a value is an int64 of Go. Beyond 2^53 JavaScript numbers hold only some of them; the others are
 * bigints.
 */
export const isInt64 = (value: unknown): boolean =>
  (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63) || typeof value === 'bigint'
