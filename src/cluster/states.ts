import { publicFunction } from '../base/call-site.js'
import { checkNoArguments } from '../check/arguments.js'
import { hookStateOf, restoreHooks } from '../hooks/hook-set.js'
import { loadDocuments } from '../load/load.js'
import { madeNodes } from '../load/made-nodes.js'
import { readInput } from '../source/documents.js'
import type { RestContext } from '../rest/context.js'
import type { Unread } from '../source/unread.js'
import { checkState } from '../state/shapes.js'
import type { Snapshot } from '../state/snapshot.js'
import type { Scripting } from './scripting.js'
import type { Server } from './server.js'
import type { Cluster } from './types.js'

/** The state of a cluster as a whole: to be kept, gone back to, and begun with. */
export type States = Pick<Cluster, 'snapshot' | 'restore' | 'start' | 'setStart'> & {
  /** Takes in what it is made with; the state it begins with has all of that. */
  readonly take: (unread: Unread | undefined) => void
  /** Takes the present state for the one all that happens begins with. */
  readonly begin: () => void
  /** The state that all the journal and the history tell of began with: as it was made, or was last restored. */
  readonly begun: () => Begun
}

/** A state that all later things happen to. */
type Begun = {
  readonly saved: Snapshot
  /** The last request noted by then. */
  readonly request: number
}

/** Makes the states of a cluster, which began with one where it is given. */
export function createStates(server: Server, scripting: Scripting, from: Snapshot | undefined): States {
  const { context, recorder, intake, engine, acts } = server
  const snapshot = () => {
    // What goes on from a snapshot has no older caches, so that the original has none either.
    context.caughtUp.whole = context.store.revision()
    return snapshotOf(server, scripting)
  }
  let start = from ?? snapshot()
  let begun: Begun = { saved: start, request: recorder.count() }
  const setStart = () => void (start = snapshot())
  const begin = () => {
    start = snapshot()
    begun = { saved: start, request: recorder.count() }
    acts.begin()
    const first = start
    // What controllers do of it once they are loaded is part of the start too, unless somebody has set another.
    engine.opening()?.then(
      () => {
        if (start === first) setStart()
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
        begun = { saved: { ...saved, state: { ...saved.state, revision } }, request: recorder.count() }
        acts.begin()
      })
      take(saved.unread)
    },
  }
}

/** Makes the methods that keep a state, and go back to it. */
export const createKeeping = (
  works: () => { readonly states: States },
): Pick<Cluster, 'snapshot' | 'restore' | 'start' | 'setStart'> => ({
  snapshot: publicFunction((...given: readonly never[]) => {
    checkNoArguments('snapshot', given, 'a state has no name, it is kept: const before = cluster.snapshot()')
    return works().states.snapshot()
  }),
  restore: publicFunction((saved) => {
    checkState('restore', saved)
    works().states.restore(saved)
  }),
  start: () => works().states.start(),
  setStart: publicFunction((...given: readonly never[]) => {
    checkNoArguments('setStart', given, 'it keeps the state as it is now: restore another first')
    works().states.setStart()
  }),
})

const NODES = '/nodes'

/** Makes nodes besides those that fixtures state, of which one with such a name stays what it is. */
function makeNodes(context: RestContext, count: number): void {
  const present = context.store.state().tables.get(NODES)
  const missing = madeNodes(count, context.env).filter(({ metadata }) => !present?.has(metadata.name))
  loadDocuments(context, readInput(missing, 'nodes'))
}

const snapshotOf = ({ context, hookSet, containers, engine, intake }: Server, { rules }: Scripting): Snapshot => ({
  state: context.store.state(),
  env: context.env.snapshot(),
  hooks: hookStateOf(hookSet),
  containers: containers.snapshot(),
  controllers: engine.snapshot(),
  invariants: rules.snapshot(),
  ...intake.unread(),
})

function restore(
  { context, hookSet, containers, engine, recorder }: Server,
  { rules }: Scripting,
  saved: Snapshot,
  begin: (revision: number) => void,
): void {
  context.env.restore(saved.env)
  restoreHooks(hookSet, saved.hooks)
  containers.restore(saved.containers)
  context.store.restore(saved.state)
  recorder.clear()
  begin(context.store.revision())
  engine.restore(saved.controllers)
  rules.restore(saved.invariants)
}
