/** The default wait in real time: a little less than the five-second test timeout of vitest and Jest. */
const USUAL = 4_000
/** The share of a test's time reserved for reporting what was waited for: a fifth, at most a second. */
const SHARE = 0.2
const MOST = 1_000
const LEAST = 100

/** The default wait of a cluster in real time. */
export type Patience = {
  /** Milliseconds left, in multiples of 100. */
  readonly left: () => number
  /** Tells that the test runner ends the test in `ms` milliseconds. */
  readonly endIn: (ms: number) => void
}

/** Makes the patience of a cluster; `now` returns real milliseconds. */
export function createPatience(now: () => number): Patience {
  let end: number | undefined
  return {
    left: () => (end === undefined ? USUAL : Math.max(LEAST, Math.floor((end - now()) / LEAST) * LEAST)),
    // Without a limit, the default applies.
    endIn: (ms) => void (end = ms > 0 && Number.isFinite(ms) ? now() + ms - Math.min(MOST, ms * SHARE) : undefined),
  }
}

const known = new WeakMap<object, Patience>()

/** Registers the patience of a cluster by its handler. */
export const notePatience = (handle: object, patience: Patience): void => void known.set(handle, patience)

/** Returns the patience of the cluster with that handler; undefined if it belongs to another copy of the package. */
export const patienceOf = (handle: object): Patience | undefined => known.get(handle)
