import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { type Steps, finishInTurns, passedOn } from '../../base/turns/steps.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import type { Task } from './state.js'
import type { Controller } from './types.js'
import { ROOM, type Work } from './work.js'

/** Executes a write of a controller. */
export function* writeFor(work: Work, call: Call, isLong: boolean, controller: Controller): Steps<Outcome> {
  const steps = work.context.executeInSteps(call, isLong, writerOf(work, call, controller))
  try {
    for (let resume = () => steps.next(); ;) {
      const { done, value } = resume()
      if (done) {
        work.spent += value.type === 'object' && isNotedLarge(value.object) ? ROOM : 1
        return value
      }
      if (value) resume = yield* passedOn(steps, value)
      else {
        yield* pauseFor(work)
        resume = () => steps.next()
      }
    }
  } finally {
    // A reconciliation that is given up while it waits takes its write with it.
    steps.return(GIVEN_UP)
  }
}

// What a write that has ended, or is given up, returns to nobody.
const GIVEN_UP = undefined as never

/** Continues a reconciliation in a later turn. */
export function* pauseFor(work: Work): Steps<void> {
  work.spent += ROOM
  if (yield) work.isLater = true
}

/** What a write gave: its result, or the error it was refused with. `what` tells it from other writes. */
export type Answer = { readonly what: string; readonly give: () => unknown }

/** What the writes of a reconciliation that are done at once have given, in order, and how many are given again. */
export type Answers = { readonly all: Answer[]; given: number }

/** Thrown by a write that has to wait, in code that is not in steps: the reconciliation begins again after it. */
export class WriteWaits extends Error {
  override readonly name = 'WriteWaits'
  /** The write, which goes on by itself. */
  readonly made: Promise<Answer>
  constructor(made: Promise<Answer>) {
    super('this write waits for something outside: its reconciliation begins again once it is made')
    this.made = made
  }
}

/**
 * Does a write at once, for code that is not in steps. A reconciliation that begins again is given what its writes gave
 * before, as long as it makes the same ones.
 *
 * @throws WriteWaits if it has to wait
 */
export function atOnce<T>(work: Work, task: Task, what: string, steps: Steps<T>): T {
  const { answers, current: outer } = work
  const known = answers.get(task.id) ?? { all: [], given: 0 }
  answers.set(task.id, known)
  const answer = known.all[known.given]
  if (answer?.what === what) {
    known.given++
    return answer.give() as T // the same write gave it
  }
  known.all.length = known.given
  work.current = task
  try {
    for (let step = steps.next(); ; step = steps.next()) {
      const { done, value } = step
      if (done) {
        known.given = known.all.push({ what, give: () => value })
        // An asynchronous reconciliation writes outside of `drain`.
        if (!work.isDraining) void work.drain()
        return value
      }
      if (value) throw new WriteWaits(answerOf(work, what, finishInTurns(steps, work.context.env.turn, step)))
    }
  } finally {
    work.current = outer
  }
}

async function answerOf(work: Work, what: string, result: Promise<unknown>): Promise<Answer> {
  const { epoch } = work
  try {
    const value = await result
    return { what, give: () => value }
  } catch (error) {
    const give = () => {
      throw error
    }
    return { what, give }
  } finally {
    if (work.epoch === epoch) void work.drain()
  }
}

/** Returns the writer as the journal names it; undefined if the write is not journaled. */
function writerOf(work: Work, call: Call, controller: Controller) {
  const { name, quiet } = controller
  if (quiet === true || (Array.isArray(quiet) && quiet.includes(call.target.def.kind))) return undefined
  const task = work.current
  return {
    controller: name,
    ...(task && { key: task.key }),
    ...(task?.woken !== undefined && { woken: task.woken }),
  }
}
