import type { Env } from '../../base/time/env.js'
import { deepFreeze } from '../../base/json/json.js'
import type { Call } from '../../model/call/call.js'
import type { Outcome } from '../../model/call/outcome.js'
import type { WatchEvent } from '../../model/call/watch-event.js'
import type { WatchDecision } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Phase } from './actions.js'
import { runAdmit } from './admission.js'
import { runAfter, runBefore } from './answer.js'
import { runWatch } from './decision.js'
import { noteRequest } from './expectations.js'
import { reportingHook } from './effect.js'
import { type Hook, ask, matching } from './hook.js'
import { type HookSet, delay, gateOf } from './hook-set.js'
import type { FindObject, Subject } from './match.js'
import { abandon } from './outcome.js'
import type { Phases } from './phases.js'
import { subjectOf, subjectOfEvent, subjectWithObject, subjectWithOutcome } from './subject.js'

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
export const createPhases = (context: PhaseContext): Phases => ({
  onPaths: () => onPaths(context.set),
  before: (call) => before(context, call),
  admit: (call, old, next) => admit(context, call, old, next),
  after: (call, outcome) => after(context, call, outcome),
  watch: (call, event) => watch(context, call, event),
})

function onPaths({ lists: { before, after, expect } }: HookSet): boolean {
  return [before, after, expect].some((hooks) => hooks.some(({ match }) => match.path !== undefined))
}

function before(context: PhaseContext, call: Call): ReturnType<Phases['before']> {
  const { env, set, find } = context
  const { lists, counts } = set
  if (lists.expect.length > 0) set.unexpected = noteRequest(lists.expect, counts, set.unexpected, call)
  if (lists.before.length === 0) return call
  const subject = subjectOf(call, find)
  const result = decide(context, lists.before, subject, (hook) => runBefore((ms) => delay(set, env, ms), hook, subject))
  return result instanceof Promise ? result.then((given) => given ?? call) : (result ?? call)
}

function admit(context: PhaseContext, call: Call, old: KubeObject | undefined, next: KubeObject): KubeObject {
  const hooks = context.set.lists.admit
  if (hooks.length === 0) return next
  const shown = deepFreeze(next)
  const subject = subjectWithObject(call, shown)
  return decide(context, hooks, subject, (hook) => runAdmit(hook, subject, old, shown)) ?? shown
}

function after(context: PhaseContext, call: Call, outcome: Outcome): Outcome | Promise<Outcome> {
  const { env, set, find } = context
  const hooks = set.lists.after
  if (hooks.length === 0) return outcome
  const subject = subjectWithOutcome(call, outcome, find)
  const fail = (error: unknown): never => {
    abandon(outcome)
    throw error
  }
  try {
    const result = decide(context, hooks, subject, (hook) =>
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
  const hooks = set.lists.watch
  if (hooks.length === 0) return 'pass'
  const subject = subjectOfEvent(call, event)
  return decide(context, hooks, subject, (hook) => runWatch(hook, subject, event, () => gateOf(set, hook))) ?? 'pass'
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
