import { CelError } from './cel-error.js'

/** An optional value (cel-go: types.Optional). */
export class Optional {
  static readonly none = new Optional(undefined)
  readonly #value: unknown

  /** Creates one without a value for undefined. */
  constructor(value: unknown) {
    this.#value = value
  }

  hasValue(): boolean {
    return this.#value !== undefined
  }

  /** Throws a CelError if there is no value. */
  value(): unknown {
    if (this.#value === undefined) throw new CelError('optional.none() dereference')
    return this.#value
  }
}

/** Whether a value is an optional. */
export const isOptional = (value: unknown): value is Optional => value instanceof Optional
