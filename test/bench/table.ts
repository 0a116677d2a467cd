import { type Rounds, type Sample, median, speed } from './numbers.js'

/** A line of the output. */
export type Row = {
  readonly what: string
  readonly cells: readonly string[]
  readonly floor?: { readonly text: string; readonly reached: boolean }
}

/** Prints a row. */
export function printRow({ what, cells, floor }: Row): string {
  const mark = floor ? `floor ${floor.text}${floor.reached ? '' : '  MISSED'}` : ''
  return `  ${what.padEnd(36)}${cells.map((cell) => cell.padEnd(32)).join('')}${mark}`.trimEnd()
}

/** What is asked of a contest: how fast `ours` is `against` another, and how many microseconds it takes at most. */
export type Contest = {
  readonly ours?: string
  readonly against: string
  readonly least?: number | undefined
  readonly most?: number | undefined
}

/** A row of a contest of `ours` against the others: times of each, then our speed against each. */
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

/** A row of times that must not be more than `most`. */
export function limitRow(what: string, value: number, unit: string, most?: number): Row {
  return {
    what,
    cells: [`${round(value)} ${unit}`],
    ...(most === undefined ? {} : { floor: { text: `${most} ${unit}`, reached: value <= most } }),
  }
}

/** Prints a ratio. */
export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`

/** Prints microseconds. */
export const time = (us: number): string => (us >= 10_000 ? `${round(us / 1000)} ms` : `${round(us)} µs`)

const round = (value: number): number => Number(value.toPrecision(3))
