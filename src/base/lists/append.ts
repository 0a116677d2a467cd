/** Appends items to a list. Unlike `push(...more)` it works for more items than a call takes arguments. */
export function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one)
}
