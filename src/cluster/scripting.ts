import { onDemand } from '../base/on-demand.js'
import type { Calls } from '../server/client/calls.js'
import { type Containers, createContainers } from '../rest/containers/containers.js'
import { containersEntry } from '../rest/containers/script-entry.js'
import { type Controllers, createControllers, reactionEntry } from '../controllers/runtime/controllers.js'
import { type HookContext, createHooks, readScript } from '../server/hooks/hooks.js'
import type { Hooks } from '../server/hooks/types.js'
import { dump } from './load/dump.js'
import { type KindProblem, kindProblem as problemOfKind } from '../model/registry/kind-words.js'
import type { Input } from '../base/input/input.js'
import { type InvariantParts, createInvariants, invariantEntry } from './state/invariants.js'
import type { Snapshot } from './state/snapshot.js'
import { type ViewContext, createView } from './state/view.js'
import type { Server } from './server.js'

/** The ways in which a test controls a cluster: hooks, controllers, containers and invariants. */
export type Scripting = {
  readonly hooks: () => Hooks
  readonly controllers: () => Controllers
  readonly containers: () => Containers
  readonly rules: InvariantParts
  readonly kindProblem: KindProblem
  /** The context of views of the cluster's states. */
  readonly views: ViewContext
  readonly readScript: (input: Input) => void
}

/** Creates the scripting of a server, with what is in force in the state `from`. */
export function createScripting(server: Server, calls: Calls, from: Snapshot | undefined): Scripting {
  const { context, recorder, intake, engine, hookSet } = server
  const { registry, store } = context
  // The set of kinds is unknown while definitions are being loaded.
  const kindProblem: KindProblem = (word) => (intake.opening() ? undefined : problemOfKind(registry, word))
  const views = { context, calls, dump }
  const rules = createInvariants(
    { recorder, state: store.state, view: (state) => createView(views, state), kindProblem, guard: store.guard },
    from?.invariants,
  )
  const controllers = onDemand(() => createControllers(engine, registry, server.faultListeners))
  const containers = onDemand(() => createContainers(server.containers))
  const hookContext = onDemand((): HookContext => ({
    set: hookSet,
    kindProblem,
    entries: [
      reactionEntry(registry, controllers()),
      invariantEntry(rules.invariant, kindProblem),
      containersEntry(containers()),
    ],
    verifyOthers: engine.verify,
  }))
  return {
    hooks: onDemand(() => createHooks(hookContext())),
    controllers,
    containers,
    rules,
    kindProblem,
    views,
    readScript: (input) => void readScript(hookContext(), input, 'scripts'),
  }
}
