import { isBuiltIn } from './choose.js'
import { arm } from './plans.js'
import { noteFault, reconcile } from './reconcile.js'
import type { Task } from './state.js'
import type { Controller } from './types.js'
import type { Work } from './work.js'

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200
/** Reconciliations that a controller of somebody's own has woken itself for, more than once in a row, within one run of everything. */
const MOST_CHAINED = 200

/** Does everything that waits and may run now. What may not yet is done as soon as it may. */
export function drain(work: Work): void {
  if (work.isDraining || work.queue.size === 0) return
  const waiting = opening(work)
  // Where it cannot be loaded, each request says so.
  if (waiting) return void waiting.then(work.drain, () => undefined)
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
  const { queue } = work
  const runs = new Map<string, number>()
  // Runs that controllers have woken themselves for, by way of objects that need not be the same.
  const chains = new Map<Controller, number>()
  const told = new Set<Controller>()
  // What is woken meanwhile comes after those that wait.
  for (const task of queue.values()) {
    queue.delete(task.id)
    const count = add(runs, task.id)
    const { controller } = task
    if (count > MOST_RUNS) {
      if (count === MOST_RUNS + 1) noteFault(work, controller, new Error(RESTLESS), task)
    } else if (isBuiltIn(controller) || !isEndless(task, chains)) reconcile(work, task)
    else if (!told.has(controller)) {
      told.add(controller)
      noteFault(work, controller, new Error(ENDLESS), task)
    }
  }
}

const isEndless = ({ own, controller }: Task, chains: Map<Controller, number>): boolean =>
  own > MOST_RUNS || (own > 1 && add(chains, controller) > MOST_CHAINED)

function add<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

const RESTLESS = `it was woken ${MOST_RUNS} times in a row: something it does wakes it again, itself or by way of another controller`
const ENDLESS =
  'what it does wakes it again for another object, and so on without an end: it makes objects of a kind it watches'
