import { FIXTURES } from '../../model/call/cause.js'
import type { RestContext } from '../../rest/context.js'
import { createChance } from './chance.js'
import { createMaking } from './populate-context.js'
import type { Sizes } from './options.js'
import { type Inhabited, makeWorld } from './world.js'

/** A world that is stored, and the seed that decided it. */
type StoredWorld = Inhabited & { readonly seed: number }

/**
 * Stores a world of the given sizes in one transaction, like fixtures: each object is validated, and its given state is
 * kept. Without a seed the cluster's random generator gives one.
 *
 * @throws TypeError if the pods do not fit, LibraryNotLoaded; then nothing has changed, random numbers included
 */
export function storeWorld(context: RestContext, sizes: Sizes, given?: number): StoredWorld {
  const { env, store } = context
  return env.attempt(() => {
    const seed = given ?? Math.floor(env.random() * 2 ** 31)
    return store.transact((transaction) => {
      const making = createMaking(context, transaction, { chance: createChance(seed), sizes })
      return { ...makeWorld(making, transaction), seed }
    }, FIXTURES)
  })
}
