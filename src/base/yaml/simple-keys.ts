import type { TextPlace } from './token.js'

/** A token that becomes a key if a colon follows on the same line. */
export type SimpleKey = TextPlace & {
  /** The token's number. */
  readonly token: number
  readonly column: number
  /** Only a key may be at this position. */
  readonly required: boolean
}

/** The possible keys: one in the block, and one in each open bracket. */
export class SimpleKeys {
  readonly #levels: { token: number; key: SimpleKey | undefined }[] = [{ token: 0, key: undefined }]
  /** The level of each token that must not be consumed before it is known whether it is a key. */
  readonly #waiting = new Map<number, number>()

  /** The number of open brackets. */
  get depth(): number {
    return this.#levels.length - 1
  }

  /** The possible key of the innermost level. */
  get current(): SimpleKey | undefined {
    return this.#levels.at(-1)?.key
  }

  /** Returns the possible key that starts with a token. */
  waitingFor(token: number): SimpleKey | undefined {
    const level = this.#waiting.get(token)
    return level === undefined ? undefined : this.#levels[level]?.key
  }

  /** Opens a bracket whose token has the given number. */
  open(token: number): void {
    this.#levels.push({ token, key: undefined })
  }

  /** Closes a bracket. An empty one is no longer waited for although it may be a key: libyaml rejects `{}: a`. */
  close(): void {
    if (this.depth === 0) return
    const level = this.#levels.pop()
    if (level) this.#waiting.delete(level.token)
  }

  save(key: SimpleKey): void {
    const level = this.#levels.at(-1)
    if (!level) return
    level.token = key.token
    level.key = key
    this.#waiting.set(key.token, this.depth)
  }

  /** Forgets a possible key, once it is decided whether it is one. */
  forget(key: SimpleKey): void {
    const at = this.#waiting.get(key.token)
    const level = at === undefined ? this.#levels.findLast((each) => each.key === key) : this.#levels[at]
    if (level) level.key = undefined
    this.#waiting.delete(key.token)
  }
}
