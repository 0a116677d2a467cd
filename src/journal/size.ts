const MOST = 16_384

/** Tells whether a parsed body takes less than about 16 KB, so that the journal can keep it. */
export const smallEnough = (value: unknown): boolean => left(value, MOST) >= 0

function left(value: unknown, most: number): number {
  if (typeof value === 'string') return most - 2 * value.length - 16
  if (typeof value !== 'object' || value === null) return most - 8
  let rest = most - 32
  for (const key in value) {
    if (rest < 0) return rest
    rest = left((value as { readonly [key: string]: unknown })[key], rest - 8)
  }
  return rest
}
