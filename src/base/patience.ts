/**
 * How long is waited in real time where nobody says: a little less than the five seconds that vitest and Jest give a
 * test.
 */
const USUAL = 4_000
/** What is left of a test for telling what was waited for: a fifth of it, and no more than a second. */
const SHARE = 0.2
const MOST = 1_000
const LEAST = 100

/** How long a cluster waits in real time where nobody says. */
export type Patience = {
  /** Milliseconds from now, in whole tenths of a second. */
  readonly left: () => number
  /** Says that the runner ends the test in so many milliseconds. */
  readonly endIn: (ms: number) => void
}

/** Makes the patience of a cluster; `now` counts real milliseconds. */
export function createPatience(now: () => number): Patience {
  let end: number | undefined
  return {
    left: () => (end === undefined ? USUAL : Math.max(LEAST, Math.floor((end - now()) / LEAST) * LEAST)),
    // Without a limit there is nothing to be told before.
    endIn: (ms) => void (end = ms > 0 && Number.isFinite(ms) ? now() + ms - Math.min(MOST, ms * SHARE) : undefined),
  }
}

const known = new WeakMap<object, Patience>()

/** Notes the patience of a cluster, by its handler. */
export const notePatience = (handle: object, patience: Patience): void => void known.set(handle, patience)

/** The patience of the cluster with that handler; undefined for one of another copy of the package. */
export const patienceOf = (handle: object): Patience | undefined => known.get(handle)
