import { isBuiltIn } from './choose.js'
import type { Origin } from './standing.js'
import { entryId, placeOf } from './state.js'
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
  else if (!waiting) queue.set(id, { controller, key, id, stated, woken })
  else if (stated) queue.set(id, { ...waiting, stated })
}

/** What a fixture states to be on its way out the built-in controllers leave alone, until somebody else wakes them for it. */
function isLeftAlone({ known: { standing } }: Work, controller: Controller, key: Key, origin: Origin): boolean {
  if (standing.size === 0 || !isBuiltIn(controller) || !standing.has(placeOf(key))) return false
  if (origin !== 'other') return true
  standing.delete(placeOf(key))
  return false
}
