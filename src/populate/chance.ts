import { mustHave } from '../base/must-have.js'
import { createEnv } from '../base/env.js'
import { generateName } from '../rest/write/generate-name.js'

/** What a seed decides. */
export type Chance = {
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number
  /** A whole number from the first to the second, both included. */
  readonly whole: (least: number, most: number) => number
  /** One of a list that is not empty. */
  readonly pick: <T>(from: readonly T[]) => T
  /** True so often of a hundred times. */
  readonly percent: (often: number) => boolean
  readonly uuid: () => string
  /** A name that begins so and ends in five letters. */
  readonly name: (base: string) => string
  /** A list in another order. */
  readonly shuffle: <T>(list: readonly T[]) => readonly T[]
}

/** Makes chance of a seed. */
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
