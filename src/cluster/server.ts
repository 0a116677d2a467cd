import { createAccountTokens } from '../server/accounts/account-tokens.js'
import { createSimulation } from '../controllers/agents/kubelet/simulation.js'
import { DEFINITION_TABLE } from '../kinds/apiextensions/definition.js'
import { kindsOfTable, withLiveKinds } from '../kinds/apiextensions/live-kinds.js'
import { settleDefinitions } from '../kinds/apiextensions/settle-definitions.js'
import { createHealthChecks } from '../server/metrics/health-checks.js'
import { createRequestCounters } from '../server/metrics/request-counters.js'
import type { Target } from '../model/call/call.js'
import { loadAll } from '../base/turns/late-library.js'
import { failure } from '../base/errors/status.js'
import { type FlowSchemaConsumer, createFlowSchemaConsumer } from '../kinds/bootstrap/flow-schemas.js'
import { loadLibrary } from '../cel/library.js'
import { alwaysAllow } from '../model/registry/authorizer.js'
import { accessChoice } from '../server/access/choice.js'
import { type AuditGate, createAuditGate } from '../server/audit/gate.js'
import { type AccessGate, authorizerOf, createAccessGate } from '../server/access/gate.js'
import { nodeAgents } from '../controllers/agents/node-agents.js'
import { chooseControllers } from '../controllers/built-in.js'
import { type ContainerScripts, createContainerScripts, scriptsOf } from '../rest/containers/container-scripts.js'
import { type Engine, type EngineContext, createEngine } from '../controllers/runtime/engine.js'
import { type FaultListeners, createFaultListeners } from '../controllers/runtime/faults.js'
import { noControllerState } from '../controllers/runtime/state.js'
import { type HookSet, createHookSet } from '../server/hooks/hook-set.js'
import type { Phases } from '../server/hooks/phases.js'
import { createPhases } from '../server/hooks/run.js'
import { type NotesLimit, CHANGES_PER_REQUEST, notesLimitOf } from '../server/journal/notes.js'
import { type Recorder, createRecorder } from '../server/journal/recorder.js'
import { type Intake, createIntake } from './load/intake.js'
import { apiServiceTable } from '../server/discovery/registered.js'
import { type Pipeline, createPipeline } from '../server/pipeline/pipeline.js'
import { type RestContext, keyOf, tableOf } from '../rest/context.js'
import { type ContinueTokens, createTokens } from '../rest/read/tokens.js'
import { type WatchLog, createWatchLog } from '../rest/watch/watch-log.js'
import { createWatches } from '../rest/watch/watches.js'
import type { KubeObject } from '../schema/object.js'
import { LoadError } from '../base/input/load-error.js'
import type { Snapshot } from './state/snapshot.js'
import { createWebhookCalls } from '../server/webhooks/calls.js'
import { createEncode } from '../server/wire/encode.js'
import { type Acts, createActs } from './program-actions.js'
import type { Parts } from './parts-from-options.js'
import { nodeParts } from './node-parts.js'
import type { ObjectTable } from '../store/history.js'
import { isUnmade } from '../base/lists/sorted-map.js'
import { type Registry, createRegistry } from '../model/registry/registry.js'
import { combinedRegistry } from '../model/registry/combined-registry.js'
import { extensionKinds } from '../kinds/builtin.js'

/** The server of a cluster: the request pipeline, the store behind it, and the controllers. */
export type Server = {
  readonly parts: Parts
  readonly context: RestContext & { readonly tokens: ContinueTokens }
  /** Returns the stored object that a request names. */
  readonly find: (target: Pick<Target, 'def' | 'namespace' | 'name'>) => KubeObject | undefined
  readonly recorder: Recorder
  /** What the program did other than requests. */
  readonly acts: Acts
  readonly hookSet: HookSet
  /** The container scripts in force. */
  readonly containers: ContainerScripts
  readonly intake: Intake
  readonly pipeline: Pipeline
  /** What authorizes requests; undefined where everything is allowed. */
  readonly access: AccessGate | undefined
  /** What audits requests; undefined where there is no policy. */
  readonly audit: AuditGate | undefined
  readonly engine: Engine
  readonly flowSchemas: FlowSchemaConsumer
  /** Listeners for faults of controllers. */
  readonly faultListeners: FaultListeners
  /** Returns what requests and methods have to wait for; undefined if nothing. */
  readonly opening: () => Promise<void> | undefined
}

