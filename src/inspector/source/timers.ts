/** Calls a function after some milliseconds of real time. Returns a function that cancels it. */
export function later(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Resolves in a new task, so that the browser can handle events and render. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
