import type { Shape } from '../check/shape.js'

/**
 * A kind of entry a script may hold: hooks are one. An entry of a script is told by its members.
 *
 * @example
 * { words: ['reaction'], shape: reactionShape, add: (value, site) => reactions.add(value, site) }
 */
export type EntryKind<Handle = Disposable> = {
  /** Members of which every entry of this kind has one. */
  readonly words: readonly string[]
  readonly shape: Shape
  /** Loads what its shape needs to find every fault; undefined where it is there. */
  readonly prepare?: () => Promise<void> | undefined
  /** Puts an entry in force that its shape has passed. */
  readonly add: (value: object, site: string) => Handle
}
