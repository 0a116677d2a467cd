import type { Cause } from '../../model/call/call.js'
import { changedObject } from '../../schema/changed-object.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'
import { typeOfChange } from '../../server/journal/change.js'
import type { Kinds } from './kinds.js'
import type { BundleSource } from './source.js'
import type { BundleChange } from './types.js'

/** A change in the store's log, with its time and request from the journal. */
type HeldChange = {
  readonly change: Change<KubeObject>
  readonly time: number
  readonly request: number | undefined
}

/** Returns the changes of all tables after a revision, oldest first. */
export function changesAfter({ store, recorder, env }: BundleSource, revision: number): readonly HeldChange[] {
  const requests = new Map<number, number>()
  for (const { sequence, changes = [] } of recorder.notes())
    for (const change of changes) if (change.revision > revision) requests.set(change.revision, sequence)
  const found = [...store.state().tables.keys()].flatMap((table) => logged(store, table, revision))
  let last = env.now()
  const changes: HeldChange[] = []
  // Newest first: a change without a recorded time happened no later than the next one.
  for (const change of found.sort((a, b) => b.revision - a.revision)) {
    last = recorder.timeOf(change.revision) ?? last
    changes.push({ change, time: last, request: requests.get(change.revision) })
  }
  return changes.reverse()
}

function logged(store: Store<KubeObject>, table: string, revision: number): readonly Change<KubeObject>[] {
  const log = store.log(table)
  const found: Change<KubeObject>[] = []
  for (let at = log.positionAfter(revision) ?? log.end(); at < log.end(); at++) {
    const change = log.at(at)
    if (typeof change === 'object') found.push(change)
  }
  return found
}

/** Converts a change to its form in a Bundle. */
export const bundleChange = ({ change, time, request }: HeldChange, kinds: Kinds): BundleChange => ({
  revision: change.revision,
  time,
  type: typeOfChange(change),
  ...identityOf(changedObject(change)),
  ...(change.next ? { object: change.next, cells: kinds.cellsOf(change.table, change.next, time) } : {}),
  ...(request === undefined ? writtenBy(change) : { request }),
})

function writtenBy({ cause }: Change<KubeObject>): Pick<BundleChange, 'by'> {
  const known = cause as Cause | undefined // the writes of rest/ pass a Cause
  if (!known) return {}
  const { manager, controller } = known
  return { by: { manager, ...(controller === undefined ? {} : { controller }) } }
}
