import { mustHave } from '../../base/must-have.js'
import type { PlacedFault, Token } from './tokens.js'

/** Thrown at a syntax error, at the first token that is wrong; `syntaxFaults` finds the texts of all. */
export class NotParsed extends Error {
  readonly at: number
  readonly found: string
  constructor({ at, text }: PlacedFault) {
    super()
    this.at = at
    this.found = text
  }
}

/** Reads tokens one after another; the last one is `<EOF>`. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  protected ahead(by = 0): Token {
    return this.#tokens[this.#at + by] ?? mustHave(this.#tokens.at(-1), 'the end of an expression')
  }

  protected take(): Token {
    const token = this.ahead()
    this.#at++
    return token
  }

  protected advance(by: number): void {
    this.#at += by
  }

  /** Takes a token. Throws NotParsed if another is next. */
  protected expect(type: string): Token {
    if (this.ahead().type !== type) throw new NotParsed(this.ahead())
    return this.take()
  }

  /** Takes a token if it is the next one. */
  protected skip(type: string): Token | undefined {
    return this.ahead().type === type ? this.take() : undefined
  }
}
