import { isUnmade } from '../../base/lists/sorted-map.js'
import { isUntouched } from '../../kinds/bootstrap/untouched.js'
import type { Registry } from '../../model/registry/registry.js'
import { tableOf } from '../../rest/context.js'
import { changedObject } from '../../schema/changed-object.js'
import { identityOf } from '../../schema/identity.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import { objectsOf } from '../../store/page.js'
import { type Waker, enqueue } from './enqueue.js'
import { keepIndexes } from './indexes.js'
import { planLater } from './plans.js'
import { noteFault } from './reconcile.js'
import { type Origin, isHeartbeat, noteStanding, originOf } from './standing.js'
import { type Concerned, concernOf } from './team.js'
import type { Controller, Key, LaterKey, ObjectChange, ToldKey } from './types.js'
import type { Work } from './work.js'

/**
 * A change of an object of any kind; for an object that exists already when a controller is added there is no revision.
 */
type Seen = {
  readonly prev: KubeObject | undefined
  readonly next: KubeObject | undefined
  readonly revision?: number
  readonly heartbeat?: boolean
  readonly stated?: boolean
}

/** Tells the controllers that watch the kind of each committed change. */
export function observe(work: Work, changes: readonly Change<KubeObject>[]): void {
  const { known, current } = work
  for (const change of changes) {
    const origin = originOf(change, current?.controller)
    keepIndexes(known, change)
    work.placed.note(change)
    work.owned.note(change)
    noteStanding(known.standing, change, origin)
    const seen = isHeartbeat(change)
      ? { heartbeat: true, ...change }
      : origin === 'fixture'
        ? { stated: true, ...change }
        : change
    const object = changedObject(change)
    const about = { own: identityOf(object), origin }
    for (const concerned of known.team.concerned(object.kind)) tell(work, concerned, seen, about)
  }
}

/**
 * Tells a controller of all existing objects, as if they had just been created; of unmodified bootstrap objects only if
 * it names their kind.
 */
export function meetAll(work: Work, controller: Controller): void {
  const { store, registry } = work.context
  const named = new Set(Object.keys(controller.watches).map((kind) => tableOfKind(registry, kind)))
  for (const [name, table] of store.state().tables) {
    if (isUnmade(table) && !named.has(name)) continue
    for (const object of objectsOf(table))
      if (named.has(name) || !isUntouched(object))
        for (const concerned of concernOf(controller, object.kind))
          tell(work, concerned, { prev: undefined, next: object }, { own: identityOf(object), origin: 'built-in' })
  }
}

function tableOfKind(registry: Registry, kind: string): string | undefined {
  const def = registry.named(kind)
  return def && tableOf({ def })
}

/** The object of a change, and the change's origin. */
type About = { readonly own: Key; readonly origin: Origin }

const wakerOf = ({ revision }: Seen, woken: Key | LaterKey | ToldKey): Waker =>
  'told' in woken ? { revision, told: woken.told } : { revision }

function tell(work: Work, { controller, wake }: Concerned, change: Seen, { own, origin }: About): void {
  if (wake === 'own') enqueue(work, controller, own, origin, change)
  else {
    const typed = change as ObjectChange // an object in the store has the type of its kind
    try {
      const keys = wake(typed, work.accesses.reader)
      // Fast path: most changes wake nothing.
      if (Array.isArray(keys) && keys.length === 0) return
      for (const woken of keys)
        // Without a delay for a fixture, whose state is assumed to be old.
        if ('after' in woken && origin !== 'fixture') planLater(work, controller, woken, origin)
        else enqueue(work, controller, 'key' in woken ? woken.key : woken, origin, wakerOf(change, woken))
    } catch (error) {
      noteFault(work, controller, error, { woken: change.revision })
    }
  }
}
