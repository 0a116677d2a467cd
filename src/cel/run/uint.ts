import { CelError } from './cel-error.js'

const LIMIT = 1n << 64n

/** An unsigned integer of 64 bits (cel-go: types.Uint). */
export class Uint {
  readonly value: bigint
  /** Throws a CelError on overflow. */
  constructor(value: bigint) {
    if (value < 0n || value >= LIMIT) throw new CelError('unsigned integer overflow')
    this.value = value
  }
  valueOf(): bigint {
    return this.value
  }
  toString(): string {
    return String(this.value)
  }
}
