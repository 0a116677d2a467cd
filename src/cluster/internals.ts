import type { Unread } from '../base/input/input.js'
import { getPath, isObject } from '../base/json/json.js'
import { seed } from './load/seeded.js'
import type { Patience } from '../base/time/real-wait.js'
import { checkWatches } from '../controllers/runtime/controllers.js'
import { isDefinition } from '../kinds/apiextensions/load-definitions.js'
import { OWN_AGENT } from '../model/call/cause.js'
import { done } from '../model/call/outcome.js'
import type { Target } from '../model/call/call.js'
import type { Registry } from '../model/registry/registry.js'
import { storedForm } from '../rest/context.js'
import type { KubeObject } from '../schema/object.js'
import { ADMIN } from '../server/accounts/identities.js'
import { type Calls, createCalls } from '../server/client/calls.js'
import { readInputs } from './load/intake.js'
import { type ClusterOptions, seedOptions } from './options.js'
import type { Parts } from './parts-from-options.js'
import { type Scripting, createScripting } from './scripting.js'
import { type Server, createServer } from './server.js'
import type { Snapshot } from './state/snapshot.js'
import { type States, createStates } from './states.js'
import { type Waiting, createWaiting } from './waiting.js'

/** What a cluster starts with: initial objects, or the state of another cluster. */
export type Beginning = {
  readonly seeds?: readonly KubeObject[]
  readonly inputs?: Pick<ClusterOptions, 'crds' | 'fixtures' | 'nodes' | 'scripts'>
  readonly saved?: Snapshot
  /** Whether controllers have yet to see the existing objects. */
  readonly isNew?: boolean
}

/** The internals that the methods of a cluster use. */
export type Works = {
  readonly server: Server
  /** Builds the calls of the cluster's own methods. */
  readonly calls: Calls
  readonly scripting: Scripting
  readonly states: States
  readonly waiting: Waiting
}

/** Creates the internals of a cluster, and loads its initial state. */
export function createWorks(
  parts: Parts,
  { seeds = [], inputs = {}, saved, isNew = false }: Beginning,
  patience: Patience,
): Works {
  const server = createServer(parts, saved)
  const { registry, store } = server.context
  const stored = (target: Target) => storedForm(store, target)
  const calls = createCalls({ registry, user: ADMIN, manager: OWN_AGENT, client: 'test', stored })
  if (!saved) server.engine.begin()
  if (saved) server.engine.resume()
  else
    seed(server, seedOptions(parts.options), () =>
      storeSeeds(server, createCalls({ registry, user: ADMIN, manager: SEEDER, stored }), seeds),
    )
  server.recorder.begin()
  const scripting = createScripting(server, calls, saved)
  const states = createStates(server, scripting, saved)
  const unread = saved ? saved.unread : readInputs(server.context, inputs)
  if (!saved) checkOwnControllers(parts.options, registry, unread)
  states.take(unread)
  if (!saved) states.begin()
  if (isNew) server.engine.begin(true)
  return { server, calls, scripting, states, waiting: createWaiting(server, patience) }
}

/** Tells whether a cluster with this beginning does nothing until it is used. */
export const isAtRest = ({ saved, isNew = false }: Beginning): boolean =>
  saved !== undefined &&
  !isNew &&
  !saved.unread &&
  saved.controllers.due.size === 0 &&
  saved.controllers.waiting.length === 0

/** The field manager of the initial objects. */
const SEEDER = 'kube-apiserver'

/** Stores the objects that every server has from the start. The journal does not record the requests. */
function storeSeeds({ pipeline, engine }: Server, calls: Calls, seeds: readonly KubeObject[]): void {
  for (const object of seeds)
    done(pipeline.execute(calls.write('create', `${object.apiVersion}/${object.kind}`, object)))
  engine.drainAtOnce()
}

/**
 * Checks what the program's own controllers watch, before fixtures and definitions are loaded.
 *
 * @throws TypeError
 */
function checkOwnControllers(
  { controllers = [] }: Pick<ClusterOptions, 'controllers'>,
  registry: Registry,
  unread: Unread | undefined,
): void {
  if (typeof controllers === 'string') return
  const defined = (unread?.documents?.documents ?? []).flatMap(({ value }) => kindsIn(value))
  for (const controller of controllers)
    if (typeof controller !== 'string') checkWatches('createCluster', controller, registry, defined)
}

/** Returns the kinds that a CustomResourceDefinition, or the items of a list, define. */
function kindsIn(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  if (!isDefinition(value)) return Array.isArray(value['items']) ? value['items'].flatMap(kindsIn) : []
  const kind = getPath(value, ['spec', 'names', 'kind'])
  return typeof kind === 'string' ? [kind] : []
}
