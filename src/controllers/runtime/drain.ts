import { isBuiltIn } from './choose.js'
import { codeOf, loadCode } from './code.js'
import { arm } from './plans.js'
import { noteFault, reconcile } from './reconcile.js'
import type { Task } from './state.js'
import type { Controller } from './types.js'
import type { Work } from './work.js'

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200
/** Objects that a controller of somebody's own has woken itself for, more than once in a row, within one run of everything. */
const MOST_CHAINED = 100

/** Does everything that waits and may run now. What may not yet is done as soon as it may. */
export function drain(work: Work): void {
  if (work.isDraining || work.queue.size === 0 || work.loading) return
  const library = ownLibrary(work)
  if (library) return goOnAfter(work, library)
  work.isDraining = true
  let code: Promise<void> | undefined
  try {
    code = reconcileAll(work)
  } finally {
    if (!code) work.queue.clear()
    work.isDraining = false
  }
  arm(work)
  if (code) goOnAfter(work, code)
}

/** What controllers have to wait for before they may go on, loading it; undefined where there is nothing. */
export function opening(work: Work): Promise<void> | undefined {
  drain(work)
  const waiting = work.loading ?? ownLibrary(work)
  // What was loaded may have woken what is still to be.
  return waiting?.then(() => opening(work))
}

/** A definition may have rules, and only requests can wait for what reads them. */
const ownLibrary = ({ context, known }: Work): Promise<void> | undefined =>
  known.team.hasOwn ? context.loading?.() : undefined

/** Goes on when something is loaded, at the same time of the clock. Where it cannot be loaded, each request says so. */
function goOnAfter(work: Work, loading: Promise<void>): void {
  const loaded = loading
    .finally(() => {
      work.loading = undefined
    })
    .then(work.drain)
  work.loading = loaded
  work.context.env.hold(loaded)
}

/** Runs what waits, in its order, up to a controller whose code is to be loaded first; returns that loading. */
function reconcileAll(work: Work): Promise<void> | undefined {
  const { queue } = work
  const runs = new Map<string, number>()
  // What controllers have woken themselves for.
  const chains = new Map<Controller, Set<string>>()
  const told = new Set<Controller>()
  // What is woken meanwhile comes after those that wait.
  for (const task of queue.values()) {
    const { controller } = task
    const code = codeOf(controller)
    if (!code) return loadCode(controller)
    queue.delete(task.id)
    const count = add(runs, task.id)
    if (count > MOST_RUNS) {
      if (count === MOST_RUNS + 1) noteFault(work, controller, new Error(RESTLESS), task)
    } else if (isBuiltIn(controller) || !isEndless(task, chains)) {
      const loading = reconcile(work, task, code)
      if (loading) return putBack(work, task, loading)
    } else if (!told.has(controller)) {
      told.add(controller)
      noteFault(work, controller, new Error(ENDLESS), task)
    }
  }
  return undefined
}

/** Has a task wait before all others. */
function putBack({ queue }: Work, task: Task, loading: Promise<void>): Promise<void> {
  const others = [...queue]
  queue.clear()
  queue.set(task.id, task)
  for (const [id, other] of others) queue.set(id, other)
  return loading
}

function isEndless({ own, controller, id }: Task, chains: Map<Controller, Set<string>>): boolean {
  if (own <= 1) return false
  const chained = chains.get(controller) ?? new Set()
  chains.set(controller, chained.add(id))
  return own > MOST_RUNS || chained.size > MOST_CHAINED
}

function add<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

const RESTLESS = `it was woken ${MOST_RUNS} times in a row: something it does wakes it again, itself or by way of another controller`
const ENDLESS =
  'what it does wakes it again for another object, and so on without an end: it makes objects of a kind it watches'
