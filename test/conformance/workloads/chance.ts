/** A source of random choices for generators. */
export type Chance = {
  readonly below: (limit: number) => number
  readonly one: <const T extends readonly unknown[]>(...values: T) => T[number]
}

/** Creates a seeded random generator (mulberry32). */
export function createChance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    one: (...values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('there is nothing to choose from')
      return value
    },
  }
}
