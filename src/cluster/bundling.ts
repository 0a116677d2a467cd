import { callerError } from '../base/check/arguments.js'
import { publicAsync, publicFunction } from '../base/errors/call-site.js'
import { isBuiltIn } from '../controllers/built-in.js'
import { writtenState } from '../controllers/runtime/written-state.js'
import type { Controls } from '../server/control/controlled.js'
import { noCount } from '../server/hooks/frequency.js'
import { PHASES } from '../server/hooks/hook-shape.js'
import type { Hook } from '../server/hooks/hook.js'
import type { Hooks } from '../server/hooks/types.js'
import type { BundleSource } from './bundle/source.js'
import type { BundleAct, BundleEngine } from './bundle/types.js'
import { writtenHook } from './bundle/written-hooks.js'
import { type InspectOptions, nodeParts } from './node-parts.js'
import { clockOf } from './options.js'
import type { Act } from './program-actions.js'
import type { Server } from './server.js'
import { checkState } from './state/shapes.js'
import type { Snapshot } from './state/snapshot.js'
import type { States } from './states.js'
import type { Cluster } from './types.js'

/** Creates the method that writes what happened, synchronously. */
const createInspect = (source: () => BundleSource, folder: string | undefined) =>
  publicFunction((wanted: InspectOptions = {}): string => {
    checkState('inspect', wanted)
    const { inspect } = nodeParts() ?? {}
    if (!inspect)
      throw callerError("cluster.inspect: it writes a file, which takes Node.js, and `import 'fakecluster/node'` once")
    return inspect(source(), { ...(folder === undefined ? {} : { folder }), ...wanted })
  })

/** Creates the methods that return what happened, whole or in parts. Their modules are loaded at the first call. */
export function createBundling(
  works: () => { readonly server: Server; readonly states: Pick<States, 'begun'> },
  hooks: Pick<Hooks, 'list'>,
  folder: string | undefined,
): Pick<Cluster, 'bundle' | 'inspect'> & Pick<Controls, 'parts'> {
  const sourceNow = () => {
    const { server, states } = works()
    // A caller is likely to ask again, so the events that watches send are kept from now on.
    server.context.watches.told.begin()
    const { saved, request, waiting } = states.begun()
    const begin = { request, waiting, revision: saved.state.revision, engine: () => engineOf(server, saved) }
    return sourceOf(server, hooks, begin)
  }
  const source = async () => {
    await works().server.opening()
    return sourceNow()
  }
  return {
    bundle: publicAsync(async (wanted) => {
      checkState('bundle', wanted)
      const { bundleOf } = await import('./bundle/telling.js')
      return bundleOf(await source(), wanted)
    }),
    inspect: createInspect(sourceNow, folder),
    parts: async (wanted) => (await import('./bundle/bundle-parts.js')).partsOf(await source(), wanted),
  }
}

/** Returns the data that a Bundle of a cluster is built from. */
export const sourceOf = (
  { parts: { options, store, env }, context, recorder, engine, containers }: Server,
  hooks: Pick<Hooks, 'list'>,
  { engine: told, ...begun }: BundleSource['begun'] & { readonly engine: BundleSource['engine'] },
): BundleSource => ({
  ...{ store, env, recorder, hooks, containers },
  registry: context.registry,
  seed: options.seed,
  clock: clockOf(options),
  controllers: engine.names,
  isOwn: ownTest(engine),
  watches: context.watches.list,
  told: context.watches.told,
  begun,
  engine: told,
})

/** Returns a function that tells the program's own controllers from the built-in ones. */
function ownTest({ snapshot }: Server['engine']): (controller: string) => boolean {
  const builtIn = new Set(
    snapshot()
      .team.controllers.filter(isBuiltIn)
      .map(({ name }) => name),
  )
  return (controller) => !builtIn.has(controller)
}

/** Options that are code, or that cannot be written without running code. */
const CODE = ['kinds', 'admissionPlugins', 'openapi'] as const

/** Returns, as plain JSON, what a cluster needs besides the objects to continue from a state. */
function engineOf(
  { parts: { options, env }, engine, acts }: Server,
  { env: from, containers, controllers, hooks }: Snapshot,
): BundleEngine {
  const { featureGates, runtimeConfig, agents, reconcileLimit } = options
  const { enableAdmissionPlugins, disableAdmissionPlugins, admissionConfiguration } = options
  const team = controllers.team.controllers
  return {
    env: { from, to: env.snapshot() },
    options: {
      ...(featureGates ? { featureGates } : {}),
      ...(runtimeConfig ? { runtimeConfig } : {}),
      ...(enableAdmissionPlugins ? { enableAdmissionPlugins } : {}),
      ...(disableAdmissionPlugins ? { disableAdmissionPlugins } : {}),
      ...(admissionConfiguration === undefined ? {} : { admissionConfiguration }),
      ...(agents ? { agents } : {}),
      ...(reconcileLimit === undefined ? {} : { reconcileLimit }),
    },
    code: CODE.filter((name) => options[name] !== undefined),
    containers,
    controllers: {
      builtIn: team.filter(isBuiltIn).map(({ name }) => name),
      own: team.filter((controller) => !isBuiltIn(controller)).map(({ name }) => name),
    },
    hooks: PHASES.flatMap((phase): readonly Hook[] => hooks.lists[phase]).map((hook) => ({
      ...writtenHook(hook),
      count: hooks.counts.get(hook) ?? noCount(),
    })),
    acts: acts.all().map(writtenAct),
    ...(acts.isCut() ? { isCut: true } : {}),
    memory: { from: writtenState(controllers), to: writtenState(engine.snapshot()) },
  }
}

function writtenAct(act: Act): BundleAct {
  if (act.type === 'added') return { ...act, hooks: act.hooks.map(writtenHook) }
  if (act.type === 'removed' || act.type === 'released') return { ...act, hook: act.hook.id }
  return act
}
