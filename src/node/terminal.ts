/** Where a command writes to. */
export type Stream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

/** What a command prints. */
export type Printer = {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Says in one line what is under way: the next takes its place, and so does whatever is printed. An empty one takes it away. */
  readonly progress: (line: string) => void
}

/** Goes to the beginning of the line and wipes it. */
const WIPE = '\r\u001b[K'

/** Prints to two streams. What is under way is told at a terminal alone. */
export function createPrinter(stdout: Stream, stderr: Stream): Printer {
  let shown = false
  const progress = (line: string) => {
    if (!stderr.isTTY || (line === '' && !shown)) return
    shown = line !== ''
    stderr.write(`${WIPE}${line}`)
  }
  const printTo = (stream: Stream) => (line: string) => {
    progress('')
    stream.write(`${line}\n`)
  }
  return { out: printTo(stdout), err: printTo(stderr), progress }
}
