/**
 * A lazy concatenation of two lists. Concatenation has no CEL cost however long the lists are, so that nothing is
 * copied before an item is read.
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

/** A list, plain or joined. */
export type List = readonly unknown[] | Joined

export const isList = (value: unknown): value is List => Array.isArray(value) || value instanceof Joined

/** Returns the item at a valid index. */
export const itemOf = (list: List, index: number): unknown => (list instanceof Joined ? list.at(index) : list[index])

/** Converts a joined list to an array. */
export const flat = (value: unknown): unknown => (value instanceof Joined ? [...value] : value)
