/** How often the parent is looked at, in milliseconds. */
const INTERVAL = 500

/**
 * Returns a signal that is aborted when this process is told to stop, or when the one that started it is gone: a test
 * that panics stops nothing.
 */
export function untilEnd(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort())
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && stop.abort(), INTERVAL)
  watch.unref()
  return stop.signal
}

/** Resolves once a signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
