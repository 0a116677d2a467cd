import type { Env } from '../../base/time/env.js'
import { deepFreeze, isObject } from '../../base/json/json.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { WatchDecision } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type {
  ActingPhase,
  Actions,
  AdmitResult,
  AfterAction,
  AfterResult,
  BeforeAction,
  BeforeResult,
  Duration,
  Phase,
  WatchAction,
  WatchResult,
} from './actions.js'
import { noteRequest } from './expectations.js'
import { type Hook, ask, matching } from './hook.js'
import { type HookSet, delay, gateOf } from './hook-set.js'
import type { FindObject, Subject } from './match.js'
import { type StatusLike, abandon, outcomeOfStatus, isStatusLike } from './status.js'
import type { Phases } from './phases.js'
import { subjectOf, subjectOfEvent, subjectWithObject, subjectWithOutcome } from './subject.js'
import type { Gate } from '../../base/turns/gate.js'
import { chosenOf, milliseconds } from './action.js'
import { watchActions } from './watch-actions.js'
import { webhookActions } from './webhook-actions.js'
import type { WebhookFault } from '../../model/registry/webhook.js'
import { isPromise, refusePromise } from '../../base/turns/steps.js'
import { readAs } from '../../model/registry/read.js'
import { DecodeError } from '../../schema/decode.js'
import type { AnyObject } from '../../kinds/object-types.js'
import { admitActions } from './admit-actions.js'
import { StatusError } from '../../base/errors/status.js'
import { afterActions } from './after-actions.js'
import { beforeActions } from './before-actions.js'
import { actionShape } from './hook-shape.js'
import { describeProblems } from '../../base/check/shape.js'

/** The context of the phases. */
type PhaseContext = {
  /** Delays use its clock. */
  readonly env: Env
  readonly set: HookSet
  /** Returns the stored object that a request names, for matches by label. */
  readonly find?: FindObject
  /** Called for each hook that acts on a request or an event. */
  readonly acted?: (call: Call, hook: Hook) => void
  /** Called with what the function of a hook returned or threw. */
  readonly effect?: (call: Call, hook: Hook, result: unknown, isThrown: boolean) => void
}

/** Makes the phases for the pipeline. A phase without hooks returns its input synchronously. */
export function createPhases(context: PhaseContext): Phases {
  const { set } = context
  return {
    onPaths: () => onPaths(set),
    before(call) {
      const { expect, before: hooks } = set.lists
      if (expect.length > 0) set.unexpected = noteRequest(expect, set.counts, set.unexpected, call)
      return hooks.length === 0 ? call : before(context, call)
    },
    admit: (call, old, next) => (set.lists.admit.length === 0 ? next : admit(context, call, old, next)),
    after: (call, outcome) => (set.lists.after.length === 0 ? outcome : after(context, call, outcome)),
    watch: (call, event) => (set.lists.watch.length === 0 ? 'pass' : watch(context, call, event)),
    webhook: (call, name) => (set.lists.webhook.length === 0 ? undefined : webhook(context, call, name)),
  }
}

function onPaths({ lists: { before, after, expect } }: HookSet): boolean {
  return [before, after, expect].some((hooks) => hooks.some(({ match }) => match.path !== undefined))
}

function before(context: PhaseContext, call: Call): ReturnType<Phases['before']> {
  const { env, set, find } = context
  const subject = subjectOf(call, find)
  const result = decide(context, set.lists.before, subject, (hook) =>
    runBefore((ms) => delay(set, env, ms), hook, subject),
  )
  return result instanceof Promise ? result.then((given) => given ?? call) : (result ?? call)
}

function admit(context: PhaseContext, call: Call, old: KubeObject | undefined, next: KubeObject): KubeObject {
  const shown = deepFreeze(next)
  const subject = subjectWithObject(call, shown)
  return decide(context, context.set.lists.admit, subject, (hook) => runAdmit(hook, subject, old, shown)) ?? shown
}

