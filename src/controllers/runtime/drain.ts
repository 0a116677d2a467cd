import { isBuiltIn } from './choose.js'
import { arm } from './plans.js'
import { continueWith, noteFault, reconcile } from './reconcile.js'
import type { Task } from './state.js'
import type { Controller, Reconcile } from './types.js'
import { ROOM, type Run, type When, type Work } from './work.js'

/** Reconciliations of one key within one run of everything, beyond which it will not come to rest. */
const MOST_RUNS = 200
/**
 * Objects that a controller of somebody's own has woken itself for, more than once in a row, within one run of
 * everything.
 */
const MOST_CHAINED = 100

/** For so many of these whoever set them off waits; what comes after them happens behind his back. */
const MOST_AWAITED = 20_000

/**
 * Does everything that waits and may run now: a part of it at once, and the rest in turns of its own, between which
 * others are answered. What may not yet is done as soon as it may. Returns what whoever set it off waits for; undefined
 * where all is done, or was under way before.
 */
export function drain(work: Work, when?: When): Promise<void> | undefined {
  // What others set off meanwhile is no sign that what is under way goes round in circles.
  work.run?.runs.clear()
  return begin(work, { room: when?.inNextTurn ? 0 : ROOM, isOpening: false })
}

/**
 * The same with as much as there is at once: nobody else waits for a cluster that is being made. Requests wait for the
 * rest.
 */
export function drainAtOnce(work: Work): void {
  void begin(work, { room: Infinity, isOpening: true })
}

type Manner = Pick<Run, 'room' | 'isOpening'>

function begin(work: Work, manner: Manner): Promise<void> | undefined {
  if (work.isDraining || work.run || work.loading || !hasWork(work)) return undefined
  const library = ownLibrary(work)
  const run = createRun(manner)
  const wait = library ? noteLoading(work, library) : doPart(work, run)
  if (!wait) return undefined
  work.run = run
  run.room = ROOM
  const rest = goOn(work, run, wait)
  run.rest = rest
  // Where something cannot be loaded, each request says so.
  rest.catch(() => undefined)
  work.context.env.hold(rest)
  return run.calm
}

const hasWork = ({ queue, unfinished }: Work): boolean => queue.size > 0 || unfinished !== undefined

function createRun(manner: Manner): Run {
  let tellCalm = () => {}
  const calm = new Promise<void>((resolve) => (tellCalm = resolve))
  return { ...manner, calm, tellCalm, rest: calm, runs: new Map(), chains: new Map(), told: new Set(), done: 0 }
}

async function goOn(work: Work, run: Run, first: Promise<void>): Promise<void> {
  try {
    for (let wait: Promise<void> | undefined = first; wait; wait = doPart(work, run)) await wait
  } finally {
    work.run = undefined
    run.tellCalm()
  }
}

/** Does what a turn has room for; returns what is to be waited for before the next, undefined where all is done. */
function doPart(work: Work, run: Run): Promise<void> | undefined {
  work.isDraining = true
  work.spent = 0
  let end: 'rest' | 'turn' | Promise<void> | undefined
  try {
    end = reconcileAll(work, run)
  } finally {
    if (end === undefined) work.queue.clear()
    work.isDraining = false
  }
  work.left = work.context.store.revision()
  arm(work)
  run.done += work.spent
  if (run.done > MOST_AWAITED) run.tellCalm()
  if (end === 'rest') return undefined
  return end === 'turn' ? work.context.env.turn() : noteLoading(work, end)
}

/** What controllers have to wait for before they may go on, loading it; undefined where there is nothing. */
export function opening(work: Work): Promise<void> | undefined {
  begin(work, { room: ROOM, isOpening: true })
  const { run } = work
  // Of a long one nobody waits for the end: what is calm already would be waited for again and again.
  const calm = run?.isOpening && run.done <= MOST_AWAITED ? run.calm : undefined
  const waiting = work.loading ?? calm ?? ownLibrary(work)
  // What was loaded may have woken what is still to be.
  return waiting?.then(() => opening(work))
}

/** A definition may have rules, and only requests can wait for what reads them. */
const ownLibrary = ({ context, known }: Work): Promise<void> | undefined =>
  known.team.hasOwn ? context.loading?.() : undefined

/** What waits for something to be loaded goes on when it is, at the same time of the clock. */
function noteLoading(work: Work, loading: Promise<void>): Promise<void> {
  work.loading = loading.finally(() => {
    work.loading = undefined
  })
  return work.loading
}

/**
 * Goes on with what waits, in its order, up to the end of the turn's room, or to a controller whose code is to be
 * loaded first: that loading.
 */
function reconcileAll(work: Work, run: Run): 'rest' | 'turn' | Promise<void> {
  const { queue } = work
  if (work.unfinished && !continueWith(work, work.unfinished, run.room)) return 'turn'
  // What is woken meanwhile comes after those that wait.
  for (const task of queue.values()) {
    if (work.spent >= run.room) return 'turn'
    const code = codeOf(task.controller)
    if (!code) return loadCode(task.controller) ?? 'turn'
    queue.delete(task.id)
    const loading = mayRun(work, run, task) ? reconcile(work, task, code) : undefined
    if (loading) return putBack(work, task, loading)
    if (work.unfinished && !continueWith(work, work.unfinished, run.room)) return 'turn'
  }
  return 'rest'
}

/** Tells whether a task may run that waited, and notes where that would go on for ever. */
function mayRun(work: Work, { runs, chains, told }: Run, task: Task): boolean {
  const { controller } = task
  const count = add(runs, task.id)
  if (count > MOST_RUNS) {
    if (count === MOST_RUNS + 1) noteFault(work, controller, new Error(RESTLESS), task)
    return false
  }
  if (isBuiltIn(controller) || !isEndless(task, chains)) return true
  if (!told.has(controller)) {
    told.add(controller)
    noteFault(work, controller, new Error(ENDLESS), task)
  }
  return false
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

/** What was loaded of controllers whose work is in a module of its own; code alone, so all clusters share it. */
const loaded = new WeakMap<Controller, Reconcile>()

/** What a controller does; undefined until {@link loadCode} has loaded it. */
const codeOf = (controller: Controller): Reconcile | undefined =>
  'reconcile' in controller ? (key, world) => controller.reconcile(key, world) : loaded.get(controller)

/** Loads what a controller does; undefined where it is there already. */
function loadCode(controller: Controller): Promise<void> | undefined {
  if ('reconcile' in controller || loaded.has(controller)) return undefined
  return controller.load().then(({ reconcile }) => void loaded.set(controller, reconcile))
}
