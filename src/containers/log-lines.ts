import { type Delay, pick } from '../base/delay.js'
import { contentHash } from '../base/hash.js'
import type { ContainerPlay, LogLine } from './types.js'

/** A line that was logged, and when, in milliseconds since 1970. */
export type LoggedLine = { readonly at: number; readonly text: string }

/** One run of a container: its id, when it began, and when it ended. */
export type ContainerRun = { readonly id: string; readonly start: number; readonly end?: number }

/** Lines of one kind that are kept: a runtime rotates its logs too. */
const MOST_LINES = 10_000

/** What was logged in a run up to a time, in order: the same whenever it is asked. */
export function linesUpTo({ logs = [] }: ContainerPlay, run: ContainerRun, now: number): readonly LoggedLine[] {
  const until = Math.min(now, run.end ?? now)
  const lines = logs.flatMap((line, i) => timesUpTo(line, i, run, until).map((at) => ({ at, text: textOf(line) })))
  return lines.sort((a, b) => a.at - b.at)
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

function timing(line: string | LogLine, i: number, run: ContainerRun) {
  if (typeof line === 'string') return { first: run.start, every: Infinity, times: 1 }
  const delay = (given: Delay, what: string) => pick(given, { random: () => chance(`${run.id} ${i} ${what}`) })
  const { after = 0, every, times = every === undefined ? 1 : Infinity } = line
  const period = every === undefined ? Infinity : Math.max(1, delay(every, 'every'))
  return { first: run.start + delay(after, 'after'), every: period, times }
}

/** A number from 0 up to 1 that follows from a text, so that a log is the same whoever reads it. */
const chance = (text: string): number => Number.parseInt(contentHash(text).slice(0, 8), 16) / 0x1_0000_0000

function timesUpTo(line: string | LogLine, i: number, run: ContainerRun, until: number): readonly number[] {
  const { first, every, times } = timing(line, i, run)
  if (first > until) return []
  const count = Math.min(times, every === Infinity ? 1 : Math.floor((until - first) / every) + 1)
  const from = Math.max(0, count - MOST_LINES)
  return Array.from({ length: count - from }, (_, n) => (from + n === 0 ? first : first + (from + n) * every))
}
