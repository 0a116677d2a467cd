import type { Call } from '../../api/call.js'
import { createHook } from '../../hooks/create-hook.js'
import type { NewHook } from '../../hooks/create-hook.js'
import type { Hook, HookLists } from '../../hooks/hook.js'
import { PHASES } from '../../hooks/hook-shape.js'
import { type HookSet, dismiss, registerAll, releaseHeld } from '../../hooks/hook-set.js'
import type { Actions, Matches, Phase } from '../../hooks/actions.js'
import type { BundleEngine, WrittenHook } from '../../bundle/types.js'
import type { Note } from '../../journal/note.js'
import type { Server } from '../server.js'
import { type Effects, resultOf } from './effects.js'

/** The hooks of a recording, put in force as they were then. */
export type ReplayedHooks = {
  readonly add: (hooks: readonly WrittenHook[]) => void
  readonly remove: (id: number) => void
  /** Lets events go on that one holds. */
  readonly release: (id: number, count: number | 'all') => void
  /** Where those stand that are functions, which are replayed by what they made of requests. */
  readonly byEffect: () => readonly string[]
}

/** Puts in force what was in force at the beginning, and makes what does so with later ones. */
export function replayHooks(server: Server, effects: Effects, begun: BundleEngine['hooks']): ReplayedHooks {
  const { hookSet } = server
  const found = new Map<number, Hook>()
  const sites = new Set<string>()
  const hookOf = (written: WrittenHook): NewHook => {
    if (!('then' in written)) sites.add(written.site)
    return makeHook(server, effects, written)
  }
  for (const phase of PHASES) {
    const hooks = begun.filter((hook) => hook.phase === phase)
    for (const hook of hooks) put(hookSet, phase, { id: hook.id, ...hookOf(hook) }, hook.count, found)
  }
  return {
    add: (hooks) => registerAll(hookSet, hooks.map(hookOf)).forEach((hook, i) => found.set(hooks[i]?.id ?? 0, hook)),
    remove(id) {
      const hook = found.get(id)
      if (hook) dismiss(hookSet, hook)
    },
    release(id, count) {
      const hook = found.get(id)
      if (hook) releaseHeld(hookSet, hook, count)
    },
    byEffect: () => [...sites],
  }
}

function put(
  set: HookSet,
  phase: Phase,
  hook: Hook,
  count: BundleEngine['hooks'][number]['count'],
  found: Map<number, Hook>,
): void {
  const lists: HookLists = { ...set.lists, [phase]: [...set.lists[phase], hook] }
  set.lists = lists
  set.made = Math.max(set.made, hook.id)
  set.counts.set(hook, { ...count })
  found.set(hook.id, hook)
}

/** A hook as it was; one whose function is gone does what the function did with the same request. */
function makeHook({ context: { env }, recorder }: Server, effects: Effects, written: WrittenHook): NewHook {
  const { phase, match, options, site, id } = written
  const noteOf = (call: Call): Note | undefined =>
    recorder.notes().findLast((note) => note.call === call || note.done === call) ?? recorder.current()
  const replayed = (...given: readonly unknown[]): unknown => {
    // Each phase gives one.
    const call = given.find((each) => typeof each === 'object' && each !== null && 'target' in each) as Call
    return resultOf(effects.take(noteOf(call), id), env, given[phase === 'after' ? 1 : 0], call)
  }
  const then = 'then' in written ? written.then : replayed
  return createHook(
    phase as Phase, // all of it was checked when it was registered
    match as Matches[Phase], // as above
    then as Actions[Phase], // as above
    options as NewHook['options'], // as above
    site,
  )
}
