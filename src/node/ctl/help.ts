import type { Operation } from '../../control/operation.js'
import { operations } from '../../control/operations.js'
import { GLOBAL_FLAGS, flagOf, placeOf } from './flag.js'

/** The help of `ctl`, or of one of its commands. */
export const helpText = (operation: Operation | undefined): string => (operation ? commandHelp(operation) : fullHelp())

function fullHelp(): string {
  return [
    'Usage: fakecluster ctl [flags] COMMAND',
    '',
    'Asks a running fakecluster about its state, time, faults and watches, and changes them.',
    '',
    ...columns(operations.map((operation) => [usageOf(operation), gistOf(operation)])),
    '',
    ...globalFlags(),
    '',
    'The exit code is 1 when the server refuses or cannot be reached, and 2 when the command line is wrong.',
  ].join('\n')
}

/** The first sentence of what it does, or the first part of it. */
const gistOf = ({ about }: Operation): string => about.split(/[.;:](?: |$)/)[0]!

function commandHelp(operation: Operation): string {
  const { about, fields, text } = operation
  const places = Object.entries(fields).filter(([, { positional }]) => positional)
  const flags = Object.entries(fields).filter(([, { positional }]) => !positional)
  const rows = [
    ...(text ? [['FILE…', `${text.about}; - is standard input`] as const] : []),
    ...places.map(([name, field]) => [placeOf(name), field.about] as const),
    ...flags.map(([name, field]) => [`--${flagOf(name)} VALUE`, field.about] as const),
  ]
  return [
    `Usage: fakecluster ctl ${usageOf(operation)}${flags.length > 0 ? ' [flags]' : ''}`,
    '',
    about,
    '',
    ...columns(rows),
    ...(rows.length > 0 ? [''] : []),
    ...globalFlags(),
  ].join('\n')
}

function usageOf({ command, fields, text }: Operation): string {
  const places = Object.entries(fields).filter(([, { positional }]) => positional)
  return [
    command,
    ...(text ? ['FILE…'] : []),
    ...places.map(([name, { required }]) => (required ? placeOf(name) : `[${placeOf(name)}]`)),
  ].join(' ')
}

const globalFlags = (): readonly string[] =>
  columns(
    Object.entries(GLOBAL_FLAGS).map(([name, { value, help }]) => [
      `--${name}${value === undefined ? '' : ` ${value}`}`,
      help,
    ]),
  )

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
