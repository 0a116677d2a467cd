/** How many replicas were thought right at a time, in milliseconds since 1970. */
export type Recommendation = { readonly replicas: number; readonly at: number }
/** By how many replicas something was scaled at a time, in milliseconds since 1970. */
export type ScaleEvent = { readonly change: number; readonly at: number }

/** Adds to a history; what is older than a time makes room. */
export const withEntry = <T extends { readonly at: number }>(
  history: readonly T[],
  entry: T,
  since: number,
): readonly T[] => [...history.filter(({ at }) => at >= since), entry]

/** By how many replicas something was scaled after a time. */
export const changeSince = (events: readonly ScaleEvent[], since: number): number =>
  events.reduce((sum, { change, at }) => (at > since ? sum + change : sum), 0)
