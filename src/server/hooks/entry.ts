import type { Problem, Shape } from '../../base/check/shape.js'

/**
 * A kind of script entry besides hooks, recognized by its members.
 *
 * @example
 * { words: ['reaction'], shape: reactionShape, add: (value, site) => reactions.add(value, site) }
 */
export type EntryKind<Handle = Disposable> = {
  /** The members by which entries of this kind are recognized; each has at least one. */
  readonly words: readonly string[]
  readonly shape: Shape
  /** Returns what forbids an entry beside those registered, and beside the earlier ones of its kind in the script. */
  readonly conflicts?: (value: object, earlier: readonly object[]) => readonly Problem[]
  /** Registers an entry without problems and conflicts; it must not fail, as others of the script are registered. */
  readonly add: (value: object, site: string) => Handle
}
