import type { Call } from '../../model/call/call.js'
import { createHook } from '../../server/hooks/create-hook.js'
import type { NewHook } from '../../server/hooks/create-hook.js'
import type { Hook, HookLists } from '../../server/hooks/hook.js'
import { PHASES } from '../../server/hooks/hook-shape.js'
import { type HookSet, dismiss, registerAll, releaseHeld } from '../../server/hooks/hook-set.js'
import type { Actions, Matches, Phase } from '../../server/hooks/actions.js'
import type { BundleEngine, WrittenHook } from '../bundle/types.js'
import type { Note } from '../../server/journal/note.js'
import type { Server } from '../server.js'
import { type Effects, resultOf } from './effects.js'

/** The hooks of a recording, registered as they were then. */
export type ReplayedHooks = {
  readonly add: (hooks: readonly WrittenHook[]) => void
  readonly remove: (id: number) => void
  /** Releases events that a hook holds. */
  readonly release: (id: number, count: number | 'all') => void
  /** Returns the call sites of hooks that are functions, which are replayed by their recorded effects. */
  readonly byEffect: () => readonly string[]
}

/** Registers the hooks that were in force at the beginning, and returns functions for later ones. */
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

/** Recreates a hook; in place of a function, which is lost, it applies the recorded effect on the same request. */
function makeHook({ context: { env }, recorder }: Server, effects: Effects, written: WrittenHook): NewHook {
  const { phase, match, options, site, id } = written
  const noteOf = (call: Call): Note | undefined =>
    recorder.notes().findLast((note) => note.call === call || note.done === call) ?? recorder.current()
  const replayed = (...given: readonly unknown[]): unknown => {
    // Every phase passes a call.
    const call = given.find((each) => typeof each === 'object' && each !== null && 'target' in each) as Call
    return resultOf(effects.take(noteOf(call), id), env, given[phase === 'after' ? 1 : 0], call)
  }
  const then = 'then' in written ? written.then : replayed
  return createHook(
    phase as Phase, // checked when the hook was registered
    match as Matches[Phase], // as above
    then as Actions[Phase], // as above
    options as NewHook['options'], // as above
    site,
  )
}
