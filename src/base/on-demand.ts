/**
 * Makes something at the first call, and gives the same at each. Of a thousand forks few are asked for all they have.
 */
export function onDemand<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