/** Creates the server of a cluster; it continues from the state `from`, if one is given. */
export function createServer(parts: Parts, from: Snapshot | undefined): Server {
  const { env, store, options } = parts
  const find: Server['find'] = ({ def, namespace, name }) => store.get(tableOf({ def }), keyOf(namespace, name))
  const recorder = createRecorder(env.now, notesLimitOf(options.journal), store.limit)
  store.observe(recorder.observe)
  const acts = createActs(() => ({ after: recorder.count(), time: env.now() }))
  const hookSet = createHookSet(from?.hooks, acts)
  const phases = createPhases({ env, set: hookSet, find, acted: recorder.acted, effect: recorder.effect })
  const containers = createContainerScripts(from?.containers ?? scriptsOf(options), acts.played)
  const detached = tellAgents(acts, () => engine)
  const { access, ...asking } = authorizing(parts)
  const context = createRestContext(parts, { hooks: phases, containers, detached, recorder, ...asking }, acts)
  const intake = createIntake()
  const encode = createEncode()
  const { auditPolicy } = parts.options
  const audit = auditPolicy === undefined ? undefined : createAuditGate(auditPolicy, encode)
  const needed = [access?.load, audit?.load, parts.admission.load].filter((load) => load !== undefined)
  const loaded = needed.length > 0 ? () => loadAll([intake.opening, ...needed]) : intake.opening
  // Controllers begin once what authorizes them is loaded.
  const opening = (): Promise<void> | undefined => loaded()?.then(opening) ?? engine.opening()
  const flowSchemas = createFlowSchemaConsumer(context)
  const pipeline = createPipeline({
    phases,
    recorder,
    counters: createRequestCounters(),
    healthChecks: createHealthChecks(),
    encode,
    identities: parts.identities,
    access,
    audit,
    opening: () => opening()?.catch(failToOpen),
    following: () => engine.following(),
    committed: (when) => engine.drain(when),
    hasRead: () => engine.catchUp(),
    requestDone: flowSchemas.requestDone,
    ...context,
  })
  const faultListeners = createFaultListeners()
  const engine = createEngine(
    {
      simulation: createSimulation(options.agents, containers),
      ...pipeline,
      loading: loadingOf(context),
      certify: parts.identities.certify,
      reconcileLimit: options.reconcileLimit ?? RECONCILE_LIMIT,
      caughtUpWhole: acts.caughtUp,
      failed: tellFaults(recorder, faultListeners),
      ...context,
    },
    from?.controllers ?? noControllerState(chooseControllers(options.controllers)),
  )
  settleDefinitions(context)
  return {
    ...{ parts, context, find, recorder, acts, hookSet, containers, intake },
    ...{ pipeline, engine, flowSchemas, faultListeners, opening, access, audit },
  }
}

/** Makes what authorizes the requests to a server. */
function authorizing({ options, store, registry }: Parts) {
  const choice = accessChoice(options.authorization)
  if (!choice) return { access: undefined, authorize: alwaysAllow, rules: undefined }
  const access = createAccessGate(choice, store, registry.profile.version)
  return { access, ...authorizerOf(access) }
}

/** The default number of reconciliations that a request waits for. */
const RECONCILE_LIMIT = 1000

/** Tells the agents, and the list of acts, of sessions whose input has ended. */
const tellAgents =
  (acts: Acts, engine: () => Engine): NonNullable<RestContext['detached']> =>
  (container) => {
    const { namespace, pod: name } = container
    acts.detached(container)
    engine().tell(nodeAgents.name, { apiVersion: 'v1', kind: 'Pod', namespace, name }, container)
  }

/** Records the faults of controllers, and tells those who listen. */
const tellFaults =
  (recorder: Recorder, listeners: FaultListeners): NonNullable<EngineContext['failed']> =>
  (fault, woken) => {
    const { controller, key } = fault
    recorder.controllerFault({ controller, ...(key ? { key } : {}), ...(woken === undefined ? {} : { woken }) }, fault)
    listeners.tell(fault)
  }

