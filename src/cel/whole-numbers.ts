const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

/** Whether an integer fits into 64 bits. */
export const isWhole = (value: bigint): boolean => value >= LEAST && value <= MOST

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
