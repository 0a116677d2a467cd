import { frozenCopy } from '../../base/json/frozen-copy.js'
import type { Actions, Functions, HookRecord, Matches, Phase } from './actions.js'
import { type ActionOf, chosenOf } from './action.js'
import { afterActions } from './after-actions.js'
import { beforeActions } from './before-actions.js'
import type { HookOptions } from './frequency.js'
import type { Hook } from './hook.js'
import { PHASES } from './hook-shape.js'
import { createMatchTest } from './matchers.js'

/** A hook that is not registered yet. */
export type NewHook<P extends Phase = Phase> = Omit<Hook<P>, 'id'>

/** Makes a hook from a validated match, action and options, which are copied. */
export function createHook<P extends Phase>(
  phase: P,
  givenMatch: Matches[P],
  givenThen: Actions[P] | Functions[P],
  givenOptions: HookOptions,
  site: string,
): NewHook<P> {
  const [match, then, options] = [frozenCopy(givenMatch), frozenCopy(givenThen), frozenCopy(givenOptions)]
  const matches = createMatchTest(match)
  const table: { readonly [name: string]: ActionOf<never, unknown> } =
    phase === 'before' ? beforeActions : phase === 'after' ? afterActions : {}
  const applies = typeof then === 'function' ? undefined : chosenOf(table, then)?.entry.applies
  return {
    phase,
    match,
    then,
    options,
    site,
    test: applies ? (subject) => matches(subject) && applies(subject) : matches,
  }
}

/** Makes a hook from a validated record. */
export function hookOf(record: HookRecord, site: string): NewHook {
  const { then = { pass: true }, ...rest } = record
  for (const phase of PHASES) {
    const { [phase]: match, ...options } = rest
    // The rest of a record are its options.
    if (match !== undefined) return createHook(phase, match, then, options as HookOptions, site)
  }
  throw new Error('a defect of fakecluster: a hook without a phase passed its check')
}
