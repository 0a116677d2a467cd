import { publicFunction } from '../base/errors/call-site.js'
import { checkNoArguments } from '../base/check/arguments.js'
import { endDelays, hookStateOf, restoreHooks } from '../server/hooks/hook-set.js'
import { loadDocuments } from './load/load.js'
import { madeNodes } from './load/made-nodes.js'
import { readInput } from '../base/input/documents.js'
import type { RestContext } from '../rest/context.js'
import type { Unread } from '../base/input/input.js'
import { checkFits, checkState } from './state/shapes.js'
import type { Snapshot } from './state/snapshot.js'
import type { Scripting } from './scripting.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** The state of a cluster as a whole: saving, restoring, and the state it starts with. */
export type States = Pick<Cluster, 'snapshot' | 'restore' | 'start' | 'setStart'> & {
  /** Loads the initial fixtures, definitions and scripts; the start state includes them. */
  readonly take: (unread: Unread | undefined) => void
  /** Makes the present state the one that journal and history begin with. */
  readonly begin: () => void
  /** Returns the state that journal and history begin with: that of the creation, or of the last restore. */
  readonly begun: () => Begun
}

/** The state at the beginning of journal and history. */
type Begun = {
  readonly saved: Snapshot
  /** The number of the last request before it. */
  readonly request: number
  /** The numbers of requests that had come before it, and have waited for it. */
  readonly waiting: ReadonlySet<number>
}

/** Creates the states of a cluster, which starts from `from` if it is given. */
export function createStates(server: Server, scripting: Scripting, from: Snapshot | undefined): States {
  const { context, recorder, intake, engine, opening, acts } = server
  const snapshot = () => {
    // What goes on from a snapshot has no older caches, so that the original has none either.
    context.caughtUp.whole = context.store.revision()
    return snapshotOf(server, scripting)
  }
  let start = from ?? snapshot()
  const begunWith = (saved: Snapshot): Begun => ({ saved, request: recorder.count(), waiting: new Set() })
  let begun = begunWith(start)
  const setStart = () => void (start = snapshot())
  const begin = () => {
    start = snapshot()
    const waiting = recorder.notes().filter(({ ended }) => ended === undefined)
    begun = { ...begunWith(start), waiting: new Set(waiting.map(({ sequence }) => sequence)) }
    acts.begin()
    const first = start
    const epoch = context.store.epoch()
    // What controllers do to the initial objects once they are loaded is part of the start state too, unless `setStart`
    // was called meanwhile.
    opening()?.then(
      () => {
        if (start === first && context.store.epoch() === epoch) setStart()
      },
      () => undefined,
    )
  }
  const take: States['take'] = (unread) =>
    intake.take(unread, {
      load: (documents) => loadDocuments(context, documents, {}, recorder.isFresh),
      makeNodes: (count) => makeNodes(context, count),
      readScript: scripting.readScript,
      taken() {
        engine.drainAtOnce()
        begin()
      },
    })
  return {
    take,
    snapshot,
    setStart,
    begin,
    begun: () => begun,
    start: () => start,
    restore(saved) {
      restore(server, scripting, saved, (revision) => {
        begun = begunWith({ ...saved, state: { ...saved.state, revision } })
        acts.begin()
      })
      take(saved.unread)
    },
  }
}

/** Creates the methods that save and restore the state. */
export const createKeeping = (
  works: () => { readonly states: States },
  fork: (saved: Snapshot) => Pick<Cluster, 'close'>,
): Pick<Cluster, 'snapshot' | 'restore' | 'start' | 'setStart'> => ({
  snapshot: publicFunction((...given: readonly never[]) => {
    checkNoArguments('snapshot', given, 'a state has no name, it is kept: const before = cluster.snapshot()')
    return works().states.snapshot()
  }),
  restore: publicFunction((saved) => {
    checkState('restore', saved)
    checkFits('restore', saved, works().states.start().version)
    // What it has yet to load may be faulty: then a fork of it fails, and nothing here has changed.
    if (saved.unread) fork(saved).close()
    works().states.restore(saved)
  }),
  start: () => works().states.start(),
  setStart: publicFunction((...given: readonly never[]) => {
    checkNoArguments('setStart', given, 'it keeps the state as it is now: restore another first')
    works().states.setStart()
  }),
})

const NODES = '/nodes'

/** Creates the requested nodes; a node of the fixtures with the same name is kept. */
function makeNodes(context: RestContext, count: number): void {
  const present = context.store.state().tables.get(NODES)
  const missing = madeNodes(count, {
    now: context.env.now,
    uuid: context.env.uuid,
    version: context.registry.profile.version,
    featureGates: context.featureGates,
  }).filter(({ metadata }) => !present?.has(metadata.name))
  loadDocuments(context, readInput(missing, 'nodes'))
}

const snapshotOf = ({ context, hookSet, containers, engine, intake }: Server, { rules }: Scripting): Snapshot => ({
  version: context.registry.profile.version,
  state: context.store.state(),
  env: context.env.snapshot(),
  hooks: hookStateOf(hookSet),
  containers: containers.snapshot(),
  controllers: engine.snapshot(),
  invariants: rules.snapshot(),
  ...intake.unread(),
})

function restore(
  { context, hookSet, containers, engine, recorder, flowSchemas }: Server,
  { rules }: Scripting,
  saved: Snapshot,
  begin: (revision: number) => void,
): void {
  context.env.restore(saved.env)
  restoreHooks(hookSet, saved.hooks)
  containers.restore(saved.containers)
  context.store.restore(saved.state)
  endDelays(hookSet)
  flowSchemas.restart()
  recorder.clear()
  begin(context.store.revision())
  engine.restore(saved.controllers)
  rules.restore(saved.invariants)
}