function after(context: PhaseContext, call: Call, outcome: Outcome): Outcome | Promise<Outcome> {
  const { env, set, find } = context
  const subject = subjectWithOutcome(call, outcome, find)
  const fail = (error: unknown): never => {
    abandon(outcome)
    throw error
  }
  try {
    const result = decide(context, set.lists.after, subject, (hook) =>
      runAfter((ms) => delay(set, env, ms), hook, subject, outcome),
    )
    return result instanceof Promise
      ? result.then((given) => replaced(outcome, given), fail)
      : replaced(outcome, result)
  } catch (error) {
    return fail(error)
  }
}

function watch(context: PhaseContext, call: Call, event: WatchEvent): WatchDecision {
  const { set } = context
  const subject = subjectOfEvent(call, event)
  return (
    decide(context, set.lists.watch, subject, (hook) => runWatch(hook, subject, event, () => gateOf(set, hook))) ??
    'pass'
  )
}

function webhook(context: PhaseContext, call: Call, name: string): WebhookFault | undefined {
  const { set, find } = context
  const subject: Subject = { ...subjectOf(call, find), webhook: name }
  return decide(context, set.lists.webhook, subject, (hook) => runWebhook(hook, subject))
}

/** Returns the decision of the first matching hook that makes one, and reports it; undefined if there is none. */
function decide<P extends Phase, R>(
  { env, set, acted, effect }: PhaseContext,
  hooks: readonly Hook<P>[],
  subject: Subject,
  run: (hook: Hook<P>) => R,
): R | undefined {
  const matched = matching(hooks, subject)
  if (matched.length === 0) return undefined
  return ask(matched, set.counts, env.random, (hook) => {
    let leaves = false
    try {
      const result = run(effect ? reportingHook(hook, subject.call, effect) : hook)
      leaves = result === undefined
      return result
    } finally {
      // A hook that throws has acted.
      if (!leaves) acted?.(subject.call, hook)
    }
  })
}

/**
 * Returns the outcome to reply with. A watch that is replaced by another outcome is closed here, as nobody else would.
 */
function replaced(outcome: Outcome, given: Outcome = outcome): Outcome {
  if (given.type !== 'watch') abandon(outcome)
  return given
}

/** Runs a watch hook on an event; undefined if it leaves it to the next one. */
function runWatch(
  { then, site }: Hook<'watch'>,
  subject: Subject,
  event: WatchEvent,
  gate: () => Gate,
): WatchDecision | undefined {
  const result: WatchResult = typeof then === 'function' ? then(event, subject.call) : then
  failPromise('watch', result, site)
  if (result === undefined) return undefined
  if (typeof result === 'string' || 'send' in result) return result
  // Any other result of a function is validated by actionOf.
  const chosen = chosenOf(watchActions, actionOf('watch', result as WatchAction, site))
  return chosen ? chosen.entry.act(chosen.value)(subject, gate) : 'pass'
}

/** Runs a hook on a call of a webhook; undefined if it leaves it to the next one. */
function runWebhook({ then, site }: Hook<'webhook'>, subject: Subject): WebhookFault | undefined {
  const result = typeof then === 'function' ? then(subject.webhook ?? '', subject.call) : then
  failPromise('webhook', result, site)
  if (result === undefined) return undefined
  const action = actionOf('webhook', result, site)
  const { delay } = action
  const chosen = chosenOf(webhookActions, action)
  return {
    delay: delay === undefined ? 0 : milliseconds(delay),
    ask: (host, ask) => (chosen ? chosen.entry.act(chosen.value)(subject, host, ask) : ask()),
  }
}

