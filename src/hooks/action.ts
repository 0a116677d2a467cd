import type { Shape } from '../check/shape.js'
import type { Subject } from './match.js'

/** One thing a hook can do: what has to be said of it, and what it comes to. */
export type ActionOf<Value, Act> = {
  readonly about: string
  readonly examples: readonly unknown[]
  readonly shape: Shape
  /** Which requests it can be done to; without it, all. The others are left to the next hook. */
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

/** The things hooks of one phase can do, by name. */
export type ActionTable<Action, Act> = {
  readonly [name in Exclude<keyof Named<Action>, 'delay'>]: ActionOf<Named<Action>[name], Act>
}

/** The one thing an action says to do; undefined where it only says how late. */
export function chosenOf<Act>(
  table: { readonly [name: string]: ActionOf<never, Act> },
  action: object,
): { readonly entry: ActionOf<never, Act>; readonly value: never } | undefined {
  for (const name in action) {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined
    // The value was checked by the entry's own shape.
    if (entry && action[name as never] !== undefined) return { entry, value: action[name as never] }
  }
  return undefined
}
