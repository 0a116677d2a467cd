import { highestOf } from '../../base/lists/lists.js'
import type { Command, Flags } from './command.js'

/** Two columns of a help text. */
type Rows = readonly (readonly [left: string, right: string])[]

/** Returns the help text of a command; that of a family lists its commands. */
export function helpText(command: Command, commands: Rows = []): string {
  const { usage, about, args = [], flags, common = {}, shown = Object.keys(flags), ending } = command
  const sections = [
    usage.map((line, i) => `${i === 0 ? 'Usage:' : '      '} fakecluster ${line}`.trimEnd()),
    about,
    columns([
      ...commands,
      ...args.map((arg) => [arg.isOptional ? `[${arg.name}]` : arg.name, arg.about] as const),
      ...rowsOf(flags, shown),
    ]),
    columns(rowsOf(common)),
    ending === undefined ? [] : [ending],
  ]
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')
}

const rowsOf = (flags: Flags, names: readonly string[] = Object.keys(flags)): Rows =>
  names.map((name) => {
    const { value, help = '' } = flags[name] ?? {}
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, help]
  })

function columns(rows: Rows): readonly string[] {
  const width = highestOf([0, ...rows.map(([left]) => left.length)])
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
