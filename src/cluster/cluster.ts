import { OWN_AGENT } from '../api/cause.js'
import { done } from '../api/done.js'
import { publicFunction } from '../base/call-site.js'
import { withAccessors } from '../base/accessors.js'
import { type Calls, createCalls } from '../client/calls.js'
import { createClient } from '../client/client.js'
import { type App, createApp } from '../http/app.js'
import { createControl } from '../http/control.js'
import { namedHosts } from '../http/foreign.js'
import { createLocalFetch } from '../http/local-fetch.js'
import { createJournal } from '../journal/journal.js'
import { seedObjects } from '../kinds/seed.js'
import { readInputs } from '../load/intake.js'
import { checkClusterSettings } from '../load/settings.js'
import { ADMIN } from '../pipeline/context.js'
import type { KubeObject } from '../schema/object.js'
import { createWhy } from '../state/explain.js'
import { checkState } from '../state/shapes.js'
import type { Snapshot } from '../state/snapshot.js'
import { createStateValue } from '../state/state-value.js'
import { checkOwnControllers } from './check-controllers.js'
import { createContent } from './content.js'
import type { ClusterOptions } from './options.js'
import { type Parts, forkParts, makeParts } from './parts.js'
import { createPopulating } from './populating.js'
import { type Scripting, createScripting } from './scripting.js'
import { type Server, createServer } from './server.js'
import { type States, createStates } from './states.js'
import type { Cluster } from './types.js'
import { createWaiting } from './waiting.js'

/**
 * Makes a cluster in memory.
 *
 * @example
 * const cluster = createCluster({ profile: 'kubernetes', seed: 1 })
 * await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })
 */
export const createCluster = publicFunction((options: ClusterOptions = {}): Cluster => {
  checkClusterSettings(options)
  const parts = makeParts(options)
  return compose(parts, { seeds: seedObjects(parts.registry.profile), inputs: options })
})

/** What a cluster begins with: objects of its own, or what another has come to. */
type Beginning = {
  readonly seeds?: readonly KubeObject[]
  readonly inputs?: Pick<ClusterOptions, 'crds' | 'fixtures' | 'nodes' | 'scripts'>
  readonly saved?: Snapshot
}

function compose(parts: Parts, { seeds = [], inputs = {}, saved }: Beginning): Cluster {
  const server = createServer(parts, saved)
  const calls = createCalls({ registry: server.context.registry, user: ADMIN, manager: OWN_AGENT })
  if (!saved) server.engine.begin()
  storeSeeds(server, calls, seeds)
  const scripting = createScripting(server, calls, saved)
  const states = createStates(server, scripting, saved)
  const cluster = createMethods(server, calls, scripting, states)
  const unread = saved ? saved.unread : readInputs(server.context, inputs)
  if (!saved) checkOwnControllers(parts.options, server.context.registry, unread)
  states.take(unread)
  if (!saved) states.setStart()
  return cluster
}

/** Stores what every server has from the start, which no request is noted of. */
function storeSeeds({ pipeline, engine, recorder }: Server, calls: Calls, seeds: readonly KubeObject[]): void {
  for (const object of seeds)
    done(pipeline.execute(calls.write('create', `${object.apiVersion}/${object.kind}`, object)))
  engine.drain()
  recorder.begin()
}

const clusterOf = withAccessors<Cluster, 'app' | 'history'>('app', 'history')

function createMethods(server: Server, calls: Calls, scripting: Scripting, states: States): Cluster {
  const { parts, context, find, recorder, pipeline, engine, opening } = server
  const { env, registry, store, watches, tokens } = context
  const { token, control: isControlled = true, controlLimit: limit, allowHosts = [], strict } = parts.options
  const { hooks, controllers, containers, rules, kindProblem, views } = scripting
  const { snapshot, restore, start, setStart } = states
  const { presence, settle, methods: waits } = createWaiting(server)
  const { history, ...looks } = createStateValue(views, settle)
  const control = isControlled ? createControl(() => cluster, { token, limit }) : undefined
  let app: App | undefined
  // Of a thousand forks few are mounted anywhere.
  const readers = {
    app: () => (app ??= createApp(presence.handle, control && { answer: control, isHost: namedHosts(allowHosts) })),
    history,
  }
  const cluster: Cluster = clusterOf(readers, {
    ...createClient({ calls, env, pace: presence.pace, find, perform: pipeline.perform, opening }),
    ...waits,
    ...looks,
    ...createContent(server),
    ...createPopulating(server),
    ...{ snapshot, restore, start, setStart, hooks, controllers, containers, token, allowHosts },
    profile: registry.profile.name,
    handle: presence.handle,
    fetch: createLocalFetch(presence.handle, control),
    journal: createJournal(recorder, kindProblem),
    why: createWhy(store, recorder, calls),
    invariant: rules.invariant,
    fork: publicFunction((saved = snapshot()) => {
      checkState('fork', saved)
      return compose(forkParts(parts, saved), { saved })
    }),
    watches: watches.list,
    expireContinueTokens: () => tokens.expire(store.revision()),
    close() {
      watches.endAll()
      engine.stop()
      if (strict) hooks.verify()
    },
  })
  return cluster
}
