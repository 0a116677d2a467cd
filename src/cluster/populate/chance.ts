import { mustHave } from '../../base/must-have.js'
import { createEnv } from '../../base/time/env.js'
import { generateName } from '../../rest/write/metadata.js'

/** A seeded random generator. */
export type Chance = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** Returns an integer between two numbers, inclusive. */
  readonly whole: (least: number, most: number) => number
  /** Returns a random item of a non-empty list. */
  readonly pick: <T>(from: readonly T[]) => T
  /** Returns true with a probability in percent. */
  readonly percent: (often: number) => boolean
  readonly uuid: () => string
  /** Returns the base with a random suffix of five characters. */
  readonly name: (base: string) => string
  /** Returns a shuffled list. */
  readonly shuffle: <T>(list: readonly T[]) => readonly T[]
}

/** Creates a random generator from a seed. */
export function createChance(seed: number): Chance {
  const { random, uuid } = createEnv({ seed, clock: 'virtual' })
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    random,
    uuid,
    whole,
    pick: (from) => mustHave(from[whole(0, from.length - 1)], 'one to pick'),
    percent: (often) => random() * 100 < often,
    name: (base) => generateName(base, random),
    shuffle(list) {
      const keyed = list.map((item) => ({ item, key: random() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
  }
}
