import type { Answerable } from '../../server/pipeline/context.js'
import { forCaller } from '../../base/errors/call-site.js'
import { isBuiltIn } from '../built-in.js'
import { arm } from './plans.js'
import { continueWith, noteFault, reconcile } from './reconcile.js'
import { takeReady } from './set-aside.js'
import { type Task, mergeTasks } from './state.js'
import type { Controller, Work as Code } from './types.js'
import type { When } from './engine.js'
import { type LoopHints, ROOM, type Run, type Work } from './work.js'

/** Reconciliations of one key within a run, after which the controller counts as looping. */
const MOST_RUNS = 200
/** Distinct keys for which a custom controller may wake itself, more than once in a row, within a run. */
const MOST_CHAINED = 100
/**
 * More reconciliations than are ever done. With Infinity in its place, the first advance of the clock would change the
 * hidden class of {@link Work}, and V8 would compile all that reads it again.
 */
const UNLIMITED = 2 ** 30 - 1

/**
 * Processes the queue: a part of it immediately, the rest in later turns of the event loop, so that other requests are
 * answered in between. Returns a promise to wait for; undefined if the queue is empty now or is already being
 * processed, or if what it follows from is answered first.
 */
export function drain(
  work: Work,
  { inNextTurn = false, isWhole = false, after }: When = {},
): Promise<void> | undefined {
  if (after && mayFollow(work, after)) {
    work.answered = after.kind
    after.sent(() => void following(work))
    return undefined
  }
  const { context, run, answered } = work
  work.answered = undefined
  // Work triggered by a new request is no sign that the run in progress loops.
  run?.runs.clear()
  run?.hints?.restless.clear()
  if (isWhole && work.isBehind) context.caughtUpWhole?.()
  const limit = isWhole ? UNLIMITED : context.reconcileLimit
  // Nothing goes on by itself at a time that stands: what a client reads depends on its requests alone.
  work.owed = Math.min(UNLIMITED, work.owed + (context.env.advance ? limit : UNLIMITED))
  const calm = begin(work, { room: inNextTurn ? 0 : ROOM, limit, isAwaited: answered !== undefined })
  const kind = answered ?? after?.kind
  if (kind !== undefined) noteLength(work, kind, calm)
  return calm
}

/** Notes whether what followed from a write of a kind took a turn; a kind of which more followed once stays so. */
function noteLength({ isBrief, spent }: Work, kind: string, calm: Promise<void> | undefined): void {
  if (calm && spent >= ROOM) isBrief.set(kind, false)
  else if (!calm && !isBrief.has(kind)) isBrief.set(kind, true)
}

/**
 * Returns whether a write is answered before what follows from it is done. Whoever gets the reply finds that done, so
 * that all requests wait for it: it has to be short, as what followed from the writes of the kind before was.
 */
const mayFollow = (work: Work, { kind }: Answerable): boolean =>
  hasWork(work) && !work.run && !work.loading && !work.isBehind && work.isBrief.get(kind) === true

/**
 * Begins with what follows from a write that was answered before; returns what requests wait for until it is done,
 * undefined if it is.
 */
export function following(work: Work): Promise<void> | undefined {
  if (work.answered !== undefined) void drain(work)
  const { run } = work
  // If more came meanwhile, `calm` has resolved before the end of the run: this would wait for it over and over.
  return run?.isAwaited && run.done < run.limit ? run.calm : undefined
}

/** Like {@link drain}, but does nothing unless work was left by earlier requests. */
export const catchUp = (work: Work): Promise<void> | undefined => (work.isBehind ? drain(work) : undefined)

/**
 * Does what a cluster begins with without yielding: nothing else uses one that is being created. Requests wait for what
 * remains, such as code to load.
 */
export function drainAtOnce(work: Work): void {
  void begin(work, { room: Infinity, limit: work.owed, isAwaited: true })
}

/** Begins with the work that a state brings along, and that requests wait for. */
export function beginOpening(work: Work): void {
  if (!work.isOpen && work.owed > 0) void begin(work, { room: ROOM, limit: work.owed, isAwaited: true })
}

type Manner = Pick<Run, 'room' | 'limit' | 'isAwaited'>

