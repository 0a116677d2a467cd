import { highestOf } from '../../base/numbers/extremes.js'
import { mustHave } from '../../base/must-have.js'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearest } from '../../base/text/nearest.js'
import { StartError } from '../failure.js'
import { COMMANDS, FLAGS, type Flag, type Flags, type StartCommand, WORLD } from './start-flags.js'
import type { StartOptions } from '../start.js'

/** A parsed command line. */
type Command =
  { readonly type: 'help' } | { readonly type: 'version' } | { readonly type: 'start'; readonly options: StartOptions }

/**
 * Parses the command line of a start, or the words after `populate`. If a flag is repeated, its last value counts;
 * lists are concatenated.
 *
 * @throws StartError for an unknown flag or an invalid value
 */
export function parseFlags(argv: readonly string[], command: StartCommand = ''): Command {
  const flags = COMMANDS[command]
  const given = collect(argv, flags)
  if (given.has('help')) return { type: 'help' }
  if (given.has('version')) return { type: 'version' }
  let options: StartOptions = command === 'populate' ? { populate: {} } : {}
  for (const [name, values] of given) {
    const read = mustHave(flags[name], `flag --${name}`).read(values, name)
    if (typeof read === 'string') throw new StartError(read)
    const { populate } = read
    options = { ...options, ...read, ...(populate ? { populate: { ...options.populate, ...populate } } : {}) }
  }
  if (options.start !== undefined && options.clock === 'system')
    throw new StartError("--start is for a virtual clock: leave out --clock system, which is this machine's.")
  return { type: 'start', options }
}

/** Returns the help text of a start or of `populate`. */
export function helpText(command: StartCommand = ''): string {
  if (command === 'populate')
    return [
      'Usage: fakecluster populate [flags]',
      '',
      'Starts a server with a generated world in it, weeks old: nodes, namespaces of teams, Deployments, DaemonSets, StatefulSets, CronJobs,',
      'Services, Events, a little of it in trouble. The same --seed makes the same world. All flags of fakecluster are taken too.',
      '',
      ...columns({ ...WORLD, ...only(FLAGS, ['seed', 'port', 'controllers', 'help']) }),
    ].join('\n')
  return [
    'Usage: fakecluster [flags]',
    '       fakecluster populate [flags]',
    '       fakecluster ctl [flags] COMMAND',
    '       fakecluster import --server URL --out DIR [flags]',
    '       fakecluster inspect FILE',
    '       fakecluster completion bash|zsh|fish',
    '',
    'Serves an in-memory fake of the Kubernetes resource API. `populate` has it start with a generated world: fakecluster populate --help.',
    '`ctl` speaks to one that runs: fakecluster ctl --help.',
    '`import` writes what another server serves as files to start from: fakecluster import --help.',
    '`inspect` shows what a file tells of a cluster: fakecluster inspect --help.',
    '',
    ...columns(FLAGS),
  ].join('\n')
}

const only = (flags: Flags, names: readonly string[]): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => names.includes(name)))

function columns(flags: Flags): readonly string[] {
  const rows = Object.entries(flags).map(
    ([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help] as const,
  )
  const width = highestOf(rows.map(([flag]) => flag.length))
  return rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`)
}

/** Returns the values of each given flag, in the order of the command line. */
function collect(argv: readonly string[], flags: Flags): Map<string, readonly string[]> {
  const { tokens } = parseArgs({ args: [...argv], options: kindsOf(flags), strict: false, tokens: true })
  const given = new Map<string, readonly string[]>()
  const add = (name: string, values: readonly string[]) =>
    given.set(name, flags[name]?.many ? [...(given.get(name) ?? []), ...values] : values)
  // The flag that following words are values of.
  let open: string | undefined
  for (const token of tokens) {
    const word = argv[token.index] ?? ''
    if (token.kind === 'positional' && open !== undefined) add(open, [token.value])
    else if (token.kind !== 'option') throw given.size === 0 ? unknownCommand(word, flags) : unknownFlag(word, flags)
    else {
      const { name, value, inlineValue } = token
      const flag = Object.hasOwn(flags, name) && (token.rawName !== '-h' || word === '-h') ? flags[name] : undefined
      if (!flag) throw unknownFlag(word, flags)
      add(name, valuesOf(name, flag, value, inlineValue === true))
      open = flag.many && !inlineValue ? name : undefined
    }
  }
  return given
}

const kindsOf = (flags: Flags): NonNullable<ParseArgsConfig['options']> => ({
  ...Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
})

function valuesOf(name: string, { value: shown }: Flag, value: string | undefined, inline: boolean): readonly string[] {
  if (shown === undefined) {
    if (value !== undefined) throw new StartError(`--${name} takes no value.`)
    return []
  }
  // A word that looks like a flag is a flag: in "--fixtures --tls" the path is missing.
  if (value === undefined || value === '' || (!inline && /^-\D/.test(value)))
    throw new StartError(`--${name} needs a value: --${name} ${shown}.`)
  return [value]
}

const SUBCOMMANDS = ['populate', 'ctl', 'import', 'inspect', 'completion']

/** The error for a word before all flags. */
function unknownCommand(word: string, flags: Flags): StartError {
  const close = nearest(word, SUBCOMMANDS)
  if (close) return new StartError(`There is no command ${word}. Did you mean ${close}?`)
  if (nearest(word, Object.keys(flags))) return unknownFlag(word, flags)
  if (/\.html?$/i.test(word)) return new StartError(`A bundle is shown by fakecluster inspect ${word}.`)
  if (/\.(ya?ml|json)$|\//i.test(word))
    return new StartError(`What to start with is given by a flag: fakecluster --fixtures ${word}.`)
  return new StartError(
    `There is no command ${word}: without one, fakecluster serves a cluster; the others are ${SUBCOMMANDS.join(', ')}. See --help.`,
  )
}

function unknownFlag(argument: string, flags: Flags): StartError {
  const [, dashes = '', word = ''] = /^(-*)([^=]*)/.exec(argument) ?? []
  const close = nearest(word, Object.keys(flags))
  const hint = close ? ` Did you mean --${close}?` : ' See --help.'
  return new StartError(`${dashes ? `There is no flag ${dashes}${word}.` : `"${argument}" belongs to no flag.`}${hint}`)
}
