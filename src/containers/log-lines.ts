import { type Delay, pick } from '../base/delay.js'
import { binarySearch } from '../base/binary-search.js'
import { contentHash } from '../base/hash.js'
import type { ContainerPlay, LogLine } from './types.js'

/** A logged line and its time, in milliseconds since 1970. */
export type LoggedLine = {
  readonly at: number
  readonly text: string
  /** Whether the line repeats. */
  readonly again?: true
}

/** One run of a container: its id, start and end. */
export type ContainerRun = { readonly id: string; readonly start: number; readonly end?: number }

/**
 * The maximum number of repeated lines to keep, and of characters of all lines: a runtime rotates its logs too (at 10
 * MiB).
 */
const MOST_LINES = 10_000
const MOST_TEXT = 10 * 1024 * 1024

/** The contents of a log at a time. */
type Log = { readonly until: number; readonly lines: readonly LoggedLine[]; readonly isCut: boolean }

/** Returns the lines of a run up to a time, in order; the result is deterministic. */
export const linesUpTo = (play: ContainerPlay, run: ContainerRun, now: number): readonly LoggedLine[] =>
  logUpTo(play, run, now).lines

/** Continues from an earlier state of the log, if there is one; the result is the same without. */
function logUpTo({ logs = [] }: ContainerPlay, run: ContainerRun, now: number, before?: Log): Log {
  const until = Math.min(now, run.end ?? now)
  const timings = logs.map((line, i) => ({ text: textOf(line), ...timing(line, i, run) }))
  const from = keptFrom(timings, until)
  const known = before && !before.isCut && before.until <= until ? before : undefined
  const fresh = timings.flatMap((each) => linesBetween(each, from, until, known?.until))
  const kept = known ? known.lines.filter(({ at, again }) => at > from || !again) : []
  const all = [...kept, ...fresh.sort((a, b) => a.at - b.at)]
  const lines = newest(all)
  return { until, lines, isCut: lines.length < all.length }
}

const MOST_KNOWN = 16

/** Creates a reader that caches recently read logs, so that many followers of one log cost no more than one. */
export function createLogReader(): typeof linesUpTo {
  const known = new Map<string, Log & { readonly logs: ContainerPlay['logs'] }>()
  return (play, run, now) => {
    const place = `${run.id} ${run.start}`
    const last = known.get(place)
    const before = last?.logs === play.logs ? last : undefined
    if (before?.until === Math.min(now, run.end ?? now)) return before.lines
    const log = logUpTo(play, run, now, before)
    known.delete(place)
    known.set(place, { ...log, logs: play.logs })
    for (const [oldest] of known) if (known.size > MOST_KNOWN) known.delete(oldest)
    return log.lines
  }
}

/** Returns the time after which no more repeated lines were logged than are kept. */
function keptFrom(timings: readonly Timing[], until: number): number {
  const repeated = timings.filter(({ every }) => every < Infinity)
  const countUpTo = (time: number) => repeated.reduce((sum, each) => sum + countOf(each, time), 0)
  const all = countUpTo(until)
  if (all <= MOST_LINES) return -Infinity
  const from = Math.min(...repeated.map(({ first }) => first))
  return from + binarySearch(until - from, (place) => all - countUpTo(from + place) <= MOST_LINES)
}

/** Returns the last lines within the size limit, at least one. */
function newest(lines: readonly LoggedLine[]): readonly LoggedLine[] {
  let left = MOST_TEXT
  let from = lines.length
  while (from > 0 && (from === lines.length || left > (lines[from - 1]?.text.length ?? 0))) {
    from--
    left -= (lines[from]?.text.length ?? 0) + 1
  }
  return from === 0 ? lines : lines.slice(from)
}

/** Returns when the next line is logged after a time; undefined if there is none. */
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

/** When a line is first logged, its period, and how often in all. */
type Timing = { readonly first: number; readonly every: number; readonly times: number }

function timing(line: string | LogLine, i: number, run: ContainerRun): Timing {
  if (typeof line === 'string') return { first: run.start, every: Infinity, times: 1 }
  const delay = (given: Delay, what: string) => pick(given, { random: () => chance(`${run.id} ${i} ${what}`) })
  const { after = 0, every, times = every === undefined ? 1 : Infinity } = line
  const period = every === undefined ? Infinity : Math.max(1, delay(every, 'every'))
  return { first: run.start + delay(after, 'after'), every: period, times }
}

/**
 * Returns a number from 0 (inclusive) to 1 (exclusive) derived from a text, so that a log is the same for every reader.
 */
const chance = (text: string): number => Number.parseInt(contentHash(text).slice(0, 8), 16) / 0x1_0000_0000

/** Returns how often a line was logged up to a time. */
const countOf = ({ first, every, times }: Timing, until: number): number =>
  first > until ? 0 : Math.min(times, every === Infinity ? 1 : Math.floor((until - first) / every) + 1)

/** Returns the occurrences of a line between two times; for a repeated line only those that are kept. */
function linesBetween(
  { text, ...timing }: Timing & { readonly text: string },
  kept: number,
  until: number,
  after = -Infinity,
): readonly LoggedLine[] {
  const { first, every } = timing
  if (every === Infinity) return first > after && first <= until ? [{ at: first, text }] : []
  const from = countOf(timing, Math.max(kept, after))
  return Array.from({ length: countOf(timing, until) - from }, (_, n) => ({
    at: from + n === 0 ? first : first + (from + n) * every,
    text,
    again: true,
  }))
}
