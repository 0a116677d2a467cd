import { isBuiltIn } from '../built-in.js'
import type { Origin } from './standing.js'
import { type Task, type Told, entryId, placeOf } from './state.js'
import type { Controller, Key } from './types.js'
import type { Work } from './work.js'

/**
 * Adds a key to a controller's queue; a key that is queued already is not added twice.
 *
 * @param by the revision of the change that wakes the key, and what its reconciliation is told of it
 */
export function enqueue(work: Work, controller: Controller, key: Key, origin: Origin, by: Waker = {}): void {
  if (isLeftAlone(work, controller, key, origin)) return
  const { queue, running } = work
  const id = entryId(controller.name, key)
  const stated = origin === 'fixture'
  const underWay = running.get(id)
  const waiting = underWay ? underWay.next : queue.get(id)
  // It is reconciled anyway, and learns nothing from this change.
  if (waiting && !('told' in by) && (waiting.stated || !stated)) return
  // All tasks have their members in the same order. What a reconciliation in progress leads to comes after it, in a
  // chain of its own.
  const chain = waiting ?? (underWay ? UNCHAINED : { own: ownOf(controller, work.current), by: work.current })
  const task: Task = {
    controller,
    key: waiting ? waiting.key : key,
    id,
    woken: waiting ? waiting.woken : by.revision,
    own: chain.own,
    by: chain.by,
    stated: stated || waiting?.stated === true,
    told: saidBefore(by, waiting?.told),
  }
  if (underWay) underWay.next = task
  else queue.set(id, task)
}

/** The place of a task in no chain of reconciliations. */
export const UNCHAINED = { own: 0, by: undefined } as const

/** What wakes a key. */
export type Waker = { readonly revision?: number | undefined; readonly told?: unknown }

const saidBefore = (by: Waker, before: Told | undefined): Told | undefined =>
  'told' in by ? { value: by.told, before } : before

/** Returns how many times in the chain of reconciliations that led here the controller has woken itself. */
function ownOf(controller: Controller, by: Task | undefined): number {
  for (let task = by; task; task = task.by) if (task.controller === controller) return task.own + 1
  return 0
}

/**
 * Returns whether a key is not to be reconciled: built-in controllers leave alone an object that a fixture states with
 * a deletionTimestamp, until something else changes it.
 */
export function isLeftAlone({ known: { standing } }: Work, controller: Controller, key: Key, origin: Origin): boolean {
  if (standing.size === 0 || !isBuiltIn(controller) || !standing.has(placeOf(key))) return false
  if (origin !== 'other') return true
  standing.delete(placeOf(key))
  return false
}
