import type { Env } from '../../base/time/env.js'
import type { Options } from '../../model/call/options.js'

/** The timers of one watch. */
export type WatchTimers = {
  readonly after: (ms: number, run: () => void) => void
  /** Cancels all of them. */
  readonly clear: () => void
}

const BOOKMARK_INTERVAL = 60_000
const BOOKMARK_BEFORE_END = 2_000
const MIN_TIMEOUT_SECONDS = 1800

/**
 * Starts the timers of a watch: its timeout, and, if requested, bookmarks every minute and shortly before the timeout.
 */
export function createWatchTimers(
  env: Env,
  { timeoutSeconds, allowWatchBookmarks }: Options,
  { bookmark, end }: { readonly bookmark: () => void; readonly end: () => void },
): WatchTimers {
  const timers = new Set<() => void>()
  const after = (ms: number, run: () => void) => {
    const cancel = env.setTimer(() => {
      timers.delete(cancel)
      run()
    }, ms)
    timers.add(cancel)
  }
  const beat = () => {
    bookmark()
    after(BOOKMARK_INTERVAL, beat)
  }
  const length = 1000 * (timeoutSeconds || Math.floor(MIN_TIMEOUT_SECONDS * (1 + env.random())))
  after(Math.max(0, length), end)
  if (allowWatchBookmarks) {
    after(BOOKMARK_INTERVAL, beat)
    if (length > BOOKMARK_BEFORE_END) after(length - BOOKMARK_BEFORE_END, bookmark)
  }
  return {
    after,
    clear() {
      for (const cancel of timers) cancel()
      timers.clear()
    },
  }
}
