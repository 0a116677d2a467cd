import { isBuiltIn } from './choose.js'
import type { Origin } from './standing.js'
import { type Task, entryId, placeOf } from './state.js'
import type { Controller, Key } from './types.js'
import type { Work } from './work.js'

/**
 * Adds a key to what a controller is to reconcile, once however often it is woken.
 *
 * @param woken revision of the change that wakes it
 */
export function enqueue(work: Work, controller: Controller, key: Key, origin: Origin, woken?: number): void {
  if (isLeftAlone(work, controller, key, origin)) return
  const { queue, running } = work
  const id = entryId(controller.name, key)
  const stated = origin === 'fixture'
  const underWay = running.get(id)
  const waiting = queue.get(id)
  if (underWay) underWay.woken = true
  else if (!waiting)
    queue.set(id, { controller, key, id, stated, woken, own: ownOf(controller, work.current), by: work.current })
  else if (stated) queue.set(id, { ...waiting, stated })
}

/** How often a controller has woken itself that is woken by a reconciliation. */
function ownOf(controller: Controller, by: Task | undefined): number {
  for (let task = by; task; task = task.by) if (task.controller === controller) return task.own + 1
  return 0
}

/** Whether a key is not to be reconciled: what a fixture states to be on its way out the built-in controllers leave alone, until somebody else wakes them for it. */
export function isLeftAlone({ known: { standing } }: Work, controller: Controller, key: Key, origin: Origin): boolean {
  if (standing.size === 0 || !isBuiltIn(controller) || !standing.has(placeOf(key))) return false
  if (origin !== 'other') return true
  standing.delete(placeOf(key))
  return false
}
