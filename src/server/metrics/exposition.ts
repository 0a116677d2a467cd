import { goFloat } from '../../base/go/printable.js'

/** One sample of a family; those of a histogram have names of their own. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** When it was measured, in milliseconds since 1970; by default when it is read. */
  readonly time?: number
}

/** The media type of the format: the default one of github.com/prometheus/common. */
export const METRICS_TEXT = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

/** A metric family. */
export type Family = {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Writes families in the Prometheus text format 0.0.4, sorted by name; families without samples are left out. */
export const exposition = (families: readonly Family[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(lineOf).join('')}`,
    )
    .join('')

function lineOf({ name, labels, value, time }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${goFloat(value)}${time === undefined ? '' : ` ${time}`}\n`
}

const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')
