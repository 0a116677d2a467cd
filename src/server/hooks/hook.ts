import type { Actions, Functions, Matches, Phase } from './actions.js'
import { type Count, type HookOptions, takesTurn } from './frequency.js'
import type { Subject } from './match.js'

/** A registered hook. */
export type Hook<P extends Phase = Phase> = {
  /** Numbers the hooks of a cluster, including those of the cluster it was forked from, from 1. */
  readonly id: number
  readonly phase: P
  readonly match: Matches[P]
  readonly test: (subject: Subject) => boolean
  readonly then: Actions[P] | Functions[P]
  readonly options: HookOptions
  /** Where it was registered. */
  readonly site: string
}

/** The hooks of each phase, in order of precedence. */
export type HookLists = { readonly [P in Phase]: readonly Hook<P>[] }

const NONE: readonly never[] = []

/** Returns the matching hooks; if there are none, as for most requests, nothing is allocated. */
export function matching<P extends Phase>(hooks: readonly Hook<P>[], subject: Subject): readonly Hook<P>[] {
  let found: Hook<P>[] | undefined
  for (const hook of hooks) if (hook.test(subject)) (found ??= []).push(hook)
  return found ?? NONE
}

/**
 * Asks matching hooks one after the other until one decides. The result is a promise only if a hook returned one.
 *
 * @param random draws for hooks with a probability
 * @param run runs a hook; undefined, or a promise of it, leaves the decision to the next hook
 */
export function ask<P extends Phase, R>(
  hooks: readonly Hook<P>[],
  counts: ReadonlyMap<Hook, Count>,
  random: () => number,
  run: (hook: Hook<P>) => R,
  from = 0,
): R | undefined {
  for (let i = from; i < hooks.length; i++) {
    const hook = hooks[i]
    const count = hook && counts.get(hook)
    // A hook disposed while an earlier one was pending has no count any more.
    if (!hook || !count || !takesTurn(hook.options, count, random)) continue
    count.calls++
    // Counted before the result is known, so that of two concurrent requests only one uses the last of `times`.
    count.decided++
    const result = run(hook)
    if (result instanceof Promise) {
      const later = result.then((value: unknown) => {
        if (value !== undefined) return value
        count.decided--
        return ask(hooks, counts, random, run, i + 1)
      })
      // A promise of this hook's or a later hook's result, which is R again.
      return later as R
    }
    if (result !== undefined) return result
    count.decided--
  }
  return undefined
}
