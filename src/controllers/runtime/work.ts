import type { Cancel } from '../../base/time/env.js'
import type { EngineContext, When } from './engine.js'
import { type Faults, createFaults } from './faults.js'
import type { CachedLists } from './cached-lists.js'
import { type ControllerState, type Known, MOST_AT_START, type Task, copyKnown, mergeTasks } from './state.js'
import type { Again, Controller } from './types.js'
import type { Accesses } from './accesses.js'
import type { Answers } from './execute.js'

/**
 * The budget of one turn of the event loop, in writes and reconciliations, even those without writes. A write of a
 * large object takes up all of it.
 */
export const ROOM = 24

/** This many objects that are read from lists cost as much as a write. */
export const READ_AT_ONCE = 100

/** The engine's state: the controllers, the queue and the work in progress. */
export type Work = {
  readonly context: EngineContext
  /** Creates the reads and writes of controllers in an epoch. */
  readonly accessesIn: (epoch: number) => Accesses
  /** The reads and writes of controllers in the present epoch. */
  accesses: Accesses
  /** Increases with each restore: a reconciliation that began in an earlier epoch can write nothing any more. */
  epoch: number
  /** Processes the queue; returns what to wait for, undefined if all is done. */
  readonly drain: (when?: When) => Promise<void> | undefined
  known: Known
  /** Pods by node, from the index in `known`. */
  readonly placed: CachedLists
  /** Objects by owner and table, likewise. */
  readonly owned: CachedLists
  /** Queued tasks by id, in the order they were woken. */
  readonly queue: Map<string, Task>
  /** Asynchronous reconciliations by id, and those that wait for something outside. */
  readonly running: Map<string, Running>
  /** The reconciliation that is running now; an asynchronous one counts up to its first await. */
  current: Task | undefined
  /** Whether the work that the state begins with is done, or no longer waited for. */
  isOpen: boolean
  /** How many reconciliations may be done before the rest is left for later: none once the queue was empty. */
  owed: number
  /** Whether the queue holds work that was left for later. */
  isBehind: boolean
  /** The kind of a write that is answered before what follows from it, which is not begun; undefined if none. */
  answered: string | undefined
  /** By the kinds of writes, whether what followed from them took no more than a turn: they are answered before it. */
  readonly isBrief: Map<string, boolean>
  /** Whether the queue is being processed at this moment. */
  isDraining: boolean
  /** The processing of the queue over several turns; undefined when idle. */
  run: Run | undefined
  /** The reconciliation that continues in the next turn, before any other. */
  unfinished: Unfinished | undefined
  /** Those that have what they waited for, in the order in which it came. */
  ready: Unfinished[]
  /** What writes of reconciliations that are not in steps have given, by their ids. */
  readonly answers: Map<string, Answers>
  /** Whether others wrote while a write was done in several turns; the reconciliation is told at its next step. */
  isLater: boolean
  /** Reconciliations, writes and shares of them for objects read in this turn. */
  spent: number
  /** The revision at the end of the last turn. */
  left: number
  /** What the queue waits for before it can be processed. */
  loading: Promise<void> | undefined
  /** The timer of the first plan. */
  timer: { readonly place: string; readonly cancel: Cancel } | undefined
  /** Faults that have not been reported. */
  readonly faults: Faults
}

/** A reconciliation in progress that is asynchronous, or waits. */
export type Running = {
  readonly task: Task
  /** The task to queue at its end; undefined as long as nothing has woken the key meanwhile. */
  next: Task | undefined
  /** Resolves when it has ended, or was abandoned. */
  readonly done: Promise<void>
  readonly abandon: () => void
}

/** The processing of all queued work, and of the work that results from it. */
export type Run = {
  /** The budget of a turn. */
  room: number
  /** How many reconciliations are waited for. */
  readonly limit: number
  /** Whether requests wait for it before they are answered. */
  readonly isAwaited: boolean
  /** Resolves when the queue is empty, or after as many reconciliations as are waited for. */
  calm: Promise<void>
  tellCalm: () => void
  /** Resolves when the queue is empty, or left for later; rejects if something cannot be loaded. */
  rest: Promise<void>
  /** Reconciliations per key since work was last triggered from outside. */
  readonly runs: Map<string, number>
  /** What hints at loops; undefined while there is nothing, as in most runs. */
  hints: LoopHints | undefined
  /** Reconciliations in total. */
  done: number
}

