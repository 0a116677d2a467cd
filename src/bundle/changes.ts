import { changedObject } from '../schema/changed-object.js'
import { identityOf } from '../schema/identity.js'
import type { KubeObject } from '../schema/object.js'
import type { Change } from '../store/log.js'
import type { Store } from '../store/store.js'
import { typeOfChange } from '../journal/change.js'
import type { Kinds } from './kinds.js'
import type { BundleSource } from './source.js'
import type { BundleChange } from './types.js'

/** The changes after a revision that is held, of all tables, oldest first. */
export function changesAfter(
  { store, recorder, env }: BundleSource,
  kinds: Kinds,
  revision: number,
): readonly BundleChange[] {
  const made = new Map<number, { readonly time: number; readonly request: number }>()
  for (const { sequence, changes = [] } of recorder.notes())
    for (const change of changes)
      if (change.revision > revision) made.set(change.revision, { time: change.time, request: sequence })
  const found = [...store.state().tables.keys()].flatMap((table) => logged(store, table, revision))
  let last = env.now()
  const changes: BundleChange[] = []
  // From the newest: what nobody noted a time of was no later than what came after it.
  for (const change of found.sort((a, b) => b.revision - a.revision)) {
    const { time = last, request } = made.get(change.revision) ?? {}
    last = time
    changes.push(told(change, kinds, time, request))
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

function told(change: Change<KubeObject>, kinds: Kinds, time: number, request: number | undefined): BundleChange {
  const object = changedObject(change)
  kinds.meet(change.table, object)
  return {
    revision: change.revision,
    time,
    type: typeOfChange(change),
    ...identityOf(object),
    ...(change.next ? { object: change.next, cells: kinds.cellsOf(change.table, change.next, time) } : {}),
    ...(request === undefined ? {} : { request }),
  }
}
