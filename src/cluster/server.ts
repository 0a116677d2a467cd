import { createAccountTokens } from '../accounts/account-tokens.js'
import { createSimulation } from '../agents/simulation.js'
import { DEFINITION_TABLE } from '../apiextensions/definition-table.js'
import { kindsOfTable, withLiveKinds } from '../apiextensions/live-kinds.js'
import { settleDefinitions } from '../apiextensions/settle-definitions.js'
import { createRequestCounters } from '../metrics/request-counters.js'
import type { Target } from '../api/target.js'
import { isSecret } from '../base/bearer.js'
import { failure } from '../base/status.js'
import { type FlowSchemaConsumer, createFlowSchemaConsumer } from '../bootstrap/flow-schemas.js'
import { loadLibrary } from '../cel/library.js'
import { chooseControllers } from '../controllers/runtime/choose.js'
import { type ContainerScripts, createContainerScripts, scriptsOf } from '../containers/container-scripts.js'
import { type Engine, createEngine } from '../controllers/runtime/engine.js'
import { type FaultListeners, createFaultListeners } from '../controllers/runtime/faults.js'
import { noControllerState } from '../controllers/runtime/state.js'
import type { EngineContext } from '../controllers/runtime/work.js'
import { type HookSet, createHookSet } from '../hooks/hook-set.js'
import { createPhases } from '../hooks/run.js'
import { CHANGES_PER_REQUEST, type NotesLimit, notesLimitOf } from '../journal/notes.js'
import { type Recorder, createRecorder } from '../journal/recorder.js'
import { type Intake, createIntake } from '../load/intake.js'
import { apiServiceTable } from '../discovery/registered.js'
import { ADMIN } from '../pipeline/context.js'
import { type Pipeline, createPipeline } from '../pipeline/ways.js'
import { type RestContext, keyOf, tableOf } from '../rest/context.js'
import { type ContinueTokens, createTokens } from '../rest/read/tokens.js'
import { type ToldList, createTold } from '../rest/watch/told.js'
import { createWatches } from '../rest/watch/watches.js'
import type { KubeObject } from '../schema/object.js'
import { LoadError } from '../source/load-error.js'
import type { Snapshot } from '../state/snapshot.js'
import { createEncode } from '../wire/encode.js'
import { type Acts, createActs } from './acts.js'
import type { Parts } from './parts.js'
import { withExtensions } from './with-extensions.js'

/** What answers requests, and what acts on what they changed. */
export type Server = {
  readonly parts: Parts
  readonly context: RestContext & { readonly tokens: ContinueTokens }
  /** The object a request names, as it is stored. */
  readonly find: (target: Pick<Target, 'def' | 'namespace' | 'name'>) => KubeObject | undefined
  readonly recorder: Recorder
  /** What its program did besides asking. */
  readonly acts: Acts
  readonly hookSet: HookSet
  /** What scripts say of containers. */
  readonly containers: ContainerScripts
  readonly intake: Intake
  readonly pipeline: Pipeline
  readonly engine: Engine
  readonly flowSchemas: FlowSchemaConsumer
  /** Who wants to know of what controllers do wrong. */
  readonly faultListeners: FaultListeners
  /** What requests wait for, and methods too; undefined where there is nothing. */
  readonly opening: () => Promise<void> | undefined
}

/** Makes what answers the requests of a cluster, which continues from a state where one is given. */
export function createServer(parts: Parts, from: Snapshot | undefined): Server {
  const { env, store, options } = parts
  const find: Server['find'] = ({ def, namespace, name }) => store.get(tableOf({ def }), keyOf(namespace, name))
  const recorder = createRecorder(env.now, notesLimitOf(options.journal), store.limit)
  store.observe(recorder.observe)
  const acts = createActs(() => ({ after: recorder.count(), time: env.now() }))
  const hookSet = createHookSet(from?.hooks, acts)
  const phases = createPhases({ env, set: hookSet, find, acted: recorder.acted, effect: recorder.effect })
  const containers = createContainerScripts(from?.containers ?? scriptsOf(options), acts.played)
  const context = createRestContext(parts, { hooks: phases, containers }, acts)
  const intake = createIntake()
  const opening = () => intake.opening() ?? engine.opening()
  const flowSchemas = createFlowSchemaConsumer(context)
  const pipeline = createPipeline({
    phases,
    recorder,
    counters: createRequestCounters(),
    encode: createEncode(),
    token: options.token,
    opening: () => opening()?.catch(failToOpen),
    committed(when) {
      const reactions = engine.drain(when)
      flowSchemas.requestDone()
      return reactions
    },
    ...context,
  })
  const faultListeners = createFaultListeners()
  const failed: EngineContext['failed'] = (fault, woken) => {
    const { controller, key } = fault
    recorder.controllerFault({ controller, ...(key ? { key } : {}), ...(woken === undefined ? {} : { woken }) }, fault)
    faultListeners.tell(fault)
  }
  const engine = createEngine(
    {
      simulation: createSimulation(options.agents, containers),
      ...pipeline,
      loading: loadLibrary,
      failed,
      ...context,
    },
    from?.controllers ?? noControllerState(chooseControllers(options.controllers)),
  )
  settleDefinitions(context)
  return {
    parts,
    context,
    find,
    recorder,
    acts,
    hookSet,
    containers,
    intake,
    pipeline,
    engine,
    flowSchemas,
    faultListeners,
    opening,
  }
}

/** What watches are told is held within the bound of the journal. */
function toldList({ requests, bytes, wholeBodies }: NotesLimit): ToldList {
  const told = createTold({ events: requests * CHANGES_PER_REQUEST, bytes })
  // Whoever wants whole bodies is about to tell what happened.
  if (wholeBodies) told.begin()
  return told
}

// Where more is put beside it the context comes last: an object that a spread begins has a hidden class of its own in
// V8, fork by fork.
function createRestContext(
  { env, featureGates, admission, store, options, registry, keys }: Parts,
  { hooks, containers }: Pick<Server['context'], 'hooks' | 'containers'>,
  { watchControlled }: Acts,
): Server['context'] {
  const { token: wanted } = options
  const definitions = kindsOfTable(registry, () => store.table(DEFINITION_TABLE))
  return {
    env,
    featureGates,
    admission,
    store,
    registry: withLiveKinds(
      withExtensions(registry, () => store.table(apiServiceTable(registry))),
      definitions,
    ),
    watches: createWatches(toldList(notesLimitOf(options.journal)), watchControlled),
    tokens: createTokens(),
    accounts: createAccountTokens({ keys, get: store.get, now: env.now }),
    userOf: (token) => (wanted === undefined || isSecret(wanted, token) ? ADMIN : undefined),
    lastReads: new WeakMap(),
    caughtUp: { tables: new Map(), whole: 0 },
    hooks,
    containers,
  }
}

/** What is wrong with what a cluster was made with is told each time it is asked for something. */
function failToOpen(error: unknown): never {
  if (error instanceof LoadError) throw failure(500, 'InternalError', `createCluster: ${error.message}`)
  throw error
}
