import { type Delay, pick } from '../base/delay.js'
import { contentHash } from '../base/hash.js'
import type { ContainerPlay, LogLine } from './types.js'

/** A line that was logged, and when, in milliseconds since 1970. */
export type LoggedLine = { readonly at: number; readonly text: string }

/** One run of a container: its id, when it began, and when it ended. */
export type ContainerRun = { readonly id: string; readonly start: number; readonly end?: number }

/** Lines that are kept of those that come again and again, and characters of all: a runtime rotates its logs too (at 10 MiB). */
const MOST_LINES = 10_000
const MOST_TEXT = 10 * 1024 * 1024

/** What was logged in a run up to a time, in order: the same whenever it is asked. */
export function linesUpTo({ logs = [] }: ContainerPlay, run: ContainerRun, now: number): readonly LoggedLine[] {
  const until = Math.min(now, run.end ?? now)
  const timings = logs.map((line, i) => ({ text: textOf(line), ...timing(line, i, run) }))
  const from = keptFrom(timings, until)
  const lines = timings.flatMap(({ text, ...each }) => timesBetween(each, from, until).map((at) => ({ at, text })))
  return newest(lines.sort((a, b) => a.at - b.at))
}

/** The time after which no more lines come again and again than are kept. */
function keptFrom(timings: readonly Timing[], until: number): number {
  const repeated = timings.filter(({ every }) => every < Infinity)
  const countUpTo = (time: number) => repeated.reduce((sum, each) => sum + countOf(each, time), 0)
  const all = countUpTo(until)
  if (all <= MOST_LINES) return -Infinity
  let [low, high] = [Math.min(...repeated.map(({ first }) => first)) - 1, until]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (all - countUpTo(middle) > MOST_LINES) low = middle
    else high = middle
  }
  return high
}

/** The last lines, so many that their texts are not too long together; one at least. */
function newest(lines: readonly LoggedLine[]): readonly LoggedLine[] {
  let left = MOST_TEXT
  let from = lines.length
  while (from > 0 && (from === lines.length || left > (lines[from - 1]?.text.length ?? 0))) {
    from--
    left -= (lines[from]?.text.length ?? 0) + 1
  }
  return from === 0 ? lines : lines.slice(from)
}

/** When the next line is logged after a time; undefined where none is. */
export function nextLineAt({ logs = [] }: ContainerPlay, run: ContainerRun, now: number): number | undefined {
  const times = logs.flatMap((line, i) => {
    const { first, every, times } = timing(line, i, run)
    const n = Math.max(0, Math.floor((now - first) / every) + 1)
    const at = n === 0 ? first : first + n * every
    return n < times && at < Infinity ? [at] : []
  })
  return times.length === 0 ? undefined : Math.min(...times)
}

const textOf = (line: string | LogLine) => (typeof line === 'string' ? line : line.text).replace(/\n$/, '')

/** When a line is logged first, after how long again, and how often in all. */
type Timing = { readonly first: number; readonly every: number; readonly times: number }

function timing(line: string | LogLine, i: number, run: ContainerRun): Timing {
  if (typeof line === 'string') return { first: run.start, every: Infinity, times: 1 }
  const delay = (given: Delay, what: string) => pick(given, { random: () => chance(`${run.id} ${i} ${what}`) })
  const { after = 0, every, times = every === undefined ? 1 : Infinity } = line
  const period = every === undefined ? Infinity : Math.max(1, delay(every, 'every'))
  return { first: run.start + delay(after, 'after'), every: period, times }
}

/** A number from 0 up to 1 that follows from a text, so that a log is the same whoever reads it. */
const chance = (text: string): number => Number.parseInt(contentHash(text).slice(0, 8), 16) / 0x1_0000_0000

/** How often a line was logged up to a time. */
const countOf = ({ first, every, times }: Timing, until: number): number =>
  first > until ? 0 : Math.min(times, every === Infinity ? 1 : Math.floor((until - first) / every) + 1)

/** When a line was logged up to a time; of one that comes again and again, after another. */
function timesBetween(timing: Timing, after: number, until: number): readonly number[] {
  const { first, every } = timing
  const from = every === Infinity ? 0 : countOf(timing, after)
  return Array.from({ length: countOf(timing, until) - from }, (_, n) =>
    from + n === 0 ? first : first + (from + n) * every,
  )
}
