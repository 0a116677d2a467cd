import type { Env } from '../base/env.js'
import type { Outcome } from '../rest/types.js'
import { runAdmit } from './admission.js'
import { runAfter, runBefore } from './answer.js'
import { runWatch } from './decision.js'
import { type Count, type Hook, type HookLists, ask } from './hook.js'
import type { Phases } from './phases.js'
import { subjectOf, subjectOfEvent, subjectWithObject, subjectWithOutcome } from './subject.js'

/** The hooks in force and how often each has fired. */
export type HookState = { readonly lists: HookLists; readonly counts: ReadonlyMap<Hook, Count> }

/** The phases as the pipeline calls them. A phase without hooks gives back what it was given, at once. */
export function createPhases(env: Env, current: () => HookState): Phases {
  return {
    before(call) {
      const { lists, counts } = current()
      if (lists.before.length === 0) return call
      const subject = subjectOf(call)
      const result = ask(lists.before, counts, subject, (hook) => runBefore(env, hook, subject))
      return result instanceof Promise ? result.then((given) => given ?? call) : (result ?? call)
    },
    admit(call, old, next) {
      const { lists, counts } = current()
      if (lists.admit.length === 0) return next
      const subject = subjectWithObject(call, next)
      return ask(lists.admit, counts, subject, (hook) => runAdmit(hook, subject, old, next)) ?? next
    },
    after(call, outcome) {
      const { lists, counts } = current()
      if (lists.after.length === 0) return outcome
      const subject = subjectWithOutcome(call, outcome)
      const fail = (error: unknown): never => {
        abandon(outcome)
        throw error
      }
      try {
        const result = ask(lists.after, counts, subject, (hook) => runAfter(env, hook, subject, outcome))
        if (result === undefined) return outcome
        return result instanceof Promise ? result.then((given) => replaced(outcome, given ?? outcome), fail) : replaced(outcome, result)
      } catch (error) {
        return fail(error)
      }
    },
    watch(call, event) {
      const { lists, counts } = current()
      if (lists.watch.length === 0) return 'pass'
      const subject = subjectOfEvent(call, event)
      return ask(lists.watch, counts, subject, (hook) => runWatch(hook, subject, event)) ?? 'pass'
    },
  }
}

function replaced(outcome: Outcome, given: Outcome): Outcome {
  if (given.type !== 'watch') abandon(outcome)
  return given
}

/** Nobody else would close a watch whose reply is lost. */
function abandon(outcome: Outcome): void {
  if (outcome.type === 'watch') outcome.stream.close()
}
