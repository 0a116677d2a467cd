import { celOf } from './json-value.js'

// So many parts are converted each by itself; then it takes less to convert the whole.
const MOST_PARTS = 4

/** A variable that is given as JSON, of which only what an expression uses is converted. */
export class Given {
  #value: unknown
  #parts = 0

  constructor(json: unknown) {
    this.#value = json
  }
  /** Returns the value to look for a part in: as JSON, or converted. */
  look(): unknown {
    return this.#parts === MOST_PARTS ? this.whole() : this.#value
  }
  /** Returns a part that was found in that, converted. */
  part(found: unknown): unknown {
    if (this.#parts > MOST_PARTS) return found
    if (typeof found === 'object') this.#parts++
    return celOf(found)
  }
  /** Returns the whole value, converted. */
  whole(): unknown {
    if (this.#parts <= MOST_PARTS) this.#value = celOf(this.#value)
    this.#parts = Infinity
    return this.#value
  }
}
