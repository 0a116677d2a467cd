import { highestOf } from '../../../base/numbers/extremes.js'
import type { Operation } from '../../../server/control/operation.js'
import { operations } from '../../../server/control/operations.js'
import { GLOBAL_FLAGS, flagOf, placeOf } from './flag.js'
import { TRIALS } from './trial-command.js'

/** Returns the help text of `ctl`, or of one of its commands. */
export function helpText(topic: Operation | string | undefined): string {
  if (topic === undefined) return fullHelp()
  return typeof topic === 'string' ? trialHelp(topic) : commandHelp(topic)
}

function fullHelp(): string {
  return [
    'Usage: fakecluster ctl [flags] COMMAND',
    '',
    'Asks a running fakecluster about its state, time, faults and watches, and changes them.',
    '',
    ...columns([
      ...operations.map((operation) => [usageOf(operation), gistOf(operation)] as const),
      ...Object.entries(TRIALS).map(([name, trial]) => [`${name} -- COMMAND…`, gistOf(trial)] as const),
    ]),
    '',
    ...globalFlags(),
    '',
    'The exit code is 1 when the server refuses or cannot be reached, and 2 when the command line is wrong.',
  ].join('\n')
}

/** Returns the first sentence of a description, or the first part of it. */
const gistOf = ({ about }: Pick<Operation, 'about'>): string => {
  const [gist = about] = about.split(/[.;:](?: |$)/)
  return gist
}

function commandHelp(operation: Operation): string {
  const { about, fields, text, file } = operation
  const places = Object.entries(fields).filter(([, { positional }]) => positional)
  const flags = Object.entries(fields).filter(([, { positional }]) => !positional)
  const rows = [
    ...(text ? [['FILE…', `${text.about}; - is standard input`] as const] : []),
    ...(file ? [[file.isOptional ? '[FILE]' : 'FILE', file.about] as const] : []),
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

function trialHelp(name: string): string {
  const { about = '', flags = {} } = TRIALS[name] ?? {}
  return [
    `Usage: fakecluster ctl ${name} [flags] -- COMMAND…`,
    '',
    about,
    '',
    'COMMAND finds its fork in the environment: its address in FAKECLUSTER_URL (and in FAKECLUSTER_SERVER, for ctl),',
    'a kubeconfig in the file KUBECONFIG names, and a token, where there is one, in FAKECLUSTER_TOKEN. It has to end by',
    'itself, with 0 where all is well. A virtual clock moves on whenever it asks for nothing.',
    '',
    ...columns(Object.entries(flags).map(([flag, { value, help }]) => [`--${flag} ${value}`, help])),
    '',
    ...globalFlags(),
    '',
    'The exit code is 0 without findings, 1 with some, and 2 when it could not run.',
  ].join('\n')
}

function usageOf({ command, fields, text, file }: Operation): string {
  const places = Object.entries(fields).filter(([, { positional }]) => positional)
  return [
    command,
    ...(text ? ['FILE…'] : file ? [file.isOptional ? '[FILE]' : 'FILE'] : []),
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
  const width = highestOf([0, ...rows.map(([left]) => left.length)])
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
