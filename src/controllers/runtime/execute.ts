import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { refuseWait } from '../../base/turns/steps.js'
import { isRead } from '../../model/registry/verb.js'
import { isNotedLarge } from '../../rest/write/turns.js'
import type { Task } from './state.js'
import type { Controller, WorkSteps } from './types.js'
import { ROOM, type Work } from './work.js'

/** Executes a call for a controller. */
export function executeFor(work: Work, call: Call, controller: Controller): Outcome {
  const { context, isDraining, drain } = work
  const outcome = context.execute(call, writerOf(work, call, controller))
  // An asynchronous reconciliation writes outside of `drain`. A read needs no drain, and must not start one: it may
  // come while controllers are being told of a change.
  if (isRead(call.target.verb)) return outcome
  work.spent += outcome.type === 'object' && isNotedLarge(outcome.object) ? ROOM : 1
  if (!isDraining) void drain()
  return outcome
}

/**
 * Like {@link executeFor}, in several turns for a write that may take long; at its next step the reconciliation is told
 * whether others have written meanwhile.
 */
export function* executeInTurnsFor(
  work: Work,
  call: Call,
  isLong: boolean,
  controller: Controller,
): WorkSteps<Outcome> {
  const steps = work.context.executeInSteps(call, isLong, writerOf(work, call, controller))
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      work.spent += value.type === 'object' && isNotedLarge(value.object) ? ROOM : 1
      return value
    }
    refuseWait(value)
    yield* pauseFor(work)
  }
}

/** Continues a reconciliation in a later turn. */
export function* pauseFor(work: Work): WorkSteps<void> {
  work.spent += ROOM
  if (yield) work.isLater = true
}

/** Returns the writer as the journal names it; undefined if the write is not journaled. */
function writerOf(work: Work, call: Call, controller: Controller) {
  const { name, quiet } = controller
  const current = work.current ?? waitedFor(work, controller)
  if (quiet === true || (Array.isArray(quiet) && quiet.includes(call.target.def.kind))) return undefined
  return {
    controller: name,
    ...(current && { key: current.key }),
    ...(current?.woken !== undefined && { woken: current.woken }),
  }
}

/**
 * Returns the task of a controller's asynchronous reconciliation, which writes after it has waited; undefined if there
 * are several, as a write does not tell of which of them it is.
 */
function waitedFor({ running }: Work, controller: Controller): Task | undefined {
  const [only, ...others] = [...running.values()].filter(({ task }) => task.controller === controller)
  return others.length === 0 ? only?.task : undefined
}
