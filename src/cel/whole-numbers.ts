const LEAST = -(2n ** 63n)
const MOST = 2n ** 63n - 1n

/** Tells a whole number that 64 bits hold. */
export const isWhole = (value: bigint): boolean => value >= LEAST && value <= MOST

type Operator = (a: bigint, b: bigint) => bigint | boolean

/** What rules mostly do with two whole numbers, each at a cost of 1; what it comes to may be more than 64 bits hold. */
export const WHOLE_OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['_+_', (a, b) => a + b],
  ['_-_', (a, b) => a - b],
  ['_*_', (a, b) => a * b],
  ['_<_', (a, b) => a < b],
  ['_<=_', (a, b) => a <= b],
  ['_>_', (a, b) => a > b],
  ['_>=_', (a, b) => a >= b],
])
