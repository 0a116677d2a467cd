const MOST_PIECES = 4096

/**
 * Puts a long text together of many short pieces: one by one each would make a text of its own, for the collector to go
 * through.
 */
export class TextBuilder {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    if (this.#pieces.length === MOST_PIECES) this.#join()
  }

  /** All of it so far. */
  text(): string {
    this.#join()
    return this.#text
  }

  #join(): void {
    this.#text += this.#pieces.join('')
    this.#pieces = []
  }
}
