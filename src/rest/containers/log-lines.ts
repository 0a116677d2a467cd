import { lowestOf, binarySearch } from '../../base/lists/lists.js'
import { type Delay, pick } from '../../base/time/delay.js'
import { chanceOf } from '../../base/bytes/hash.js'
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
 * The maximum number of repeated lines to keep, and of their characters: a runtime rotates its logs too (at 10 MiB).
 */
const MOST_LINES = 10_000
const MOST_TEXT = 10 * 1024 * 1024

/** The log of one run of a container. Reading it again costs no more than the lines that were logged meanwhile. */
type Log = {
  /** Returns the lines up to a time, in order: those that do not repeat, and the newest of those that do. */
  readonly upTo: (time: number) => readonly LoggedLine[]
  /** Returns when the next line is logged after a time; undefined if there is none. */
  readonly nextAt: (time: number) => number | undefined
}

/** Creates the log of a run by a script; the same script and run always log the same lines. */
export function createLog({ logs = [] }: Pick<ContainerPlay, 'logs'>, run: Omit<ContainerRun, 'end'>): Log {
  const timings = logs.map((line, i) => timingOf(line, i, run))
  let kept = NO_LINES
  return {
    upTo(time) {
      kept = extended(kept.until <= time ? kept : NO_LINES, timings, time)
      return kept.lines
    },
    nextAt: (time) => nextAfter(timings, time),
  }
}

const MOST_LOGS = 16

/** Returns a function that creates logs, and remembers the last ones. */
export function createLogs(): (play: Pick<ContainerPlay, 'logs'>, run: ContainerRun) => Log {
  const known = new Map<string, { readonly logs: ContainerPlay['logs']; readonly log: Log }>()
  return ({ logs }, run) => {
    const place = `${run.id} ${run.start}`
    const last = known.get(place)
    const log = last?.logs === logs && last ? last.log : createLog({ ...(logs ? { logs } : {}) }, run)
    known.delete(place)
    known.set(place, { logs, log })
    for (const [oldest] of known) if (known.size > MOST_LOGS) known.delete(oldest)
    return log
  }
}

/** What is kept of a log at a time. */
type Kept = {
  readonly until: number
  /** Those of the lines that do not repeat that are older than all others. */
  readonly early: readonly LoggedLine[]
  readonly later: readonly LoggedLine[]
  /** The number of lines that repeat, and of their characters. */
  readonly count: number
  readonly size: number
  readonly lines: readonly LoggedLine[]
}

const NO_LINES: Kept = { until: -Infinity, early: [], later: [], count: 0, size: 0, lines: [] }

/** Adds the lines up to a time, and drops the oldest that repeat, if they are too many. */
function extended(before: Kept, timings: readonly Timing[], until: number): Kept {
  const after = Math.max(before.until, generatedFrom(timings, before.until, until))
  const fresh: LoggedLine[] = []
  for (const timing of timings)
    if (timing.first <= until) addLines(fresh, timing, timing.every === Infinity ? before.until : after, until)
  if (fresh.length === 0) return { ...before, until }
  let { count, size } = before
  for (const { again, text } of fresh) {
    if (!again) continue
    count++
    size += text.length + 1
  }
  const later = before.later.concat(fresh.sort((a, b) => a.at - b.at))
  const passed: LoggedLine[] = []
  // Repeated lines of the same time are dropped together if they are too many.
  let droppedAt = -Infinity
  const isDropped = ({ at }: LoggedLine) => count > MOST_LINES || at === droppedAt || (size > MOST_TEXT && count > 1)
  let first = 0
  for (let line = later[0]; line && isDropped(line); line = later[++first]) {
    if (!line.again) {
      passed.push(line)
      continue
    }
    if (count > MOST_LINES) droppedAt = line.at
    count--
    size -= line.text.length + 1
  }
  const early = passed.length > 0 ? before.early.concat(passed) : before.early
  const rest = first > 0 ? later.slice(first) : later
  return { until, early, later: rest, count, size, lines: early.concat(rest) }
}

/** Returns a time up to which no line that repeats is kept, so that none of these has to be made. */
function generatedFrom(timings: readonly Timing[], after: number, until: number): number {
  const repeated = timings.filter(({ every }) => every < Infinity)
  const countUpTo = (time: number) => repeated.reduce((sum, each) => sum + countOf(each, time), 0)
  const all = countUpTo(until)
  if (all - countUpTo(after) <= MOST_LINES) return after
  const from = lowestOf(repeated.map(({ first }) => first))
  // All lines of the millisecond in which the first one is kept are made.
  return from + binarySearch(until - from, (place) => all - countUpTo(from + place) <= MOST_LINES) - 1
}

function nextAfter(timings: readonly Timing[], time: number): number | undefined {
  let next = Infinity
  for (const { first, every, times } of timings) {
    const n = Math.max(0, Math.floor((time - first) / every) + 1)
    if (n < times) next = Math.min(next, n === 0 ? first : first + n * every)
  }
  return next === Infinity ? undefined : next
}

/** A line, when it is first logged, its period, and how often it is logged in all. */
type Timing = { readonly text: string; readonly first: number; readonly every: number; readonly times: number }

function timingOf(line: string | LogLine, i: number, run: Omit<ContainerRun, 'end'>): Timing {
  const text = (typeof line === 'string' ? line : line.text).replace(/\n$/, '')
  if (typeof line === 'string') return { text, first: run.start, every: Infinity, times: 1 }
  const delay = (given: Delay, what: string) => pick(given, { random: () => chanceOf(`${run.id} ${i} ${what}`) })
  const { after = 0, every, times = every === undefined ? 1 : Infinity } = line
  const period = every === undefined ? Infinity : Math.max(1, delay(every, 'every'))
  return { text, first: run.start + delay(after, 'after'), every: period, times }
}

/** Returns how often a line was logged up to a time. */
const countOf = ({ first, every, times }: Timing, until: number): number =>
  first > until ? 0 : Math.min(times, every === Infinity ? 1 : Math.floor((until - first) / every) + 1)

/** Adds the occurrences of a line after a time, up to another. */
function addLines(to: LoggedLine[], timing: Timing, after: number, until: number): void {
  const { text, first, every } = timing
  const end = countOf(timing, until)
  for (let n = countOf(timing, after); n < end; n++) {
    const at = n === 0 ? first : first + n * every
    to.push(every === Infinity ? { at, text } : { at, text, again: true })
  }
}