/** Wraps the function of a hook to report its results; a hook that is data is returned unchanged. */
function reportingHook<H extends Hook>(
  hook: H,
  call: Call,
  tell: (call: Call, hook: Hook, result: unknown, isThrown: boolean) => void,
): H {
  const { then } = hook
  if (typeof then !== 'function') return hook
  const run = then as (...given: readonly unknown[]) => unknown // called with the arguments of its own phase
  const heard = (...given: readonly unknown[]): unknown => {
    const failed = (error: unknown): never => {
      tell(call, hook, error, true)
      throw error
    }
    const done = (result: unknown): unknown => {
      tell(call, hook, result, false)
      return result
    }
    try {
      const result = run(...given)
      return isPromise(result) ? Promise.resolve(result).then(done, failed) : done(result)
    } catch (error) {
      return failed(error)
    }
  }
  return { ...hook, then: heard }
}

/**
 * Returns the object as changed by an admit hook; undefined if it leaves it to the next one.
 *
 * @throws StatusError if it rejects the object, TypeError if it returns a promise or an object that does not fit the
 * kind
 */
function runAdmit(
  { then, site }: Hook<'admit'>,
  subject: Subject,
  old: KubeObject | undefined,
  next: KubeObject,
): KubeObject | undefined {
  const result: AdmitResult =
    typeof then === 'function'
      ? then(old as AnyObject | undefined, next as AnyObject, subject.call) // objects of the kind that the match names
      : then
  failPromise('admit', result, site)
  if (result === undefined) return undefined
  if (isKubeObject(result)) return result === next ? next : ofKind(result, subject, site)
  const chosen = chosenOf(admitActions, actionOf('admit', result, site))
  const made = chosen ? chosen.entry.act(chosen.value)(subject, next) : next
  return made === next ? next : ofKind(made, subject, site)
}

const isKubeObject = (value: unknown): value is KubeObject =>
  isObject(value) && isObject(value['metadata']) && value['kind'] !== 'Status'

/**
 * Decodes the object with the kind's schema, so that a script cannot store what a request could not. A missing kind or
 * apiVersion is filled in.
 */
function ofKind(object: KubeObject, { call: { target } }: Subject, site: string): KubeObject {
  const { kind, apiVersion } = target.def
  const fail = (why: string, options?: ErrorOptions) =>
    new TypeError(`the admit hook of ${site} returned an object that is not a valid ${kind}: ${why}`, options)
  if ((object.kind || kind) !== kind) throw fail(`its kind is ${JSON.stringify(object.kind)}`)
  if ((object.apiVersion || apiVersion) !== apiVersion)
    throw fail(`its apiVersion is ${JSON.stringify(object.apiVersion)}, not ${JSON.stringify(apiVersion)}`)
  try {
    return deepFreeze({ ...readAs(target.def, object).object, kind, apiVersion })
  } catch (error) {
    throw error instanceof DecodeError ? fail(error.message, { cause: error }) : error
  }
}

/** Waits for a number of milliseconds. */
type Wait = (ms: number) => Promise<void>

type Later<T> = T | undefined | Promise<T | undefined>

/** Runs a before hook; undefined if it leaves the call to the next one. */
function runBefore(wait: Wait, { then, site }: Hook<'before'>, subject: Subject): Later<Call | Outcome> {
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
function runAfter(wait: Wait, { then, site }: Hook<'after'>, subject: Subject, outcome: Outcome): Later<Outcome> {
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

/**
 * Returns the result of a hook's function as an action.
 *
 * @throws TypeError if it is not one
 */
function actionOf<P extends ActingPhase>(phase: P, value: Actions[P] | StatusLike, site: string): Actions[P] {
  const action = isStatusLike(value) ? { status: value } : value
  const problems = actionShape(phase).check(action, [])
  if (problems.length > 0)
    throw new TypeError(`the ${phase} hook of ${site} returned an invalid value: ${describeProblems(problems)}`)
  // Just validated; a status is an action in every phase.
  return action as Actions[P]
}

/**
 * Rejects a promise where the phase is synchronous.
 *
 * @throws TypeError
 */
function failPromise(phase: ActingPhase, value: unknown, site: string): void {
  refusePromise(
    value,
    () =>
      `the ${phase} hook of ${site} returned a promise; it has to answer at once, so do the waiting elsewhere and keep what it found in a variable`,
  )
}
