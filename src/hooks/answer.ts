import type { Env } from '../base/env.js'
import { isObject } from '../base/json.js'
import { type Status, StatusError } from '../base/status.js'
import { parseDuration } from '../base/time.js'
import { applyMergePatch } from '../patch/merge.js'
import type { Call, Outcome } from '../rest/types.js'
import type { AfterAction, AfterResult, BeforeAction, BeforeResult, Duration, Rewrite } from './actions.js'
import type { Hook } from './hook.js'
import { actionOf, isPromise } from './result.js'
import type { Subject } from './match.js'
import { type StatusLike, fillStatus } from './status.js'

/** What a before hook makes of a call; undefined where it leaves it to the next. */
export function runBefore(env: Env, hook: Hook<'before'>, subject: Subject): Call | Outcome | undefined | Promise<Call | Outcome | undefined> {
  const { then, site } = hook
  const { call } = subject
  const act = (action: BeforeAction) => delayed(env, action.delay, () => applyBefore(action, subject))
  if (typeof then !== 'function') return act(then)
  return settle(
    () => then(call),
    (result: BeforeResult) => (result === undefined ? undefined : isCallOrOutcome(result) ? result : act(actionOf('before', result, site))),
  )
}

/** What an after hook makes of an outcome; undefined where it leaves it to the next. */
export function runAfter(env: Env, hook: Hook<'after'>, subject: Subject, outcome: Outcome): Outcome | undefined | Promise<Outcome | undefined> {
  const { then, site } = hook
  const act = (action: AfterAction) => delayed(env, action.delay, () => applyAfter(action, subject, outcome))
  if (typeof then !== 'function') return act(then)
  return settle(
    () => then(subject.call, outcome),
    (result: AfterResult) => (result === undefined ? undefined : isCallOrOutcome(result) ? result : act(actionOf('after', result, site))),
  )
}

/** Milliseconds of a duration that was checked when the hook was registered. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration)
  return parsed.error === undefined ? parsed.ms : 0
}

function applyBefore(action: BeforeAction, subject: Subject): Call | Outcome {
  if (action.status !== undefined) return outcomeOfStatus(fillStatus(action.status, subject))
  if (action.cut) return { type: 'cut' }
  return action.rewrite ? rewritten(subject.call, action.rewrite) : subject.call
}

function applyAfter(action: AfterAction, subject: Subject, outcome: Outcome): Outcome {
  if (action.status !== undefined) return outcomeOfStatus(fillStatus(action.status, subject))
  return action.cut ? { type: 'cut' } : outcome
}

const outcomeOfStatus = (status: Status): Outcome => ({ type: 'status', code: status.code ?? (status.status === 'Success' ? 200 : 500), status })

function rewritten(call: Call, rewrite: Rewrite | ((call: Call) => Call)): Call {
  if (typeof rewrite === 'function') return rewrite(call)
  const options = { ...call.options, ...rewrite.options }
  const { body } = call
  return {
    ...call,
    options,
    manager: rewrite.options?.fieldManager || call.manager,
    // A JSON patch is a list, which a merge patch cannot reach into.
    body: body && rewrite.body && isObject(body.value) ? { ...body, value: applyMergePatch(body.value, rewrite.body) } : body,
  }
}

function delayed<R>(env: Env, delay: Duration | undefined, act: () => R): R | Promise<R> {
  if (delay === undefined) return act()
  return new Promise<void>((resolve) => void env.setTimer(resolve, milliseconds(delay))).then(act)
}

/** Goes on with a function's result, now or later. A StatusError it throws is its answer; any other error is a fault of the script. */
function settle<T, R>(run: () => T | Promise<T>, go: (result: T) => R | Promise<R>): R | Outcome | Promise<R | Outcome> {
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

const isCallOrOutcome = <T>(result: T | StatusLike): result is Extract<T, Call | Outcome> => isObject(result) && ('target' in result || 'type' in result)
