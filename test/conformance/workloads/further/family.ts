import type { Chance } from '../chance.js'
import { type Scenario, type Step, setPods } from '../scenario.js'
import { ready } from '../scenarios/manifests.js'

/** A scenario without its name. */
export type Unnamed = Omit<Scenario, 'name'>

/** Generates a random scenario; `number` is unique, for names of cluster-scoped objects. */
export type Family = (chance: Chance, number: number) => Unnamed

/** The status that a node agent writes for a pod that is no longer ready. */
const unready = { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }] }

/** Steps that make pods of `app=web` ready, or unready. */
export const areReady = (count: number): Step => setPods('app=web', count, ready())
export const areUnready = (count: number): Step => setPods('app=web', count, unready)

/** Returns at least `least` and fewer than twice as many steps. */
export const some = (chance: Chance, least: number, step: () => Step): readonly Step[] =>
  Array.from({ length: least + chance.below(least) }, step)

/** Returns one of four images. */
export const anImage = (chance: Chance): string => `example.io/a:${1 + chance.below(4)}`
