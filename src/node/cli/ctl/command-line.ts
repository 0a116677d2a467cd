import { mustHave } from '../../../base/must-have.js'
import { nearest } from '../../../base/text/nearest.js'
import { StatusError } from '../../../base/errors/status.js'
import type { Combinations } from '../../../cluster/testing/sweep/combinations.js'
import { checkGiven, readTexts } from '../../../server/control/check-values.js'
import type { Operation } from '../../../server/control/operation.js'
import { PREFIX } from '../../../server/control/route.js'
import { type Item, type ValuesOf, asksForHelp, itemsOf, readLine } from '../command.js'
import { UsageError } from '../usage-error.js'
import {
  type COMMON_FLAGS,
  CTL_COMMANDS,
  CTL_FLAGS,
  type CtlCommand,
  type OperationCommand,
  commandIn,
  exploreCommand,
  fieldsOf,
  lacksProgram,
  sweepCommand,
} from './commands.js'

/** The server to ask, and the format of the output. */
type Common = ValuesOf<typeof COMMON_FLAGS>

/** A program that is run repeatedly, each time on a fork of the server's cluster. */
export type Trial = {
  readonly type: 'trial'
  /** The program and its arguments; undefined if the one that started this one runs the scenario itself. */
  readonly command: readonly [string, ...string[]] | undefined
  /** Maximum duration of a run in milliseconds. */
  readonly within: number
  /** Which combinations of faults to try; undefined to try each fault alone. */
  readonly combinations: Combinations | undefined
  readonly common: Common
}

/** A request of the control API. */
export type Ask = {
  readonly type: 'ask'
  readonly operation: Operation
  /** Includes the query. */
  readonly path: string
  /** The JSON body; undefined if there is none, or if it is the contents of `files`. */
  readonly body: string | undefined
  readonly files: readonly string[]
  readonly common: Common
}

/** A parsed command line of `ctl`. */
type Parsed = Ask | Trial | { readonly type: 'help'; readonly topic: CtlCommand | undefined }

/** Parses the words after `ctl`. @throws UsageError */
export function parseCtl(argv: readonly string[]): Parsed {
  const items = itemsOf(argv, CTL_FLAGS)
  const words = items.flatMap((item) => ('word' in item && !item.isAfterDashes ? [item.word] : []))
  const command = commandIn(words)
  if (asksForHelp(argv) || words.length === 0) return { type: 'help', topic: command }
  if (!command) throw new UsageError(noSuchCommand(words))
  const rest = withoutWords(items, command.called.split(' ').length)
  return 'operation' in command ? readAsk(command, rest) : readTrial(command, rest)
}

/** Removes the first words. */
function withoutWords(items: readonly Item[], count: number): readonly Item[] {
  let seen = 0
  return items.filter((item) => !('word' in item) || ++seen > count)
}

function noSuchCommand(words: readonly string[]): string {
  const commands = CTL_COMMANDS.map(({ called }) => called)
  const [first = ''] = words
  const near = nearest(words.slice(0, 2).join(' '), commands) ?? nearest(first, commands)
  return `There is no command ${JSON.stringify(first)}.${near ? ` Did you mean ${near}?` : ' See fakecluster ctl --help.'}`
}

function readTrial({ called }: CtlCommand, items: readonly Item[]): Trial {
  const isSweep = called === sweepCommand.called
  const { values, common, program } = isSweep ? readLine(sweepCommand, items) : readLine(exploreCommand, items)
  const [name, ...args] = program
  const { seed = 1, runs = 100, most = 4, within = 60_000, lines }: ValuesOf<typeof exploreCommand.flags> = values
  const combinations = isSweep ? undefined : { seed, runs, most }
  if (lines && name !== undefined) throw new UsageError(`${called} takes either --lines or a command after --.`)
  if (!lines && name === undefined) throw new UsageError(lacksProgram(called))
  const command = name === undefined ? undefined : ([name, ...args] as const)
  return { type: 'trial', command, within, combinations, common }
}

function readAsk(command: OperationCommand, items: readonly Item[]): Ask {
  const { operation } = command
  const places = Object.keys(fieldsOf(operation, 'arguments'))
  const { values, common, words } = readLine(
    command,
    items.flatMap((item) => asWord(item, places)),
  )
  const placed = words.slice(0, places.length).map((word, i) => [places[i], word])
  const request = requestOf(operation, { ...values, ...Object.fromEntries(placed) })
  return { type: 'ask', operation, common, ...request, files: words.slice(places.length) }
}

/** An argument may be given by its name, too: `kubeconfig --as ann`, or `--as=ann`. */
function asWord(item: Item, names: readonly string[]): readonly Item[] {
  if (!('flag' in item) || !names.includes(item.flag)) return [item]
  return item.inline ? [{ word: item.text.slice(item.flag.length + 3), isAfterDashes: false }] : []
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
