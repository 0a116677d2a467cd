import { changedObject } from '../../schema/changed-object.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { enqueue } from './enqueue.js'
import { indexOwners } from './owned.js'
import { noteFault } from './reconcile.js'
import { type Origin, isHeartbeat, noteStanding, originOf } from './standing.js'
import { wakeOf } from './team.js'
import type { Controller, ObjectChange } from './types.js'
import type { Work } from './work.js'

/** A change of an object of any kind; what there is already has no revision that wakes anybody. */
type Seen = {
  readonly prev: KubeObject | undefined
  readonly next: KubeObject | undefined
  readonly revision?: number
  readonly heartbeat?: boolean
  readonly stated?: boolean
}

/** Tells the controllers that it concerns of what was committed. */
export function observe(work: Work, changes: readonly Change<KubeObject>[]): void {
  const { known, current } = work
  for (const change of changes) {
    const origin = originOf(change, current?.controller)
    indexOwners(known.owned, change)
    noteStanding(known.standing, change, origin)
    const seen = isHeartbeat(change)
      ? { ...change, heartbeat: true }
      : origin === 'fixture'
        ? { ...change, stated: true }
        : change
    for (const controller of known.team.concerned(changedObject(change).kind)) tell(work, controller, seen, origin)
  }
}

/** Tells a controller of every object there is, as of one that was just made. */
export function meetAll(work: Work, controller: Controller): void {
  for (const object of work.accessOf(controller).everything())
    tell(work, controller, { prev: undefined, next: object }, 'built-in')
}

function tell(work: Work, controller: Controller, change: Seen, origin: Origin): void {
  const object = changedObject(change)
  const wake = wakeOf(controller, object.kind)
  if (wake === 'own') enqueue(work, controller, identityOf(object), origin, change.revision)
  else if (wake) {
    const typed = change as ObjectChange // an object in the store is what its kind's type says
    try {
      for (const key of wake(typed, work.accessOf(controller))) enqueue(work, controller, key, origin, change.revision)
    } catch (error) {
      noteFault(work, controller, error, { woken: change.revision })
    }
  }
}