/** What tells controllers that loop without an end. */
export type LoopHints = {
  /** The names of the controllers that change something at one of many reconciliations of a key. */
  readonly restless: Set<string>
  /** The keys that controllers have woken themselves for. */
  readonly chains: Map<Controller, Set<string>>
  /** The controllers that were already reported as looping. */
  readonly told: Set<Controller>
}

/** A reconciliation in small steps. */
export type Unfinished = {
  readonly task: Task
  readonly steps: ReconcileSteps
  readonly before: Before
  /** The step that follows what it waited for; undefined if it only left the turn. */
  readonly resume?: (() => ReturnType<ReconcileSteps['next']>) | undefined
}

/** The steps of a reconciliation, which are told whether others have written, or given what they waited for. */
type ReconcileSteps = Generator<Promise<unknown> | undefined, Again | undefined | void, never>

/** The time of a reconciliation: when it began; once it has awaited something, the current time. */
export type Instant = { readonly now: () => number; readonly isOver: () => void }

/** The state of a key before its reconciliation, and the time of that. */
export type Before = {
  readonly instant: Instant
  /** Failures in a row. */
  readonly tries: number
  /** When it was planned to be reconciled, in milliseconds since 1970; undefined if it was not. */
  readonly planned: number | undefined
}

/** Creates the engine's state from a saved one. */
export const createWork = (
  { context, accessesIn, placed, owned, drain }: Pick<Work, 'context' | 'accessesIn' | 'placed' | 'owned' | 'drain'>,
  from: ControllerState,
): Work => ({
  // Written out: an object literal that starts with a spread gets its own hidden class in V8, in every fork.
  context,
  accessesIn,
  accesses: accessesIn(0),
  epoch: 0,
  placed,
  owned,
  drain,
  known: copyKnown(from),
  queue: new Map(from.waiting.map((task) => [task.id, task])),
  running: new Map(),
  current: undefined,
  isOpen: false,
  owed: from.owed,
  isBehind: from.waiting.length > 0,
  answered: undefined,
  isBrief: new Map(),
  isDraining: false,
  run: undefined,
  unfinished: undefined,
  ready: [],
  answers: new Map(),
  isLater: false,
  spent: 0,
  left: 0,
  loading: undefined,
  timer: undefined,
  faults: createFaults(),
})

/** Returns the state to save. A reconciliation in progress is started again from its beginning. */
export const stateOf = (work: Work): ControllerState =>
  // Not a spread, as above.
  Object.assign(copyKnown(work.known), { waiting: waitingOf(work), owed: owedOf(work) })

/** Returns how many of the waiting tasks are done before the next request: those under way begin again. */
function owedOf({ context, run, isOpen, owed, running, answered }: Work): number {
  if (answered !== undefined) return Math.min(MOST_AT_START, context.reconcileLimit)
  const awaited = run ? run.limit - run.done : isOpen ? 0 : owed
  return Math.min(MOST_AT_START, Math.max(0, awaited) + running.size)
}

function waitingOf({ queue, running, unfinished }: Work): readonly Task[] {
  const waiting = new Map<string, Task>()
  for (const [id, { task, next }] of running) waiting.set(id, mergeTasks(task, next))
  if (unfinished) waiting.set(unfinished.task.id, unfinished.task)
  for (const [id, task] of queue) {
    const before = waiting.get(id)
    waiting.set(id, before ? mergeTasks(before, task) : task)
  }
  return [...waiting.values()]
}

/** Replaces the state by a saved one. */
export function resume(work: Work, from: ControllerState): void {
  abandon(work)
  work.known = copyKnown(from)
  work.placed.clear()
  work.owned.clear()
  for (const task of from.waiting) work.queue.set(task.id, task)
  work.owed = from.owed
  work.isBehind = from.waiting.length > 0
  work.faults.clear()
}

/** Begins a new epoch with no work: reconciliations in progress can no longer write and are no longer awaited. */
export function abandon(work: Work): void {
  work.epoch++
  work.isOpen = false
  work.owed = 0
  work.isBehind = false
  work.answered = undefined
  work.accesses = work.accessesIn(work.epoch)
  work.queue.clear()
  work.unfinished = undefined
  work.ready = []
  work.answers.clear()
  for (const each of work.running.values()) each.abandon()
  work.running.clear()
  work.loading = undefined
  // A part of a run that is being done at this moment goes on with the new queue.
  if (work.isDraining) return
  work.run?.tellCalm()
  work.run = undefined
}
