import { type Rounds, type Sample, median, speed } from './numbers.js'

/** A line of the output. */
export type Row = {
  readonly what: string
  readonly cells: readonly string[]
  readonly floor?: { readonly text: string; readonly reached: boolean }
}

/** Formats a row. */
export function printRow({ what, cells, floor }: Row): string {
  const mark = floor ? `floor ${floor.text}${floor.reached ? '' : '  MISSED'}` : ''
  return `  ${what.padEnd(36)}${cells.map((cell) => cell.padEnd(32)).join('')}${mark}`.trimEnd()
}

/** The limits of a contest: the least speed of `ours` relative to `against`, and the most microseconds. */
export type Contest = {
  readonly ours?: string
  readonly against: string
  readonly least?: number | undefined
  readonly most?: number | undefined
}

/** Returns the row of a contest of `ours` with the others: the times of each, then our relative speed. */
export function contestRow(what: string, rounds: Rounds, options: Contest): Row {
  const { ours = 'ours', against, least, most } = options
  const others = Object.keys(rounds).filter((name) => name !== ours)
  const timeOf = (name: string) => time(median(rounds[name]!.map(({ us }) => us)))
  const cpu = ({ cpuUs }: Sample) => cpuUs
  const ratio = (other: string) => {
    const byCpu = speed(rounds, ours, other, cpu)
    return `${percent(speed(rounds, ours, other))} of ${other}${Number.isNaN(byCpu) ? '' : ` (cpu ${percent(byCpu)})`}`
  }
  const floors = [
    ...(least === undefined ? [] : [{ text: percent(least), reached: speed(rounds, ours, against) >= least }]),
    ...(most === undefined
      ? []
      : [{ text: time(most), reached: median((rounds[ours] ?? []).map(({ us }) => us)) <= most }]),
  ]
  return {
    what,
    cells: [[...others, ours].map(timeOf).join(' / '), ...others.map(ratio)],
    ...(floors.length === 0
      ? {}
      : {
          floor: { text: floors.map(({ text }) => text).join(', '), reached: floors.every(({ reached }) => reached) },
        }),
  }
}

/** Returns a row with a value that must not exceed `most`. */
export function limitRow(what: string, value: number, unit: string, most?: number): Row {
  return {
    what,
    cells: [`${round(value)} ${unit}`],
    ...(most === undefined ? {} : { floor: { text: `${most} ${unit}`, reached: value <= most } }),
  }
}

/** Formats a ratio as a percentage. */
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`

/** Formats microseconds. */
export const time = (us: number): string => (us >= 10_000 ? `${round(us / 1000)} ms` : `${round(us)} µs`)

const round = (value: number): number => Number(value.toPrecision(3))
