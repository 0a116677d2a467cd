import type { TextPlace } from './token.js'

/** A token that turns out to be a key when a colon follows it on its line. */
export type SimpleKey = TextPlace & {
  /** Its number. */
  readonly token: number
  readonly column: number
  /** Nothing else can stand there. */
  readonly required: boolean
}

/** What may be a key in the block, and within each open bracket. */
export class SimpleKeys {
  readonly #levels: { token: number; key: SimpleKey | undefined }[] = [{ token: 0, key: undefined }]
  /** The level of each token that nobody may take before it is known whether it is a key. */
  readonly #waiting = new Map<number, number>()

  /** How many brackets are open. */
  get depth(): number {
    return this.#levels.length - 1
  }

  /** What may be a key of the innermost level. */
  get current(): SimpleKey | undefined {
    return this.#levels.at(-1)?.key
  }

  /** What a token may be a key of. */
  waitingFor(token: number): SimpleKey | undefined {
    const level = this.#waiting.get(token)
    return level === undefined ? undefined : this.#levels[level]?.key
  }

  /** Opens a bracket that is the token of that number. */
  open(token: number): void {
    this.#levels.push({ token, key: undefined })
  }

  /** Closes a bracket. An empty one is waited for no longer, though it may be a key: libyaml refuses `{}: a`. */
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

  /** What the token of that key is, it is no key. */
  forget(key: SimpleKey): void {
    const at = this.#waiting.get(key.token)
    const level = at === undefined ? this.#levels.findLast((each) => each.key === key) : this.#levels[at]
    if (level) level.key = undefined
    this.#waiting.delete(key.token)
  }
}
