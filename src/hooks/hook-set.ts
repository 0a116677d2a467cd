import { type Gate, createGate } from '../base/gate.js'
import type { NewHook } from './create-hook.js'
import { type Count, noCount } from './frequency.js'
import type { Hook, HookLists } from './hook.js'
import { PHASES } from './hook-shape.js'
import type { UnexpectedRequest } from './types.js'

/** The hooks in force, how often each has fired, and the requests that nobody expected. */
export type HookState = {
  readonly lists: HookLists
  /** In the order they were registered. */
  readonly counts: ReadonlyMap<Hook, Count>
  readonly unexpected: readonly UnexpectedRequest[]
}

/** The hooks of one cluster. Registering, asking and counting them all work on this. */
export type HookSet = {
  lists: HookLists
  counts: Map<Hook, Count>
  unexpected: readonly UnexpectedRequest[]
  /** Where the events wait that a hook holds; most sets hold none. */
  gates: WeakMap<Hook, Gate> | undefined
  /** The highest number a hook was given. */
  made: number
  /**
   * Told of hooks that come, all those of a script together, of those that go, and of those that let go on what they
   * hold.
   */
  told?: {
    readonly added: (hooks: readonly Hook[]) => void
    readonly removed: (hook: Hook) => void
    readonly released: (hook: Hook, count: number | 'all') => void
  }
}

/** The state of a cluster without hooks. */
export const noHooks: HookState = {
  lists: { before: [], admit: [], after: [], watch: [], expect: [] },
  counts: new Map(),
  unexpected: [],
}

/** Makes a set of the hooks of a state. */
export const createHookSet = (from: HookState = noHooks, told?: HookSet['told']): HookSet =>
  // Not a spread: an object that one begins has a hidden class of its own in V8, fork by fork.
  Object.assign(hookStateOf(from), {
    gates: undefined,
    ...(told ? { told } : {}),
    made: Math.max(0, ...[...from.counts.keys()].map(({ id }) => id)),
  })

/** The hooks in force and what is left of their `times`, to be kept. */
export const hookStateOf = ({ lists, counts, unexpected }: HookState): Pick<HookSet, keyof HookState> => ({
  lists,
  counts: new Map([...counts].map(([hook, count]) => [hook, { ...count }])),
  unexpected,
})

/**
 * Puts a state in force, of this cluster or another. Hooks registered since are gone, those taken away since are back.
 */
export function restoreHooks(set: HookSet, state: HookState): void {
  if (set.told) for (const hook of set.counts.keys()) set.told.removed(hook)
  Object.assign(set, hookStateOf(state))
  set.gates = undefined
}

/** Puts a hook in force, before those there are. */
export function register(set: HookSet, hook: NewHook): Hook {
  const added = numbered(set, hook)
  put(set, [added])
  return added
}

/** Puts hooks in force, before those there are; among themselves the first is asked first. */
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

/** Takes a hook away. */
function remove(set: HookSet, hook: Hook): void {
  const { phase } = hook
  set.lists = { ...set.lists, [phase]: set.lists[phase].filter((other: Hook) => other !== hook) }
  if (set.counts.delete(hook)) set.told?.removed(hook)
}

/** Takes a hook away, and lets go on what it holds. */
export function dismiss(set: HookSet, hook: Hook): void {
  remove(set, hook)
  gateOf(set, hook).open()
}

/** Lets so many events of each watch that waits for a hook go on, or all from now on. Returns how many waited. */
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

/** Where the events of a hook wait, which is open once the hook has released all. */
export function gateOf(set: HookSet, hook: Hook): Gate {
  set.gates ??= new WeakMap()
  let gate = set.gates.get(hook)
  if (!gate) set.gates.set(hook, (gate = createGate()))
  if (set.counts.get(hook)?.open) gate.open()
  return gate
}
