import { FIXTURES } from '../api/cause.js'
import type { RestContext } from '../rest/context.js'
import { createChance } from './chance.js'
import { createMaking } from './populate-context.js'
import type { Sizes } from './options.js'
import { type Inhabited, makeWorld } from './world.js'

/**
 * Stores a world of the given sizes in one transaction, like fixtures: each object is validated, and its given state is
 * kept.
 *
 * @throws TypeError if the pods do not fit, LibraryNotLoaded; then nothing has changed, random numbers included
 */
export function storeWorld(context: RestContext, sizes: Sizes, seed: number): Inhabited {
  const before = context.env.snapshot()
  try {
    return context.store.transact((transaction) => {
      const making = createMaking(context, transaction, { chance: createChance(seed), sizes })
      return makeWorld(making, transaction)
    }, FIXTURES)
  } catch (error) {
    context.env.restore(before)
    throw error
  }
}
