/**
 * Tells whether a value is one of Go's int64. Beyond 2^53 JavaScript holds only some of them as numbers; the others
 * come as bigints.
 */
export const isInt64 = (value: unknown): boolean =>
  (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 63) || typeof value === 'bigint'
