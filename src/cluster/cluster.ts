import { createClock } from '../base/clock.js'
import { publicAsync, publicFunction } from '../base/call-site.js'
import { withAccessors } from '../base/accessors.js'
import { failure } from '../base/status.js'
import { isSecret } from '../base/bearer.js'
import { loadLibrary } from '../cel/library.js'
import type { ClusterOptions } from './options.js'
import type { Cluster } from './types.js'
import { type Parts, makeParts } from './parts.js'
import { roughSize } from '../base/size.js'
import { chooseControllers } from '../controllers/runtime/choose.js'
import { createControllers, reactionEntry } from '../controllers/runtime/controllers.js'
import { createEngine } from '../controllers/runtime/engine.js'
import { settle } from '../controllers/runtime/settle.js'
import { noControllerState } from '../controllers/runtime/state.js'
import { createCalls } from '../client/calls.js'
import { createClient } from '../client/client.js'
import { checkArguments, optionsOf } from '../check/arguments.js'
import { duration } from '../check/shape.js'
import { createHooks } from '../hooks/hooks.js'
import { type App, createApp } from '../http/app.js'
import { createControl } from '../http/control.js'
import { createLocalFetch } from '../http/local-fetch.js'
import { createPresence } from '../http/presence.js'
import { createJournal } from '../journal/journal.js'
import { createRecorder } from '../journal/recorder.js'
import { kindProblem as problemOfKind } from '../registry/kind-words.js'
import { DEFINITION_TABLE } from '../apiextensions/definition-table.js'
import { kindsOfTable, withLiveKinds } from '../apiextensions/live-kinds.js'
import { seedObjects } from '../kinds/seed.js'
import { LoadError } from '../source/load-error.js'
import { dump } from '../load/dump.js'
import { createIntake, readInputs } from '../load/intake.js'
import { load } from '../load/load.js'
import { ADMIN } from '../pipeline/context.js'
import { createPipeline } from '../pipeline/pipeline.js'
import { type RestContext, keyOf, tableOf } from '../rest/context.js'
import { done } from '../api/done.js'
import { settleDefinitions } from '../apiextensions/settle-definitions.js'
import { createTokens } from '../rest/read/tokens.js'
import type { Target } from '../api/target.js'
import { createWatches } from '../rest/watch/watches.js'
import type { KubeObject } from '../schema/object.js'
import { checkClusterSettings } from '../load/settings.js'
import { createInvariants, invariantEntry } from '../state/invariants.js'
import { createStateValue } from '../state/state-value.js'
import { createWhy } from '../state/explain.js'
import { checkState } from '../state/shapes.js'
import type { Snapshot } from '../state/snapshot.js'
import { createView } from '../state/view.js'
import { createStore } from '../store/store.js'
import { createEncode } from '../wire/encode.js'

const JOURNAL = 1000
/** The User-Agent and field manager of the cluster's own methods. */
const OWN_AGENT = 'fakecluster'

/**
 * Makes a cluster in memory.
 *
 * @example
 * const cluster = createCluster({ profile: 'kubernetes', seed: 1 })
 * await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })
 */
export function createCluster(options: ClusterOptions = {}): Cluster {
  checkClusterSettings(options)
  const parts = makeParts(options)
  return compose(parts, { seeds: seedObjects(parts.registry.profile), inputs: options })
}

/** What a cluster begins with: objects of its own, or what another has come to. */
type Beginning = {
  readonly seeds?: readonly KubeObject[]
  readonly inputs?: Pick<ClusterOptions, 'crds' | 'fixtures' | 'scripts'>
  readonly saved?: Snapshot
}

const clusterOf = withAccessors<Cluster, 'app' | 'history'>('app', 'history')

const settledOptions = optionsOf({ until: duration }, '{ until: "10s" }')

