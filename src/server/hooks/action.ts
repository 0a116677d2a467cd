import type { Shape } from '../../base/check/shape.js'
import type { Subject } from './match.js'
import { parseDuration } from '../../base/time/time.js'
import type { Duration } from './actions.js'

/** An action that a hook can take: how it is documented and checked, and what it does. */
export type ActionOf<Value, Act> = {
  readonly about: string
  readonly examples: readonly unknown[]
  readonly shape: Shape
  /** Tells which requests it applies to; by default all. Other requests are left to the next hook. */
  readonly applies?: (subject: Subject) => boolean
  readonly act: (value: Value) => Act
}

type Named<Action> = { readonly [name in KeysOf<Action>]-?: Value<Action, name> }
type KeysOf<Action> = Action extends unknown ? keyof Action : never
type Value<Action, Name> = Action extends unknown
  ? Name extends keyof Action
    ? Exclude<Action[Name], undefined>
    : never
  : never

/** The actions of one phase by name. */
export type ActionTable<Action, Act> = {
  readonly [name in Exclude<keyof Named<Action>, 'delay'>]: ActionOf<Named<Action>[name], Act>
}

/** Returns the action chosen in a hook's data; undefined if it only has a delay. */
export function chosenOf<Act>(
  table: { readonly [name: string]: ActionOf<never, Act> },
  action: object,
): { readonly entry: ActionOf<never, Act>; readonly value: never } | undefined {
  for (const name in action) {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined
    // The value was checked by the entry's shape.
    if (entry && action[name as never] !== undefined) return { entry, value: action[name as never] }
  }
  return undefined
}

/** Returns the milliseconds of a duration, which was validated when the hook was registered. */
export function milliseconds(duration: Duration): number {
  const parsed = parseDuration(duration)
  return parsed.error === undefined ? parsed.ms : 0
}
