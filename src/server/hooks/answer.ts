import type { AnyObject } from '../../kinds/object-types.js'
import { isObject } from '../../base/json/json.js'
import { StatusError } from '../../base/errors/status.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import { chosenOf } from './action.js'
import type { AfterAction, AfterResult, BeforeAction, BeforeResult, Duration } from './actions.js'
import { afterActions } from './after-actions.js'
import { beforeActions } from './before-actions.js'
import { milliseconds } from './duration.js'
import type { Hook } from './hook.js'
import type { Subject } from './match.js'
import { outcomeOfStatus } from './outcome.js'
import { isPromise } from '../../base/turns/promises.js'
import { actionOf } from './result.js'
import type { StatusLike } from './status.js'

/** Waits for a number of milliseconds. */
type Wait = (ms: number) => Promise<void>

type Later<T> = T | undefined | Promise<T | undefined>

/** Runs a before hook; undefined if it leaves the call to the next one. */
export function runBefore(wait: Wait, { then, site }: Hook<'before'>, subject: Subject): Later<Call | Outcome> {
  const act = (action: BeforeAction): Later<Call | Outcome> => {
    const chosen = chosenOf(beforeActions, action)
    if (chosen?.entry.applies?.(subject) === false) return undefined
    return delayed(wait, action.delay, () => (chosen ? chosen.entry.act(chosen.value)(subject) : subject.call))
  }
  if (typeof then !== 'function') return act(then)
  return settle(
    () => then(subject.call),
    (result: BeforeResult) =>
      result === undefined ? undefined : isCallOrOutcome(result) ? result : act(actionOf('before', result, site)),
  )
}

/** Runs an after hook; undefined if it leaves the outcome to the next one. */
export function runAfter(
  wait: Wait,
  { then, site }: Hook<'after'>,
  subject: Subject,
  outcome: Outcome,
): Later<Outcome> {
  const act = (action: AfterAction): Later<Outcome> => {
    const chosen = chosenOf(afterActions, action)
    if (chosen?.entry.applies?.(subject) === false) return undefined
    return delayed(wait, action.delay, () => (chosen ? chosen.entry.act(chosen.value)(subject, outcome) : outcome))
  }
  if (typeof then !== 'function') return act(then)
  return settle(
    () => then(subject.call, outcome as Outcome<AnyObject>), // a stored object has the type of its kind
    (result: AfterResult) =>
      result === undefined ? undefined : isCallOrOutcome(result) ? result : act(actionOf('after', result, site)),
  )
}

function delayed<R>(wait: Wait, delay: Duration | undefined, act: () => R | Promise<R>): R | Promise<R> {
  return delay === undefined ? act() : wait(milliseconds(delay)).then(act)
}

/**
 * Runs a function, which may be asynchronous, and continues with its result. A StatusError that it throws becomes the
 * reply; any other error is rethrown as a fault of the script.
 */
function settle<T, R>(
  run: () => T | Promise<T>,
  go: (result: T) => R | Promise<R>,
): R | Outcome | Promise<R | Outcome> {
  const failed = (error: unknown): Outcome => {
    if (error instanceof StatusError) return outcomeOfStatus(error.status)
    throw error
  }
  try {
    const result = run()
    return isPromise(result) ? Promise.resolve(result).then(go).catch(failed) : go(result)
  } catch (error) {
    return failed(error)
  }
}

const isCallOrOutcome = <T>(result: T | StatusLike): result is Extract<T, Call | Outcome> =>
  isObject(result) && ('target' in result || 'type' in result)
