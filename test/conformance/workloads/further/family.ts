import type { Chance } from '../chance.js'
import { type Scenario, type Step, setPods } from '../scenario.js'
import { ready } from '../scenarios/manifests.js'

/** A scenario that has no name yet. */
export type Unnamed = Omit<Scenario, 'name'>

/** Puts a scenario together by chance; `number` is its own, for what there is only once in a cluster. */
export type Family = (chance: Chance, number: number) => Unnamed

/** What an agent says of a pod that is no longer ready. */
const unready = { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }] }

/** Pods of `app=web` become ready, or are no longer. */
export const areReady = (count: number): Step => setPods('app=web', count, ready())
export const areUnready = (count: number): Step => setPods('app=web', count, unready)

/** From `least` to twice as many steps but one. */
export const some = (chance: Chance, least: number, step: () => Step): readonly Step[] =>
  Array.from({ length: least + chance.below(least) }, step)

/** One image of a few. */
export const anImage = (chance: Chance): string => `example.io/a:${1 + chance.below(4)}`
