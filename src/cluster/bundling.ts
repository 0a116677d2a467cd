import { publicAsync } from '../base/call-site.js'
import type { Hooks } from '../hooks/types.js'
import type { BundleEngine } from '../bundle/types.js'
import { isBuiltIn } from '../controllers/runtime/choose.js'
import { writtenState } from '../controllers/runtime/written-state.js'
import { clockOf } from '../load/settings.js'
import { checkState } from '../state/shapes.js'
import type { Snapshot } from '../state/snapshot.js'
import type { Server } from './server.js'
import type { States } from './states.js'
import type { Cluster } from './types.js'

/** Makes the method that tells what happened; what it takes is loaded at its first call. */
export const createBundling = (
  server: Server,
  hooks: Pick<Hooks, 'list'>,
  { begun }: Pick<States, 'begun'>,
): Pick<Cluster, 'bundle'> => ({
  bundle: publicAsync(async (wanted) => {
    checkState('bundle', wanted)
    const { parts, context, recorder, engine, opening } = server
    await opening()
    const { options, store, env } = parts
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
        engine: () => engineOf(server, saved),
      },
      wanted,
    )
  }),
})

/** The options that are code, or that only code can tell the form of. */
const CODE = ['kinds', 'admissionPlugins', 'openapi'] as const

/** What a cluster goes on from that begins with a state, as plain JSON. */
function engineOf(
  { parts: { options, env }, engine }: Server,
  { env: from, containers, controllers }: Snapshot,
): BundleEngine {
  const { featureGates, disableAdmissionPlugins, agents } = options
  const team = controllers.team.controllers
  return {
    env: { from, to: env.snapshot() },
    options: {
      ...(featureGates ? { featureGates } : {}),
      ...(disableAdmissionPlugins ? { disableAdmissionPlugins } : {}),
      ...(agents ? { agents } : {}),
    },
    code: CODE.filter((name) => options[name] !== undefined),
    containers,
    controllers: {
      builtIn: team.filter(isBuiltIn).map(({ name }) => name),
      own: team.filter((controller) => !isBuiltIn(controller)).map(({ name }) => name),
    },
    memory: { from: writtenState(controllers), to: writtenState(engine.snapshot()) },
  }
}
