import type { Shape } from '../check/shape.js'

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
  /** Registers an entry that its shape has validated. */
  readonly add: (value: object, site: string) => Handle
}
