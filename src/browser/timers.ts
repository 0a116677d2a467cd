/** Calls back after some milliseconds of the page's own time; returns what takes it back. */
export function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Begins to count milliseconds of the page's own time; returns how many have gone by. */
export function stopwatch(): () => number {
  const begun = performance.now()
  return () => performance.now() - begun
}
