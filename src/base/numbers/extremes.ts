// Unlike `Math.min(...numbers)` these take more numbers than a call takes arguments.

/** Returns the lowest of some numbers, Infinity if there are none. */
export function lowestOf(numbers: readonly number[]): number {
  let lowest = Infinity
  for (const number of numbers) lowest = Math.min(lowest, number)
  return lowest
}

/** Returns the highest of some numbers, -Infinity if there are none. */
export function highestOf(numbers: readonly number[]): number {
  let highest = -Infinity
  for (const number of numbers) highest = Math.max(highest, number)
  return highest
}
