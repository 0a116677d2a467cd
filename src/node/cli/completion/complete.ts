import { isObject } from '../../../base/json/json.js'
import { operations } from '../../../server/control/operations.js'
import type { Operation } from '../../../server/control/operation.js'
import { PREFIX } from '../../../server/control/route.js'
import { type Server, askText } from '../ctl/asker.js'
import { GLOBAL_FLAGS, flagOf } from '../ctl/flag.js'
import { TRIALS } from '../ctl/trial-command.js'
import { IMPORT_FLAGS } from '../import/flags.js'
import { COMMANDS } from '../start-flags.js'

/** The completions of a word: candidates with descriptions, and whether file names are possible. */
export type Candidates = {
  readonly words: readonly (readonly [word: string, about: string])[]
  readonly files: boolean
}

/** A flag as in the help text; `value` describes its value, if it takes one. */
type Shown = { readonly value?: string | undefined; readonly help: string }
type ShownFlags = { readonly [name: string]: Shown }

export const SHELLS = ['bash', 'zsh', 'fish'] as const

const SUBCOMMANDS = [
  ['populate', 'start a server with a generated world'],
  ['ctl', 'ask a server that runs'],
  ['import', 'write what another server serves as files'],
  ['inspect', 'show a bundle in the browser'],
  ['completion', 'print a completion script'],
] as const

const NOTHING: Candidates = { words: [], files: false }

/**
 * Returns the completions of the last of the words after `fakecluster`. Ids are those of the running server; none if it
 * does not respond.
 */
export async function complete(
  words: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<Candidates> {
  const [first = '', ...rest] = words
  if (words.length > 1) {
    if (first === 'ctl') return completeCtl(rest, env)
    if (first === 'import') return completeFlags(rest, IMPORT_FLAGS)
    if (first === 'populate') return completeFlags(rest, COMMANDS.populate)
    if (first === 'inspect') return { words: [['--help', 'print its help']], files: true }
    if (first === 'completion') return { words: SHELLS.map((shell) => [shell, '']), files: false }
  }
  const found = completeFlags(words, COMMANDS[''])
  return words.length > 1 ? found : { ...found, words: [...SUBCOMMANDS, ...found.words] }
}

function completeFlags(words: readonly string[], flags: ShownFlags): Candidates {
  const value = valueOf(words, flags)
  if (value !== undefined) return valuesOf(value)
  return { words: Object.entries(flags).map(([name, { help }]) => [`--${name}`, help]), files: false }
}

/**
 * Returns the description of the flag value that is being completed; undefined if the last word is not a flag value.
 */
function valueOf(words: readonly string[], flags: ShownFlags): string | undefined {
  const last = words.at(-1) ?? ''
  if (last.startsWith('-')) return undefined
  const open = words.slice(0, -1).findLastIndex((word) => word.startsWith('--'))
  const { value } = flags[words[open]?.slice(2) ?? ''] ?? {}
  const isNext = open === words.length - 2 || value?.endsWith('…')
  return open >= 0 && isNext ? value : undefined
}

/** In the help text, words to choose from are separated by bars, and other values are in capitals. */
function valuesOf(value: string): Candidates {
  const words = value.split('|').filter((word) => /^[a-z]+$/.test(word))
  return { words: words.map((word) => [word, '']), files: /^(PATH|FILE|DIR)/.test(value) }
}

async function completeCtl(
  words: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<Candidates> {
  const before = words.slice(0, -1)
  const plain = before.filter((word, i) => !word.startsWith('-') && !isValueOf(before[i - 1]))
  const trial = TRIALS[plain[0] ?? '']
  const operation = operations
    .filter(({ command }) => command.split(' ').every((word, i) => plain[i] === word))
    .sort((a, b) => b.command.length - a.command.length)[0]
  const own: ShownFlags = trial?.flags ?? (operation ? flagsOf(operation) : {})
  const flags: ShownFlags = { ...own, ...GLOBAL_FLAGS }
  const value = valueOf(words, flags)
  if (value !== undefined) return valuesOf(value)
  if (words.at(-1)?.startsWith('-')) return completeFlags(words, flags)
  const next = nextWords(plain)
  const ids = operation ? await idsFor(operation, before, env) : []
  return { words: [...next, ...ids], files: operation?.text !== undefined || operation?.file !== undefined }
}

const isValueOf = (word: string | undefined): boolean =>
  word !== undefined &&
  Object.entries(GLOBAL_FLAGS).some(([name, { value }]) => value !== undefined && word === `--${name}`)

const flagsOf = ({ fields }: Operation): ShownFlags =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { positional }]) => !positional)
      .map(([name, { about, shape }]) => [flagOf(name), { value: wordsOf(shape.schema) ?? 'VALUE', help: about }]),
  )

function wordsOf({ enum: words }: { readonly enum?: unknown }): string | undefined {
  return Array.isArray(words) ? words.join('|') : undefined
}

/** Returns the possible next words of commands that begin with `plain`. */
function nextWords(plain: readonly string[]): Candidates['words'] {
  const all = [
    ...operations.map(({ command, about }) => [command, about] as const),
    ...Object.entries(TRIALS).map(([name, { about }]) => [name, about] as const),
  ]
  const found = new Map<string, string>()
  for (const [command, about] of all) {
    const parts = command.split(' ')
    const next = parts[plain.length]
    if (next !== undefined && plain.every((word, i) => parts[i] === word) && !found.has(next)) found.set(next, about)
  }
  return [...found]
}

/** Returns the ids that an operation can name, from the server's list at the path in front of the id. */
async function idsFor(
  { path }: Operation,
  before: readonly string[],
  env: { readonly [name: string]: string | undefined },
): Promise<Candidates['words']> {
  const list = operations.find((each) => each.method === 'GET' && path.startsWith(`${each.path}/{`))
  if (!list) return NOTHING.words
  try {
    const reply: unknown = JSON.parse(
      await askText(serverOf(before, env), { method: 'GET', path: PREFIX + list.path, body: undefined }),
    )
    const items: readonly unknown[] = isObject(reply) && Array.isArray(reply['items']) ? reply['items'] : []
    const member = /\{(\w+)\}/.exec(path)?.[1] ?? 'id'
    return items
      .filter(isObject)
      .flatMap((item) => (item[member] === undefined ? [] : [[String(item[member]), ''] as const]))
  } catch {
    // No server is running.
    return NOTHING.words
  }
}

function serverOf(words: readonly string[], env: { readonly [name: string]: string | undefined }): Server {
  const given = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
  return {
    url: given('--server') ?? env['FAKECLUSTER_SERVER'] ?? 'http://127.0.0.1:8080',
    token: given('--token') ?? env['FAKECLUSTER_TOKEN'],
    insecure: words.includes('--insecure'),
  }
}
