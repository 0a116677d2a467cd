const MOST_PIECES = 4096

/**
 * Joins many short pieces into a long text. Appending them one by one would create a string each, which burdens the
 * garbage collector.
 */
export class TextBuilder {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    if (this.#pieces.length === MOST_PIECES) this.#join()
  }

  /** Returns the text so far. */
  text(): string {
    this.#join()
    return this.#text
  }

  #join(): void {
    this.#text += this.#pieces.join('')
    this.#pieces = []
  }
}
