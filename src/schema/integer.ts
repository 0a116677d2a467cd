const LIMITS: { readonly [type: string]: readonly [low: bigint, high: bigint] } = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
}

/** Tells whether a number as it was written is one of Go's integers of that size; `1.0` and `1e3` are not. */
export function fitsInteger(text: string, type: string): boolean {
  if (!/^-?\d+$/.test(text)) return false
  const [low, high] = LIMITS[type] ?? LIMITS['int64']!
  const number = BigInt(text)
  return number >= low && number <= high
}
