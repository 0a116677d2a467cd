/** What is made of each item of a list, not before it is read; to be read once. */
export function* lazily<T, R>(items: readonly T[], made: (item: T) => R): Iterable<R> {
  for (const item of items) yield made(item)
}
