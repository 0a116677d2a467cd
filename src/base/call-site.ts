type StackCapture = {
  readonly captureStackTrace?: (holder: { stack?: string }, above: (...args: never[]) => unknown) => void
}

const FRAME = /^\s+at (?:.*\()?(?:file:\/\/)?(.+:\d+:\d+)\)?$/

/** Where a function of ours was called from, as `file:line:column`; empty where the platform does not tell. */
export function callSite(of: (...args: never[]) => unknown): string {
  const holder: { stack?: string } = {}
  // Not every platform has it, so it is not in the language's own types.
  ;(Error as StackCapture).captureStackTrace?.(holder, of)
  for (const line of holder.stack?.split('\n') ?? []) {
    const frame = FRAME.exec(line)
    if (frame) return frame[1]!
  }
  return ''
}
