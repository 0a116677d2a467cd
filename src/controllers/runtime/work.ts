import type { Simulation } from '../../agents/simulation.js'
import type { Cancel } from '../../base/env.js'
import type { Steps } from '../../base/steps.js'
import type { Call } from '../../api/call.js'
import type { Outcome } from '../../api/outcome.js'
import type { RestContext } from '../../rest/context.js'
import { type ControllerFault, type Faults, createFaults } from './faults.js'
import type { KeptLists } from './kept-lists.js'
import { type ControllerState, type Known, type Task, copyKnown } from './state.js'
import type { Again, Controller, Key, WorkSteps } from './types.js'
import type { Access } from './accesses.js'

/**
 * What one turn of the event loop has room for: writes, and reconciliations whether they write or not. A write of a
 * large object takes all of it.
 */
export const ROOM = 24

/** What controllers run on. */
export type EngineContext = Pick<RestContext, 'env' | 'registry' | 'featureGates' | 'store' | 'accounts'> & {
  readonly simulation: Simulation
  /** Does what a call asks, past the hooks that are about requests; without `by` it is not noted in the journal. */
  readonly execute: (call: Call, by?: WrittenBy) => Outcome
  /** The same in steps where it is known to be long or turns out to be, each for another turn. */
  readonly executeInSteps: (call: Call, isLong: boolean, by?: WrittenBy) => Steps<Outcome>
  /** What controllers have to wait for before they may write; undefined where there is nothing. */
  readonly loading?: () => Promise<void> | undefined
  /** Told of what a controller does wrong, and of the revision that woke it. */
  readonly failed?: (fault: ControllerFault, woken: number | undefined) => void
}

/** What the journal is told of a write: whose it is, for which key, and the revision that woke that. */
type WrittenBy = { readonly controller: string; readonly key?: Key; readonly woken?: number }

/** When what waits is begun: at once, unless the turn had enough to do. */
export type When = { readonly inNextTurn: boolean }

/** The controllers of one cluster at work: what they know, what waits and what is under way. */
export type Work = {
  readonly context: EngineContext
  /** What a controller sees and does. */
  readonly accessOf: (controller: Controller) => Access
  /**
   * Does everything that waits and may run now; returns what whoever set it off waits for, undefined where all is done.
   */
  readonly drain: (when?: When) => Promise<void> | undefined
  known: Known
  /** Pods by their nodes, looked up in what is known. */
  readonly placed: KeptLists
  /** Objects by their owners and table, likewise. */
  readonly owned: KeptLists
  /** What is to be reconciled, by id, in the order it was woken. */
  readonly queue: Map<string, Task>
  /** Reconciliations that take their time, by id, and whether their key was woken meanwhile. */
  readonly running: Map<string, { woken: boolean; readonly done: Promise<void> }>
  /** The reconciliation that runs at this very moment; one that takes its time does so up to where it first waits. */
  current: Task | undefined
  /** The queue is being worked on. */
  isDraining: boolean
  /** What is done with the queue in more turns than one; undefined where it is at rest. */
  run: Run | undefined
  /** The reconciliation that goes on in the next turn, before any other. */
  unfinished: Unfinished | undefined
  /** Others wrote while a write was done in turns, which the reconciliation is told at its next step. */
  isLater: boolean
  /** What was reconciled and written in this turn. */
  spent: number
  /** The revision at which the last turn ended. */
  left: number
  /** What the queue waits for before it is worked on. */
  loading: Promise<void> | undefined
  /** What goes off when the first plan is due. */
  timer: { readonly place: string; readonly cancel: Cancel } | undefined
  /** What went wrong since somebody last asked. */
  readonly faults: Faults
}

/** All that waits being done, and all that comes of it. */
export type Run = {
  /** What a turn has room for. */
  room: number
  /** Requests wait for it. */
  readonly isOpening: boolean
  /** Resolves once nothing waits any more, or after so much that nobody should wait for the rest. */
  readonly calm: Promise<void>
  readonly tellCalm: () => void
  /** Resolves once nothing waits any more; rejects where what has to be loaded cannot be. */
  rest: Promise<void>
  /** How often each key was reconciled since somebody else set something off. */
  readonly runs: Map<string, number>
  /** What controllers have woken themselves for. */
  readonly chains: Map<Controller, Set<string>>
  /** Those of which it was noted that they go on for ever. */
  readonly told: Set<Controller>
  /** What was reconciled and written in all. */
  done: number
}

/** A reconciliation of several steps, each of them little. */
export type Unfinished = {
  readonly task: Task
  readonly steps: WorkSteps<Again | undefined | void>
  readonly before: Before
}

/** How it stood with a key before it was reconciled. */
export type Before = {
  /** Failures in a row. */
  readonly tries: number
  /** When it was to be reconciled if nothing had woken it, in milliseconds since 1970. */
  readonly planned: number | undefined
}

/** Makes work that goes on from a state. */
export const createWork = (
  { context, accessOf, placed, owned, drain }: Pick<Work, 'context' | 'accessOf' | 'placed' | 'owned' | 'drain'>,
  from: ControllerState,
): Work => ({
  // Written out: an object that a spread begins has a hidden class of its own in V8, fork by fork.
  context,
  accessOf,
  placed,
  owned,
  drain,
  known: copyKnown(from),
  queue: new Map(from.waiting.map((task) => [task.id, task])),
  running: new Map(),
  current: undefined,
  isDraining: false,
  run: undefined,
  unfinished: undefined,
  isLater: false,
  spent: 0,
  left: 0,
  loading: undefined,
  timer: undefined,
  faults: createFaults(),
})

/** The state of work, to go on from. What is under way is no part of it. */
export const stateOf = ({ known, queue, unfinished }: Work): ControllerState =>
  // Not a spread, as above.
  Object.assign(copyKnown(known), {
    // What is done in steps looks at what there is when it begins again.
    waiting: [...(unfinished && !queue.has(unfinished.task.id) ? [unfinished.task] : []), ...queue.values()],
  })

/** Puts a state in place of what is known and what waits. */
export function resume(work: Work, from: ControllerState): void {
  work.known = copyKnown(from)
  work.placed.clear()
  work.owned.clear()
  work.queue.clear()
  work.unfinished = undefined
  for (const task of from.waiting) work.queue.set(task.id, task)
  work.faults.clear()
}
