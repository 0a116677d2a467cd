import { highestOf } from '../../base/lists/lists.js'
import type { Env } from '../../base/time/env.js'
import { type Gate, createGate } from '../../base/turns/gate.js'
import type { NewHook } from './create-hook.js'
import { type Count, noCount } from './frequency.js'
import type { Hook, HookLists } from './hook.js'
import { PHASES } from './hook-shape.js'
import type { UnexpectedRequest } from './types.js'

/** The registered hooks, how often each has fired, and the unexpected requests. */
export type HookState = {
  readonly lists: HookLists
  /** In the order of registration. */
  readonly counts: ReadonlyMap<Hook, Count>
  readonly unexpected: readonly UnexpectedRequest[]
}

/** The mutable hook state of one cluster, shared by registration, matching and counting. */
export type HookSet = {
  lists: HookLists
  counts: Map<Hook, Count>
  unexpected: readonly UnexpectedRequest[]
  /** The gates of hooks that hold events; most sets have none. */
  gates: WeakMap<Hook, Gate> | undefined
  /** Ends the delays of hooks that are under way; most sets have none. */
  delays: Set<() => void> | undefined
  /** The highest hook id given out. */
  made: number
  /** Callbacks for added hooks (those of a script together), removed hooks, and hooks that release events. */
  told?: {
    readonly added: (hooks: readonly Hook[]) => void
    readonly removed: (hook: Hook) => void
    readonly released: (hook: Hook, count: number | 'all') => void
  }
}

/** The state of a cluster without hooks. */
export const noHooks: HookState = {
  lists: { before: [], admit: [], after: [], watch: [], webhook: [], expect: [] },
  counts: new Map(),
  unexpected: [],
}

/** Makes a hook set from a state. */
export const createHookSet = (from: HookState = noHooks, told?: HookSet['told']): HookSet =>
  // Not a spread: that would give each fork an object with its own hidden class in V8.
  Object.assign(hookStateOf(from), {
    gates: undefined,
    delays: undefined,
    ...(told ? { told } : {}),
    made: highestOf([0, ...[...from.counts.keys()].map(({ id }) => id)]),
  })

/** Copies the registered hooks and their counts, to be kept. */
export const hookStateOf = ({ lists, counts, unexpected }: HookState): Pick<HookSet, keyof HookState> => ({
  lists,
  counts: new Map([...counts].map(([hook, count]) => [hook, { ...count }])),
  unexpected,
})

/** Restores a state of this cluster or another. Hooks registered since are removed, those removed since are back. */
export function restoreHooks(set: HookSet, state: HookState): void {
  if (set.told) for (const hook of set.counts.keys()) set.told.removed(hook)
  Object.assign(set, hookStateOf(state))
  set.gates = undefined
}

/** Removes all hooks, releases what they hold, and forgets the unexpected requests. */
export function clearHooks(set: HookSet): void {
  for (const hook of [...set.counts.keys()]) dismiss(set, hook)
  set.unexpected = []
}

/** Resolves after a number of milliseconds, or as soon as {@link endDelays} is called. */
export const delay = (set: HookSet, env: Env, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel()
      delays.delete(end)
      resolve()
    }
    const delays = (set.delays ??= new Set())
    const cancel = env.setTimer(end, ms)
    delays.add(end)
  })

/** Ends all delays: they belong to a state that was replaced, and their time may never come. */
export function endDelays(set: HookSet): void {
  for (const end of set.delays ?? []) end()
}

/** Registers a hook before the existing ones. */
export function register(set: HookSet, hook: NewHook): Hook {
  const added = numbered(set, hook)
  put(set, [added])
  return added
}

/** Registers hooks before the existing ones; among themselves the first takes precedence. */
export function registerAll(set: HookSet, hooks: readonly NewHook[]): readonly Hook[] {
  const added = hooks.map((hook) => numbered(set, hook))
  put(set, added)
  return added
}

const numbered = (set: HookSet, hook: NewHook): Hook => ({ id: ++set.made, ...hook })

function put(set: HookSet, added: readonly Hook[]): void {
  for (const phase of PHASES)
    set.lists = { ...set.lists, [phase]: [...added.filter((hook) => hook.phase === phase), ...set.lists[phase]] }
  for (const hook of added) set.counts.set(hook, noCount())
  set.told?.added(added)
}

/** Removes a hook. */
function remove(set: HookSet, hook: Hook): void {
  const { phase } = hook
  set.lists = { ...set.lists, [phase]: set.lists[phase].filter((other: Hook) => other !== hook) }
  if (set.counts.delete(hook)) set.told?.removed(hook)
}

/** Removes a hook, and releases what it holds. */
export function dismiss(set: HookSet, hook: Hook): void {
  remove(set, hook)
  gateOf(set, hook).open()
}

/** Releases `count` events of each watch that waits for a hook, or all from now on. Returns how many were waiting. */
export function releaseHeld(set: HookSet, hook: Hook, count: number | 'all'): number {
  set.told?.released(hook, count)
  const gate = gateOf(set, hook)
  if (count !== 'all') return gate.release(count)
  const waiting = gate.waiting()
  const held = set.counts.get(hook)
  if (held) held.open = true
  gate.open()
  return waiting
}

/** Returns the gate at which the events of a hook wait; it is open once the hook has released all. */
export function gateOf(set: HookSet, hook: Hook): Gate {
  set.gates ??= new WeakMap()
  let gate = set.gates.get(hook)
  if (!gate) set.gates.set(hook, (gate = createGate()))
  if (set.counts.get(hook)?.open) gate.open()
  return gate
}
