import { mustHave } from '../../../base/must-have.js'
import { parseArgs } from 'node:util'
import { nearest } from '../../../base/text/nearest.js'
import { StatusError } from '../../../base/errors/status.js'
import { checkGiven, readTexts } from '../../../server/control/check-values.js'
import type { Operation } from '../../../server/control/operation.js'
import { operations } from '../../../server/control/operations.js'
import { PREFIX } from '../../../server/control/route.js'
import { GLOBAL_FLAGS, flagOf, placeOf } from './flag.js'
import { TRIALS, type TrialCommand, readTrial } from './trial-command.js'
import { UsageError } from './usage-error.js'

/** The server to ask, and the format of the output. */
export type Common = {
  readonly server: string | undefined
  readonly token: string | undefined
  readonly insecure: boolean
  readonly json: boolean
}

/** A parsed command line of `ctl`. */
export type Command =
  | { readonly type: 'help'; readonly topic: Operation | string | undefined }
  | (TrialCommand & Common)
  | (Common & {
      readonly type: 'ask'
      readonly operation: Operation
      /** Includes the query. */
      readonly path: string
      /** The JSON body; undefined if there is none, or if it is the contents of `files`. */
      readonly body: string | undefined
      readonly files: readonly string[]
    })

/**
 * Parses the words after `ctl`.
 *
 * @throws UsageError
 */
export function parseCommand(argv: readonly string[]): Command {
  const { words, flags, after } = split(argv)
  const [first, ...others] = words
  const trial = first !== undefined && Object.hasOwn(TRIALS, first) ? first : undefined
  const operation = operationOf(words)
  if (flags.has('help') || words.length === 0) return { type: 'help', topic: trial ?? operation }
  const common = {
    server: flags.get('server'),
    token: flags.get('token'),
    insecure: flags.has('insecure'),
    json: flags.has('json'),
  }
  if (trial !== undefined) return { ...readTrial(trial, others, flags, after), ...common }
  if (!operation) throw new UsageError(noSuchCommand(words))
  const rest = [...words, ...after].slice(operation.command.split(' ').length)
  const flagged = named(operation, flags) // first, as the value of an unknown flag looks like an argument
  const texts = { ...placed(operation, rest), ...flagged }
  if (operation.file && !operation.file.isOptional && rest.length === 0 && !common.json)
    throw new UsageError(`${operation.command} needs a file to write, such as run.fakecluster.html; --json prints it.`)
  const files = operation.text || operation.file ? rest : []
  return {
    type: 'ask',
    operation,
    ...common,
    ...requestOf(operation, texts),
    files,
  }
}

type Line = {
  readonly words: readonly string[]
  readonly flags: ReadonlyMap<string, string>
  /** The words after `--`. */
  readonly after: readonly string[]
}

/**
 * Splits a command line into words and flags; all flags take a value, except those of {@link GLOBAL_FLAGS} without one.
 */
function split(argv: readonly string[]): Line {
  const { tokens } = parseArgs({ args: [...argv], options: flagKinds(), strict: false, tokens: true })
  const words: string[] = []
  const flags = new Map<string, string>()
  const after: string[] = []
  let ended = false
  for (const token of tokens)
    if (token.kind === 'option-terminator') ended = true
    else if (token.kind === 'positional') (ended ? after : words).push(token.value)
    else flags.set(token.name, valueOf(token))
  return { words, flags, after }
}

type Given = { readonly name: string; readonly value?: string | undefined; readonly inlineValue?: boolean | undefined }

function valueOf({ name, value, inlineValue }: Given): string {
  const isFlag = flagKinds()[name]?.type === 'boolean'
  if (isFlag && value !== undefined) throw new UsageError(`--${name} takes no value.`)
  if (flagKinds()[name]?.type === 'string' && (value === undefined || (!inlineValue && value.startsWith('--'))))
    throw new UsageError(`--${name} needs a value.`)
  return value ?? ''
}

