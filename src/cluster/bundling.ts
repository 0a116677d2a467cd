import { publicAsync } from '../base/call-site.js'
import type { Hooks } from '../hooks/types.js'
import { clockOf } from '../load/settings.js'
import { checkState } from '../state/shapes.js'
import type { Server } from './server.js'
import type { States } from './states.js'
import type { Cluster } from './types.js'

/** Makes the method that tells what happened; what it takes is loaded at its first call. */
export const createBundling = (
  { parts: { options, store, env }, context, recorder, engine, opening }: Server,
  hooks: Pick<Hooks, 'list'>,
  { begun }: Pick<States, 'begun'>,
): Pick<Cluster, 'bundle'> => ({
  bundle: publicAsync(async (wanted) => {
    checkState('bundle', wanted)
    await opening()
    const { saved, request } = begun()
    const { bundleOf } = await import('../bundle/bundle-of.js')
    return bundleOf(
      {
        ...{ store, env, recorder, hooks },
        registry: context.registry,
        seed: options.seed,
        clock: clockOf(options),
        controllers: engine.names,
        watches: context.watches.list,
        begun: { revision: saved.state.revision, request },
      },
      wanted,
    )
  }),
})
