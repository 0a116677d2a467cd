import { arm } from './plans.js'
import { reconcile } from './reconcile.js'
import type { Task } from './state.js'
import type { Work } from './work.js'

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200

/** Does everything that waits and may run now. What may not yet is done as soon as it may. */
export function drain(work: Work): void {
  if (work.isDraining || work.queue.size === 0) return
  const waiting = opening(work)
  if (waiting) return void waiting.then(work.drain)
  work.isDraining = true
  try {
    reconcileAll(work)
  } finally {
    work.queue.clear()
    work.isDraining = false
  }
  arm(work)
}

/** What controllers have to wait for: a definition may have rules, and only requests can wait for what reads them. */
export const opening = ({ context, known }: Work): Promise<void> | undefined =>
  known.team.hasOwn ? context.loading?.() : undefined

function reconcileAll(work: Work): void {
  const { queue, faults } = work
  const runs = new Map<string, number>()
  // What is woken meanwhile comes after those that wait.
  for (const task of queue.values()) {
    queue.delete(task.id)
    const count = (runs.get(task.id) ?? 0) + 1
    runs.set(task.id, count)
    if (count <= MOST_RUNS) reconcile(work, task)
    else if (count === MOST_RUNS + 1) faults.push(new Error(restless(task)))
  }
}

const restless = ({ controller, key }: Task): string =>
  `the controller ${controller.name} was woken ${MOST_RUNS} times in a row for ${key.kind} ${key.namespace ? `${key.namespace}/` : ''}${key.name}: something it does wakes it again, itself or by way of another controller`
