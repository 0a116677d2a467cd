import type { Env } from '../base/env.js'
import { deepFreeze } from '../base/json.js'
import type { Call } from '../api/call.js'
import type { Outcome } from '../api/outcome.js'
import { runAdmit } from './admission.js'
import { runAfter, runBefore } from './answer.js'
import { runWatch } from './decision.js'
import type { Count } from './frequency.js'
import type { Gate } from '../base/gate.js'
import { type Hook, type HookLists, ask, matching } from './hook.js'
import type { FindObject } from './match.js'
import { abandon } from './outcome.js'
import type { Phases } from './phases.js'
import { subjectOf, subjectOfEvent, subjectWithObject, subjectWithOutcome } from './subject.js'
import type { Phase } from './actions.js'
import type { UnexpectedRequest } from './types.js'

/** The hooks in force, how often each has fired, and the requests that nobody expected. */
export type HookState = {
  readonly lists: HookLists
  readonly counts: ReadonlyMap<Hook, Count>
  readonly unexpected: readonly UnexpectedRequest[]
}

/** What the phases work with. */
export type PhaseTools = {
  readonly env: Env
  readonly current: () => HookState
  /** Counts a request for those that are expected. */
  readonly note: (call: Call) => void
  readonly find: FindObject | undefined
  /** Told of each hook that acts on a request or an event. */
  readonly acted: ((call: Call, hook: Hook) => void) | undefined
  /** Where the events wait that a hook holds. */
  readonly gateOf: (hook: Hook<'watch'>) => Gate
}

/** The phases as the pipeline calls them. A phase without hooks gives back what it was given, at once. */
export function createPhases({ env, current, note, find, acted, gateOf }: PhaseTools): Phases {
  const { random } = env
  /** Tells of a hook that does not leave it to the next; one that throws does not. */
  const told =
    <P extends Phase, R>(call: Call, run: (hook: Hook<P>) => R) =>
    (hook: Hook<P>): R => {
      let leaves = false
      try {
        const result = run(hook)
        leaves = result === undefined
        return result
      } finally {
        if (!leaves) acted?.(call, hook)
      }
    }
  return {
    onPaths() {
      const { before, after, expect } = current().lists
      return [before, after, expect].some((hooks) => hooks.some(({ match }) => match.path !== undefined))
    },
    before(call) {
      const { lists, counts } = current()
      if (lists.expect.length > 0) note(call)
      if (lists.before.length === 0) return call
      const subject = subjectOf(call, find)
      const hooks = matching(lists.before, subject)
      if (hooks.length === 0) return call
      const result = ask(
        hooks,
        counts,
        random,
        told(call, (hook) => runBefore(env, hook, subject)),
      )
      return result instanceof Promise ? result.then((given) => given ?? call) : (result ?? call)
    },
    admit(call, old, next) {
      const { lists, counts } = current()
      if (lists.admit.length === 0) return next
      const shown = deepFreeze(next)
      const subject = subjectWithObject(call, shown)
      const hooks = matching(lists.admit, subject)
      if (hooks.length === 0) return shown
      return (
        ask(
          hooks,
          counts,
          random,
          told(call, (hook) => runAdmit(hook, subject, old, shown)),
        ) ?? shown
      )
    },
    after(call, outcome) {
      const { lists, counts } = current()
      if (lists.after.length === 0) return outcome
      const subject = subjectWithOutcome(call, outcome, find)
      const hooks = matching(lists.after, subject)
      if (hooks.length === 0) return outcome
      const fail = (error: unknown): never => {
        abandon(outcome)
        throw error
      }
      try {
        const result = ask(
          hooks,
          counts,
          random,
          told(call, (hook) => runAfter(env, hook, subject, outcome)),
        )
        if (result === undefined) return outcome
        return result instanceof Promise
          ? result.then((given) => replaced(outcome, given ?? outcome), fail)
          : replaced(outcome, result)
      } catch (error) {
        return fail(error)
      }
    },
    watch(call, event) {
      const { lists, counts } = current()
      if (lists.watch.length === 0) return 'pass'
      const subject = subjectOfEvent(call, event)
      const hooks = matching(lists.watch, subject)
      if (hooks.length === 0) return 'pass'
      return (
        ask(
          hooks,
          counts,
          random,
          told(call, (hook) => runWatch(hook, subject, event, () => gateOf(hook))),
        ) ?? 'pass'
      )
    },
  }
}

/** Of a watch whose reply is another nobody else would close the stream. */
function replaced(outcome: Outcome, given: Outcome): Outcome {
  if (given.type !== 'watch') abandon(outcome)
  return given
}
