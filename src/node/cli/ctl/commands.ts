import { isObject } from '../../../base/json/json.js'
import { whole } from '../../../base/check/shape.js'
import { nearest } from '../../../base/text/nearest.js'
import type { Fields } from '../../../server/control/field.js'
import type { Operation } from '../../../server/control/operation.js'
import { operations } from '../../../server/control/operations.js'
import { PREFIX } from '../../../server/control/route.js'
import type { Argument, Command, Environment, Flag, Flags, GivenFlags } from '../command.js'
import { SUBCOMMANDS } from '../commands.js'
import { number, text, time } from '../flag-values.js'
import { askText, serverFrom } from './asker.js'

/** The flags of all commands. */
export const COMMON_FLAGS = {
  server: {
    value: 'URL',
    help: 'the server to ask (default $FAKECLUSTER_SERVER, or http://127.0.0.1:8080)',
    read: text,
  },
  token: { value: 'T', help: 'its bearer token (default $FAKECLUSTER_TOKEN)', read: text },
  insecure: { help: 'do not check the certificate of an https server' },
  json: { help: 'print replies as the JSON they are' },
  help: { help: 'print this help; after a command, that of the command' },
} satisfies Flags

/** The command `ctl` without one of its own. */
export const ctlCommand = {
  path: 'ctl',
  usage: [SUBCOMMANDS.ctl.usage],
  about: ['Asks a running fakecluster about its state, time, faults and watches, and changes them.'],
  flags: {},
  common: COMMON_FLAGS,
  ending: 'The exit code is 1 when the server refuses or cannot be reached, and 2 when the command line is wrong.',
} satisfies Command

/** A command of `ctl`. */
export type CtlCommand<F extends Flags = Flags> = Command<F, typeof COMMON_FLAGS> & {
  /** Its words. */
  readonly called: string
  /** The words in the list of all commands, and what is said of them there. */
  readonly line: readonly [words: string, gist: string]
}

/** A command that performs an operation of the control API. */
export type OperationCommand = CtlCommand<{ readonly [flag: string]: TextFlag }> & { readonly operation: Operation }

/** A flag whose text is checked with the other fields of its operation. */
type TextFlag = Flag<string> & { readonly read: typeof text }

/** Converts a field name to a flag: `create-namespaces`. */
const flagNameOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns the fields of an operation that are arguments on the command line, or those that are flags. */
export const fieldsOf = ({ fields }: Operation, are: 'arguments' | 'flags'): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { positional }]) => positional === (are === 'arguments')))

/** The commands that perform operations. */
const OPERATIONS = operations.map((operation): OperationCommand => {
  const { command, about } = operation
  const args = argumentsOf(operation)
  const flags = Object.fromEntries(
    Object.entries(fieldsOf(operation, 'flags')).map(([name, field]): readonly [string, TextFlag] => [
      flagNameOf(name),
      { value: wordsIn(field.shape.schema).join('|') || 'VALUE', help: field.about, canBeEmpty: true, read: text },
    ]),
  )
  const words = [command, ...args.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name))].join(' ')
  return {
    operation,
    line: [words, gistOf(about)],
    path: `ctl ${command}`,
    called: command,
    usage: [`ctl ${words}${Object.keys(flags).length > 0 ? ' [flags]' : ''}`],
    about: [about],
    args,
    flags,
    common: COMMON_FLAGS,
    stray(word) {
      const longer = operations.map((other) => other.command).filter((other) => other.startsWith(`${command} `))
      const near = nearest(`${command} ${word}`, longer)
      return near && `${command} takes no ${JSON.stringify(word)}. Did you mean ${near}?`
    },
  }
})

function argumentsOf(operation: Operation): readonly Argument[] {
  const { command, text: body, file } = operation
  const places = Object.entries(fieldsOf(operation, 'arguments'))
  return [
    ...places.map(([name, { about, required, shape }]) => ({
      name: flagNameOf(name).replaceAll('-', '_').toUpperCase(),
      about,
      isOptional: !required,
      candidates: async (flags: GivenFlags, env: Environment) => [
        ...wordsIn(shape.schema),
        ...(await idsFor(operation, flags, env)),
      ],
    })),
    ...(body
      ? [
          {
            name: 'FILE…',
            about: `${body.about}; - is standard input`,
            many: true as const,
            missing: `${command} needs files to read (- is standard input).`,
          },
        ]
      : []),
    ...(file
      ? [
          {
            name: 'FILE',
            about: file.about,
            isOptional: file.isOptional === true,
            unless: 'json',
            missing: `${command} needs a file to write, such as run.fakecluster.html; --json prints it.`,
          },
        ]
      : []),
  ]
}

