/**
 * Adds each of some to a list. There may be more of them than a call takes arguments, which `push(...more)` makes of
 * them.
 */
export function append<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one)
}