function compose(parts: Parts, { seeds = [], inputs = {}, saved: from }: Beginning): Cluster {
  const { env, featureGates, store, options } = parts
  const registry = withLiveKinds(
    parts.registry,
    kindsOfTable(parts.registry, () => store.table(DEFINITION_TABLE)),
  )
  const find = ({ def, namespace, name }: Target) => store.get(tableOf({ def }), keyOf(namespace, name))
  const recorder = createRecorder(env.now, options.journal ?? JOURNAL)
  // While definitions are read nobody knows which kinds there are.
  const kindProblem = (word: string) => (intake.opening() ? undefined : problemOfKind(registry, word))
  const { hooks, phases, readScript, ...scripts } = createHooks(env, from?.hooks, {
    find,
    acted: recorder.acted,
    kindProblem,
    entries: [reactionEntry(registry, () => cluster.controllers), invariantEntry(() => cluster.invariant)],
  })
  const watches = createWatches()
  const tokens = createTokens()
  const userOf = (token: string) => (options.token === undefined || isSecret(options.token, token) ? ADMIN : undefined)
  const context: RestContext = {
    env,
    registry,
    featureGates,
    store,
    watches,
    tokens,
    hooks: phases,
    userOf,
    lastReads: new WeakMap(),
  }
  store.observe(recorder.observe)
  const { handle, perform, execute } = createPipeline({
    ...context,
    phases,
    recorder,
    encode: createEncode(),
    token: options.token,
    opening: () => opening()?.catch(failToOpen),
    committed: () => engine.drain(),
  })
  const engine = createEngine(
    { ...context, execute, loading: loadLibrary },
    from?.controllers ?? noControllerState(chooseControllers(options.controllers)),
  )
  settleDefinitions(context)
  const calls = createCalls({ registry, user: ADMIN, manager: OWN_AGENT })
  for (const object of seeds) done(execute(calls.write('create', `${object.apiVersion}/${object.kind}`, object)))
  engine.drain()
  recorder.begin()
  const opening = () => intake.opening() ?? engine.opening()
  const rest = () => settle({ env, store, engine, unread: () => [] })
  const presence = createPresence({ env, handle, recorder, watches, own: OWN_AGENT, rest })
  const client = createClient({
    calls,
    env,
    pace: presence.pace,
    find: (def, namespace, name) => store.get(tableOf({ def }), keyOf(namespace, name)),
    perform,
    opening,
  })
  const settled = () => settle({ env, store, engine, unread: watches.unread })
  const views = { context, calls, dump }
  const value = createStateValue(views, settled)
  const rules = createInvariants(
    { recorder, state: store.state, view: (state) => createView(views, state), kindProblem },
    from?.invariants,
  )
  store.guard(rules.guard)
  const intake = createIntake({
    rest: context,
    isFresh: recorder.isFresh,
    readScript: (input) => void readScript(input, 'scripts'),
    taken() {
      engine.drain()
      start = snapshot()
    },
  })
  const snapshot = (): Snapshot => ({
    state: store.state(),
    env: env.snapshot(),
    hooks: scripts.snapshot(),
    controllers: engine.snapshot(),
    invariants: rules.snapshot(),
    ...intake.unread(),
  })
  let start = from ?? snapshot()
  const control = options.control === false ? undefined : createControl(() => cluster, options.token)
  const { allowHosts = [] } = options
  let app: App | undefined
  // Of a thousand forks few are mounted anywhere.
  const readers = {
    app: () => (app ??= createApp(presence.handle, control && { answer: control, hosts: allowHosts })),
    history: value.history,
  }
  const cluster: Cluster = clusterOf(readers, {
    ...client,
    profile: registry.profile.name,
    token: options.token,
    allowHosts,
    handle: presence.handle,
    fetch: createLocalFetch(presence.handle, control),
    clock: createClock(env, opening),
    async ready() {
      await intake.opening()
      await engine.opening()
    },
    hooks,
    controllers: createControllers(engine, registry),
    settled: publicAsync(async (options) => {
      checkArguments('settled', { options: settledOptions }, [options])
      await opening()
      if (options?.until !== undefined) await cluster.clock.advance(options.until)
      await settled()
    }),
    idle: presence.idle,
    journal: createJournal(recorder, kindProblem),
    why: createWhy(store, recorder, calls),
    invariant: rules.invariant,
    at: value.at,
    diff: value.diff,
    changes: value.changes,
    load: publicAsync(async (input, loadOptions) => {
      await intake.opening()
      await load(context, input, loadOptions, recorder.isFresh)
      engine.drain()
    }),
    dump: publicAsync(async (dumpOptions) => {
      checkState('dump', dumpOptions)
      await intake.opening()
      return dump(context, dumpOptions)
    }),
    snapshot,
    restore: publicFunction((saved) => {
      checkState('restore', saved)
      env.restore(saved.env)
      scripts.restore(saved.hooks)
      store.restore(saved.state)
      engine.restore(saved.controllers)
      rules.restore(saved.invariants)
      recorder.clear()
      intake.take(saved.unread)
    }),
    fork: publicFunction((saved = snapshot()) => {
      checkState('fork', saved)
      return compose(
        {
          ...parts,
          env: env.fork(saved.env),
          store: createStore({
            revision: saved.state.revision,
            limit: store.limit,
            bytes: store.bytes,
            sizeOf: roughSize,
            from: saved.state,
          }),
        },
        { saved },
      )
    }),
    start: () => start,
    setStart: () => void (start = snapshot()),
    watches: watches.list,
    expireContinueTokens: () => tokens.expire(store.revision()),
    close() {
      watches.endAll()
      engine.stop()
      if (options.strict) hooks.verify()
    },
  })
  intake.take(from ? from.unread : readInputs(context, inputs))
  if (!from) start = snapshot()
  return cluster
}

/** What is wrong with what a cluster was made with is told each time it is asked for something. */
function failToOpen(error: unknown): never {
  if (error instanceof LoadError) throw failure(500, 'InternalError', `createCluster: ${error.message}`)
  throw error
}
