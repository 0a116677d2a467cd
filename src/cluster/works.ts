import { OWN_AGENT } from '../api/cause.js'
import { done } from '../api/done.js'
import type { Target } from '../api/target.js'
import { type Calls, createCalls } from '../client/calls.js'
import { readInputs } from '../load/intake.js'
import { ADMIN } from '../pipeline/context.js'
import { storedForm } from '../rest/stored-form.js'
import type { KubeObject } from '../schema/object.js'
import type { Snapshot } from '../state/snapshot.js'
import { checkOwnControllers } from './check-controllers.js'
import type { ClusterOptions } from './options.js'
import type { Parts } from './parts.js'
import { type Scripting, createScripting } from './scripting.js'
import { type Server, createServer } from './server.js'
import { type States, createStates } from './states.js'
import type { Patience } from '../base/patience.js'
import { type Waiting, createWaiting } from './waiting.js'

/** What a cluster begins with: objects of its own, or what another has come to. */
export type Beginning = {
  readonly seeds?: readonly KubeObject[]
  readonly inputs?: Pick<ClusterOptions, 'crds' | 'fixtures' | 'nodes' | 'scripts'>
  readonly saved?: Snapshot
  /** Its controllers have yet to meet what there is. */
  readonly isNew?: boolean
}

/** What the methods of a cluster work with. */
export type Works = {
  readonly server: Server
  /** Builds the calls of its own methods. */
  readonly calls: Calls
  readonly scripting: Scripting
  readonly states: States
  readonly waiting: Waiting
}

/** Makes what a cluster works with, and has it begin. */
export function createWorks(
  parts: Parts,
  { seeds = [], inputs = {}, saved, isNew = false }: Beginning,
  patience: Patience,
): Works {
  const server = createServer(parts, saved)
  const { registry, store } = server.context
  const stored = (target: Target) => storedForm(store, target)
  const calls = createCalls({ registry, user: ADMIN, manager: OWN_AGENT, stored })
  if (!saved) server.engine.begin()
  storeSeeds(server, createCalls({ registry, user: ADMIN, manager: SEEDER, stored }), seeds)
  const scripting = createScripting(server, calls, saved)
  const states = createStates(server, scripting, saved)
  const unread = saved ? saved.unread : readInputs(server.context, inputs)
  if (!saved) checkOwnControllers(parts.options, registry, unread)
  states.take(unread)
  if (!saved) states.begin()
  if (isNew) server.engine.begin(true)
  return { server, calls, scripting, states, waiting: createWaiting(server, patience) }
}

/** Whether nothing happens in what begins so until somebody asks it for something. */
export const isAtRest = ({ saved, isNew = false }: Beginning): boolean =>
  saved !== undefined && !isNew && !saved.unread && saved.controllers.due.size === 0

/** Who makes what is there from the start, as managedFields and the log tell it. */
const SEEDER = 'kube-apiserver'

/** Stores what every server has from the start, which no request is noted of. */
function storeSeeds({ pipeline, engine, recorder }: Server, calls: Calls, seeds: readonly KubeObject[]): void {
  for (const object of seeds)
    done(pipeline.execute(calls.write('create', `${object.apiVersion}/${object.kind}`, object)))
  engine.drainAtOnce()
  recorder.begin()
}
