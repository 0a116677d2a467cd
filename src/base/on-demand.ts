/**
 * Returns a function that makes a value at its first call and returns the same value afterwards. Of a thousand forks,
 * few are asked for everything they have.
 */
export function onDemand<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
