import { fitsInt64 } from '../../base/go/numbers.js'
import { CelError } from './cel-error.js'

/** Checks that an integer fits into 64 bits. Throws a CelError if it does not. */
export function wholeNumber(value: bigint): bigint {
  if (!fitsInt64(value)) throw new CelError('integer overflow')
  return value
}

type Operator = (a: bigint, b: bigint) => bigint | boolean

/** The common operators on two integers, each with a cost of 1; the result may overflow 64 bits. */
export const WHOLE_OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['_+_', (a, b) => a + b],
  ['_-_', (a, b) => a - b],
  ['_*_', (a, b) => a * b],
  ['_<_', (a, b) => a < b],
  ['_<=_', (a, b) => a <= b],
  ['_>_', (a, b) => a > b],
  ['_>=_', (a, b) => a >= b],
])
