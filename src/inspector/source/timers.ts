/** Calls back after some milliseconds of the reader's own time; returns what takes it back. */
export function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Lets the browser do what else there is, and draw. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
