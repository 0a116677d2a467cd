import type { Token } from './token.js'

/** The tokens scanned but not yet consumed, numbered in the order of the text. */
export class TokenQueue {
  #tokens: Token[] = []
  #head = 0
  #taken = 0

  /** The number of the next token to consume. */
  get next(): number {
    return this.#taken
  }

  /** The number that the next scanned token will get. */
  get end(): number {
    return this.#taken + this.#tokens.length - this.#head
  }

  get isEmpty(): boolean {
    return this.#head === this.#tokens.length
  }

  /** The next token to consume. */
  get first(): Token | undefined {
    return this.#tokens[this.#head]
  }

  push(token: Token): void {
    this.#tokens.push(token)
  }

  /** Inserts a token before the one with that number; if that is already consumed, at the end, as libyaml does. */
  insert(number: number, token: Token): void {
    if (number < this.#taken) this.#tokens.push(token)
    else this.#tokens.splice(this.#head + number - this.#taken, 0, token)
  }

  drop(): void {
    this.#head++
    this.#taken++
    if (!this.isEmpty) return
    this.#tokens = []
    this.#head = 0
  }
}
