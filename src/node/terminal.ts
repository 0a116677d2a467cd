import { hearSteps } from '../base/heard-steps.js'

/** Where a command writes to. */
type Stream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

/** What a command prints. */
export type Printer = {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /**
   * Says in one line what is under way: the next takes its place, and so does whatever is printed. An empty one takes
   * it away.
   */
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

/**
 * Says what is under way until it is over, by the words for it, where there are any; also for how many seconds it has
 * been so, and how many objects it has come to where that is in this process.
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
  const deafen = hearSteps((done) => {
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
