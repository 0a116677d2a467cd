import type { Actions, Functions, Matches, Phase } from './actions.js'
import { type Count, type HookOptions, takesTurn } from './frequency.js'
import type { Subject } from './match.js'

/** A registered hook. */
export type Hook<P extends Phase = Phase> = {
  /** Counts the hooks of a cluster, and of those it is a fork of, from 1. */
  readonly id: number
  readonly phase: P
  readonly match: Matches[P]
  readonly test: (subject: Subject) => boolean
  readonly then: Actions[P] | Functions[P]
  readonly options: HookOptions
  /** Where it was registered. */
  readonly site: string
}

/** The hooks of each phase, in the order they are asked. */
export type HookLists = { readonly [P in Phase]: readonly Hook<P>[] }

const NONE: readonly never[] = []

/** The hooks that match; of none it makes nothing new, as most requests are no hook's. */
export function matching<P extends Phase>(hooks: readonly Hook<P>[], subject: Subject): readonly Hook<P>[] {
  let found: Hook<P>[] | undefined
  for (const hook of hooks) if (hook.test(subject)) (found ??= []).push(hook)
  return found ?? NONE
}

/**
 * Asks hooks that match, one after the other, until one decides. The answer is a promise only where a hook's was.
 *
 * @param random decides for hooks that act by chance
 * @param run what a hook says; undefined, or a promise of it, leaves it to the next
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
    // One disposed while an earlier one was thinking has no count any more.
    if (!hook || !count || !takesTurn(hook.options, count, random)) continue
    count.calls++
    // Counted before the answer is there: of two requests at once only one may use the last time.
    count.decided++
    const result = run(hook)
    if (result instanceof Promise) {
      const later = result.then((value: unknown) => {
        if (value !== undefined) return value
        count.decided--
        return ask(hooks, counts, random, run, i + 1)
      })
      // A promise of what the hook promised, or of the next hook's answer: R again.
      return later as R
    }
    if (result !== undefined) return result
    count.decided--
  }
  return undefined
}
