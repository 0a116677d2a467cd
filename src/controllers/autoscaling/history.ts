/** The recommended number of replicas at a time, in milliseconds since 1970. */
export type Recommendation = { readonly replicas: number; readonly at: number }
/** By how many replicas a target was scaled at a time, in milliseconds since 1970. */
export type ScaleEvent = { readonly change: number; readonly at: number }

/** Appends to a history, dropping entries from before a time. */
export const withEntry = <T extends { readonly at: number }>(
  history: readonly T[],
  entry: T,
  since: number,
): readonly T[] => [...history.filter(({ at }) => at >= since), entry]

/** Returns by how many replicas a target was scaled after a time. */
export const changeSince = (events: readonly ScaleEvent[], since: number): number =>
  events.reduce((sum, { change, at }) => (at > since ? sum + change : sum), 0)
