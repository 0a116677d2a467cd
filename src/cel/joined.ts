/**
 * Two lists as one. Joining costs nothing, whatever they hold, so that nothing is copied before somebody asks for an
 * item.
 */
export class Joined {
  readonly left: List
  readonly right: List
  readonly length: number
  constructor(left: List, right: List) {
    this.left = left
    this.right = right
    this.length = left.length + right.length
  }

  at(index: number): unknown {
    return index < this.left.length ? itemOf(this.left, index) : itemOf(this.right, index - this.left.length)
  }

  *[Symbol.iterator](): Iterator<unknown> {
    yield* this.left
    yield* this.right
  }
}

/** A list, of one piece or joined. */
export type List = readonly unknown[] | Joined

export const isList = (value: unknown): value is List => Array.isArray(value) || value instanceof Joined

/** The item at a place there is. */
export const itemOf = (list: List, index: number): unknown => (list instanceof Joined ? list.at(index) : list[index])

/** A list in one piece. */
export const flat = (value: unknown): unknown => (value instanceof Joined ? [...value] : value)