let kinds: { readonly [flag: string]: { readonly type: 'string' | 'boolean'; readonly short?: string } } | undefined

/** Returns the types of the flags of all commands. */
const flagKinds = () =>
  (kinds ??= {
    ...Object.fromEntries(
      [
        ...operations.flatMap(({ fields }) => Object.keys(fields)).map(flagOf),
        ...Object.values(TRIALS).flatMap(({ flags }) => Object.keys(flags)),
      ].map((flag) => [flag, { type: 'string' as const }]),
    ),
    ...Object.fromEntries(
      Object.entries(GLOBAL_FLAGS).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    help: { type: 'boolean', short: 'h' },
  })

/** Returns the operation with the longest command that the words begin with. */
const operationOf = (words: readonly string[]): Operation | undefined =>
  operations
    .filter(({ command }) => command.split(' ').every((word, i) => words[i] === word))
    .sort((a, b) => b.command.length - a.command.length)[0]

function noSuchCommand(words: readonly string[]): string {
  const commands = [...Object.keys(TRIALS), ...operations.map(({ command }) => command)]
  const [first = ''] = words
  const near = nearest(words.slice(0, 2).join(' '), commands) ?? nearest(first, commands)
  return `There is no command ${JSON.stringify(first)}.${near ? ` Did you mean ${near}?` : ' See fakecluster ctl --help.'}`
}

function placed({ command, fields, text, file }: Operation, rest: readonly string[]): { [field: string]: string } {
  const places = Object.entries(fields).filter(([, { positional }]) => positional)
  if (text) {
    if (rest.length > 0) return {}
    throw new UsageError(`${command} needs files to read (- is standard input).`)
  }
  const wanted = places.length + (file ? 1 : 0)
  const extra = rest[wanted]
  if (extra !== undefined) throw new UsageError(tooMuch(command, extra))
  const given: { [field: string]: string } = {}
  for (const [i, [name, { required, about }]] of places.entries()) {
    const word = rest[i]
    if (word !== undefined) given[name] = word
    else if (required) throw new UsageError(`${command} needs ${placeOf(name)}: ${about}.`)
  }
  return given
}

function tooMuch(command: string, word: string): string {
  const near = nearest(
    `${command} ${word}`,
    operations.map((operation) => operation.command).filter((other) => other.startsWith(`${command} `)),
  )
  return `${command} takes no ${JSON.stringify(word)}.${near ? ` Did you mean ${near}?` : ''}`
}

function named({ command, fields }: Operation, flags: ReadonlyMap<string, string>): { [field: string]: string } {
  const names = new Map(Object.keys(fields).map((name) => [flagOf(name), name]))
  const given: { [field: string]: string } = {}
  for (const [flag, value] of flags) {
    if (flag in GLOBAL_FLAGS) continue
    const name = names.get(flag)
    if (name === undefined) {
      const near = nearest(flag, [...names.keys(), ...Object.keys(GLOBAL_FLAGS)])
      throw new UsageError(
        `${command} has no flag --${flag}.${near ? ` Did you mean --${near}?` : ` See fakecluster ctl ${command} --help.`}`,
      )
    }
    given[name] = value
  }
  return given
}

function requestOf(
  operation: Operation,
  texts: { readonly [field: string]: string },
): { readonly path: string; readonly body: string | undefined } {
  const { fields } = operation
  const inPlace = (place: string) =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => fields[name]?.in === place))
  const body = readTexts(Object.entries(inPlace('body')), operation)
  const query = Object.entries(inPlace('query'))
  try {
    checkGiven(operation, {
      path: readTexts(Object.entries(inPlace('path')), operation),
      query: readTexts(query, operation),
      body,
    })
  } catch (error) {
    if (error instanceof StatusError) throw new UsageError(`${error.message}.`, { cause: error })
    throw error
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(mustHave(texts[name], `${name} for the path`)),
  )
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
  return { path: PREFIX + path + search, body: Object.keys(body).length > 0 ? JSON.stringify(body) : undefined }
}