/** Returns the words that a schema lets choose from. */
function wordsIn({ enum: words = [] }: { readonly enum?: readonly string[] }): readonly string[] {
  return words
}

/** Returns the first sentence of a description, or the first part of it. */
function gistOf(about: string): string {
  return about.split(/[.;:](?: |$)/)[0] ?? about
}

/** Returns the ids that an operation can name, from the server's list at the path in front of the id. */
async function idsFor({ path }: Operation, flags: GivenFlags, env: Environment): Promise<readonly string[]> {
  const list = operations.find((each) => each.method === 'GET' && path.startsWith(`${each.path}/{`))
  if (!list) return []
  const server = serverFrom(
    { server: flags.get('server')?.[0], token: flags.get('token')?.[0], insecure: flags.has('insecure') || undefined },
    env,
  )
  try {
    const reply: unknown = JSON.parse(await askText(server, { method: 'GET', path: PREFIX + list.path }))
    const items: readonly unknown[] = isObject(reply) && Array.isArray(reply['items']) ? reply['items'] : []
    const member = /\{(\w+)\}/.exec(path)?.[1] ?? 'id'
    return items.filter(isObject).flatMap((item) => (item[member] === undefined ? [] : [String(item[member])]))
  } catch {
    // No server is running.
    return []
  }
}

const within = time('how long a run may take, in real time (default 60s)')

const lines = {
  help: 'in place of COMMAND: print each fork as a line of JSON, and read from standard input how the run went, as {} or {"error":"…"}',
}

const trial = <const F extends Flags>(called: string, about: string, flags: F) => ({
  called,
  line: [`${called} -- COMMAND…`, gistOf(about)] as const,
  path: `ctl ${called}`,
  usage: [`ctl ${called} [flags] -- COMMAND…`, `ctl ${called} --lines [flags]`],
  about: [
    about,
    '',
    'COMMAND finds its fork in the environment: its address in FAKECLUSTER_URL (and in FAKECLUSTER_SERVER, for ctl),',
    'a kubeconfig in the file KUBECONFIG names, and a token, where there is one, in FAKECLUSTER_TOKEN. It has to end by',
    'itself, with 0 where all is well. A virtual clock moves on whenever it asks for nothing.',
  ],
  flags,
  common: COMMON_FLAGS,
  runsProgram: true as const,
  stray: () => lacksProgram(called),
  ending: 'The exit code is 0 without findings, 1 with some, and 2 when it could not run.',
})

/** The message about a command line without a program to run. */
export const lacksProgram = (called: string): string =>
  `${called} needs the command to run after --: fakecluster ctl ${called} -- npm test.`

/** Runs a program with each fault. */
export const sweepCommand = trial(
  'sweep',
  'Runs COMMAND on a fork of the cluster, then again for each request it made and each fault that fits it; tells after which faults it ends otherwise.',
  { within, lines },
)

/** Runs a program with combinations of faults. */
export const exploreCommand = trial(
  'explore',
  'Runs COMMAND as sweep does, with several faults at once, chosen by a seed, up to the first finding; tells which faults it takes.',
  {
    seed: { help: 'decides which faults are tried together (default 1)', ...number(whole(0)) },
    runs: { help: 'how many combinations to try (default 100)', ...number(whole(1)) },
    most: { help: 'faults of one run at most (default 4)', ...number(whole(1)) },
    within,
    lines,
  },
)

/** All commands of `ctl`, in the order of the help text. */
export const CTL_COMMANDS: readonly (CtlCommand | OperationCommand)[] = [...OPERATIONS, sweepCommand, exploreCommand]

/** The flags of all commands together: where in a command line the values of flags are. */
export const CTL_FLAGS: Flags = Object.assign({}, ...CTL_COMMANDS.map(({ flags }) => flags), COMMON_FLAGS)

/** Returns the command with the most words that the words begin with. */
export const commandIn = (words: readonly string[]): CtlCommand | OperationCommand | undefined =>
  CTL_COMMANDS.filter(({ called }) => called.split(' ').every((word, i) => words[i] === word)).sort(
    (a, b) => b.called.length - a.called.length,
  )[0]