/** Creates the list of events that watches sent, within the limits of the journal. */
function toldList({ requests, bytes, wholeBodies }: NotesLimit): WatchLog {
  const told = createWatchLog({ events: requests * CHANGES_PER_REQUEST, bytes })
  // A journal with whole bodies is meant for a Bundle, which includes these events.
  if (wholeBodies) told.begin()
  return told
}

// When the context is spread together with other members, it comes last: V8 gives an object literal that begins with a
// spread a hidden class of its own, for each fork.
function createRestContext(
  { env, featureGates, admission, store, options, registry, keys, identities }: Parts,
  {
    hooks,
    containers,
    detached,
    recorder,
    authorize,
    rules,
  }: Pick<Server['context'], 'containers' | 'detached' | 'authorize' | 'rules'> &
    Pick<Server, 'recorder'> & { readonly hooks: Phases },
  { watchControlled }: Acts,
): Server['context'] {
  const apiServices = apiServiceTable(registry)
  const definitions = kindsOfTable(registry, () => store.table(DEFINITION_TABLE))
  return {
    env,
    featureGates,
    admission,
    store,
    registry: withLiveKinds(
      withExtensions(registry, () => store.table(apiServices)),
      definitions,
    ),
    watches: createWatches(toldList(notesLimitOf(options.journal)), watchControlled),
    tokens: createTokens(),
    accounts: createAccountTokens({ keys, get: store.get, now: env.now }, options.serviceAccountTokens),
    userOf: (token) => (token === '' ? identities.nobody : identities.ofToken(token)),
    lastReads: new WeakMap(),
    caughtUp: { tables: new Map(), whole: 0 },
    hooks,
    containers,
    detached,
    authorize,
    rules,
    annotate: options.auditPolicy === undefined ? () => undefined : recorder.annotate,
    current: recorder.current,
    callWebhook: createWebhookCalls({
      env,
      services: options.services ?? {},
      dial: () => nodeParts()?.dial,
      asked: recorder.asked,
      faultOf: (request, webhook) => {
        const call = recorder.callOf(request)
        return call && hooks.webhook(call, webhook)
      },
      serviceOf: (namespace, name) => store.get('/services', keyOf(namespace, name)),
    }),
  }
}

/** Fails a request with the error in the cluster's initial fixtures or definitions. */
function failToOpen(error: unknown): never {
  if (error instanceof LoadError) throw failure(500, 'InternalError', `createCluster: ${error.message}`)
  throw error
}

/**
 * Returns a function that loads what writes of any kind need: a program's own controller may write each of them, and
 * cannot wait. It returns undefined once all is loaded.
 */
function loadingOf({ registry }: RestContext): () => Promise<void> | undefined {
  let isLoaded = false
  return () => {
    if (isLoaded) return undefined
    const loads = registry.kinds().flatMap(({ ready, update }) => (ready ? [ready, update.ready] : [update.ready]))
    const loading = loadAll([loadLibrary, ...loads])
    isLoaded = loading === undefined
    return loading
  }
}

/**
 * Returns a registry that also serves the kinds of extension API servers, each version as long as the table has an
 * APIService of its name.
 */
function withExtensions(base: Registry, table: () => ObjectTable<KubeObject> | undefined): Registry {
  let last: ObjectTable<KubeObject> | undefined
  let served: Registry | undefined
  let made: Registry | undefined
  return combinedRegistry(base, () => {
    const next = table()
    if (next !== last) {
      last = next
      served = next && isRegistered(next, base) ? (made ??= extensionsOf(base)) : undefined
    }
    return served
  })
}

const extensionsOf = ({ profile, standard }: Registry) => createRegistry(profile, extensionKinds, standard)

/** Tells whether an extension is registered; a table that was never built has none. */
function isRegistered(table: ObjectTable<KubeObject>, { profile }: Registry): boolean {
  if (isUnmade(table)) return false
  return extensionKinds.some((kind) => {
    const { group, version } = kind.mapping(profile)
    return table.has(`${version}.${group}`)
  })
}