function begin(work: Work, manner: Manner): Promise<void> | undefined {
  if (work.isDraining || work.run || work.loading) return undefined
  if (!hasWork(work)) {
    comeToRest(work)
    return undefined
  }
  work.isBehind = false
  const library = ownLibrary(work)
  const run = createRun(manner)
  const wait = library ? noteLoading(work, library) : doPart(work, run)
  if (!wait) return undefined
  work.run = run
  run.room = ROOM
  run.calm = new Promise<void>((resolve) => (run.tellCalm = resolve))
  if (run.done >= run.limit) run.tellCalm()
  const rest = goOn(work, run, wait)
  run.rest = rest
  // If something cannot be loaded, each request reports it.
  rest.catch(() => undefined)
  work.context.env.hold(rest)
  return run.calm
}

/** Nothing that was not done is saved up, except of what a cluster may do at its start. */
function comeToRest(work: Work): void {
  if (work.isOpen) work.owed = 0
}

const hasWork = ({ queue, unfinished, ready }: Work): boolean =>
  queue.size > 0 || unfinished !== undefined || ready.length > 0

// Most runs end in their first turn, which nobody waits for.
const createRun = (manner: Manner): Run => ({
  ...manner,
  calm: CALM,
  tellCalm: () => undefined,
  rest: CALM,
  runs: new Map(),
  hints: undefined,
  done: 0,
})

const CALM = Promise.resolve()

async function goOn(work: Work, run: Run, first: Promise<void>): Promise<void> {
  try {
    // It may have been abandoned meanwhile.
    const next = () => (work.run === run ? doPart(work, run) : undefined)
    for (let wait: Promise<void> | undefined = first; wait; wait = next()) await wait
  } finally {
    if (work.run === run) work.run = undefined
    run.tellCalm()
  }
}

/** Does the work of one turn; returns what to wait for before the next, undefined when the queue is empty. */
function doPart(work: Work, run: Run): Promise<void> | undefined {
  work.isDraining = true
  work.spent = 0
  let end: End | undefined
  try {
    end = reconcileAll(work, run)
  } finally {
    if (end === undefined) work.queue.clear()
    work.isDraining = false
  }
  work.left = work.context.store.revision()
  if (end === 'rest') comeToRest(work)
  if (end === 'behind') work.isBehind = true
  arm(work)
  if (run.done >= run.limit) run.tellCalm()
  if (end === 'rest' || end === 'behind') return undefined
  return end === 'turn' ? work.context.env.turn() : noteLoading(work, end)
}

/**
 * Returns what requests have to wait for before controllers can continue, and starts loading it; undefined if nothing.
 * Requests wait for the work that a state begins with, and for what follows from a write that was answered before. Of
 * what comes besides, somebody else takes care: a request of several turns, for one, has controllers react to its
 * changes at its end.
 */
export function opening(work: Work): Promise<void> | undefined {
  if (!work.isOpen) beginOpening(work)
  const calm = following(work)
  const waiting = work.loading ?? calm ?? ownLibrary(work)
  if (!waiting) {
    work.isOpen = true
    if (work.owed > 0 && !hasWork(work)) comeToRest(work)
  }
  // Loading may have let controllers enqueue more work.
  return waiting?.then(() => opening(work))
}

/** A controller may write a CustomResourceDefinition with CEL rules, and only requests can wait for the CEL library. */
const ownLibrary = ({ context, known }: Work): Promise<void> | undefined =>
  known.team.hasOwn ? context.loading?.() : undefined

/**
 * Records what the queue waits for; once loaded, the queue continues at the same time of the clock. If it cannot be
 * loaded, the next request tries again.
 */
function noteLoading(work: Work, loading: Promise<void>): Promise<void> {
  loading.catch(() => (work.isOpen = false))
  const wait = loading.finally(() => {
    if (work.loading === wait) work.loading = undefined
  })
  work.loading = wait
  return wait
}

/** Why a turn ends: the queue is empty, the rest is left for later, the turn has done enough, or code is loaded. */
type End = 'rest' | 'behind' | 'turn' | Promise<void>

/**
 * Processes the queue in order, up to a limit or up to a controller whose code has to be loaded first, whose loading it
 * then returns. How many reconciliations are done before the rest is left depends on nothing but their number: neither
 * on where turns end nor on what is loaded already.
 */
