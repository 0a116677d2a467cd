/** Calls a function after some milliseconds of real time. Returns a function that cancels it. */
export function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Starts a stopwatch. Returns a function that returns the elapsed milliseconds of real time. */
export function stopwatch(): () => number {
  const begun = performance.now()
  return () => performance.now() - begun
}
