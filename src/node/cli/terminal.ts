import { onProgress } from '../../base/turns/progress.js'

/** A stream that a command writes to. */
type Stream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

/** The output of a command. */
export type Printer = {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Shows a line about work in progress; later output and the next such line replace it. An empty line removes it. */
  readonly progress: (line: string) => void
}

/** Moves to the beginning of the line and erases it. */
const WIPE = '\r\u001b[K'

/** Prints to two streams. Progress is shown on terminals only. */
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

/**
 * Shows progress until `work` is settled: the words, if there are any, the elapsed seconds, and the number of objects
 * processed if that happens in this process.
 */
export async function sayWhile<T>(
  work: Promise<T>,
  words: string,
  progress: Printer['progress'],
  second = 1000,
): Promise<T> {
  if (words === '') return work
  let [objects, seconds] = [0, 0]
  const say = () =>
    progress([words, objects > 0 && `${objects} objects`, seconds > 0 && `${seconds} s`].filter(Boolean).join(' '))
  say()
  const deafen = onProgress((done) => {
    objects = done
    say()
  })
  const clock = setInterval(() => {
    seconds++
    say()
  }, second)
  try {
    return await work
  } finally {
    deafen()
    clearInterval(clock)
    progress('')
  }
}