function reconcileAll(work: Work, run: Run): End {
  const { queue } = work
  const pause = continueUnfinished(work, run)
  if (pause) return pause
  // Tasks added during the loop are appended.
  for (const task of queue.values()) {
    if (work.owed <= 0) return 'behind'
    if (work.spent >= run.room) return 'turn'
    const code = codeOf(task.controller)
    if (!code) return loadCode(task.controller) ?? 'turn'
    queue.delete(task.id)
    const loading = mayRun(work, run, task) ? beginReconciliation(work, run, task, code) : undefined
    const wait = loading ? putBack(work, run, task, loading) : continueUnfinished(work, run)
    if (wait) return wait
  }
  return 'rest'
}

/** Counts the reconciliation of a key, and begins it. */
function beginReconciliation(work: Work, run: Run, task: Task, code: Code): Promise<void> | undefined {
  work.owed--
  run.done++
  return noted(work, run, task, () => reconcile(work, task, code))
}

/** Does some of a reconciliation, and notes the controller if it changes something over and over. */
function noted<T>({ context: { store } }: Work, run: Run, { id, controller }: Task, act: () => T): T {
  const before = store.revision()
  const end = act()
  if (store.revision() !== before && (run.runs.get(id) ?? 0) > MOST_RUNS / 2) hintsOf(run).restless.add(controller.name)
  return end
}

/**
 * Continues the reconciliation of several steps, if there is one, and those that have what they waited for; returns
 * what to wait for if one has not ended.
 */
function continueUnfinished(work: Work, run: Run): 'turn' | Promise<void> | undefined {
  for (;;) {
    const unfinished = work.unfinished ?? (work.spent < run.room ? takeReady(work) : undefined)
    if (!unfinished) return work.ready.length > 0 ? 'turn' : undefined
    const end = noted(work, run, unfinished.task, () => continueWith(work, unfinished, run.room))
    if (end instanceof Promise) return work.unfinished ? end : putBack(work, run, unfinished.task, end)
    if (!end) return 'turn'
  }
}

/** Returns whether a queued task may run; reports a fault if it would loop for ever. */
function mayRun(work: Work, run: Run, task: Task): boolean {
  const { controller } = task
  const count = add(run.runs, task.id)
  if (count > MOST_RUNS) {
    if (count === MOST_RUNS + 1) noteFault(work, controller, forCaller(new Error(wokenBy(hintsOf(run).restless))), task)
    return false
  }
  if (isBuiltIn(controller) || !isEndless(task, run)) return true
  const { told } = hintsOf(run)
  if (!told.has(controller)) {
    told.add(controller)
    noteFault(work, controller, forCaller(new Error(ENDLESS)), task)
  }
  return false
}

/** Puts a task that has to begin again back at the head of the queue, as if it had not begun. */
function putBack(work: Work, run: Run, task: Task, loading: Promise<void>): Promise<void> {
  const { queue } = work
  work.owed++
  run.done--
  const others = [...queue]
  queue.clear()
  queue.set(task.id, task)
  for (const [id, other] of others) queue.set(id, id === task.id ? mergeTasks(task, other) : other)
  return loading
}

function isEndless({ own, controller, id }: Task, run: Run): boolean {
  if (own <= 1) return false
  const { chains } = hintsOf(run)
  const chained = chains.get(controller) ?? new Set()
  chains.set(controller, chained.add(id))
  return own > MOST_RUNS || chained.size > MOST_CHAINED
}

const hintsOf = (run: Run): LoopHints => (run.hints ??= { restless: new Set(), chains: new Map(), told: new Set() })

function add<K>(counts: Map<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

const wokenBy = (restless: ReadonlySet<string>): string =>
  `it was woken ${MOST_RUNS} times in a row${restless.size > 0 ? ` by what ${[...restless].join(' and ')} did` : ''}, and so on without an end`
const ENDLESS =
  'what it does wakes it again for another object, and so on without an end: it makes objects of a kind it watches'

/** Loaded code of the controllers with `load`; it has no state, so all clusters share it. */
const loaded = new WeakMap<Controller, Code>()

/** Returns the code of a controller; undefined until {@link loadCode} has loaded it. */
const codeOf = (controller: Controller): Code | undefined =>
  'load' in controller ? loaded.get(controller) : controller

/** Loads the code of a controller; undefined if it is already loaded. */
function loadCode(controller: Controller): Promise<void> | undefined {
  if (!('load' in controller) || loaded.has(controller)) return undefined
  return controller.load().then((code) => void loaded.set(controller, code))
}
