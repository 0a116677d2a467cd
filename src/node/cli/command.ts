import { nearest } from '../../base/text/nearest.js'
import { UsageError } from './usage-error.js'

/** A flag of a command. Without `read` it is a switch: false for `--no-NAME`, otherwise true. */
export type Flag<T = unknown> = {
  /** The value in the help text, words to choose from separated by bars; undefined for a switch. */
  readonly value?: string | undefined
  readonly help: string
  /** Whether it takes all words up to the next flag; given again, the lists are joined. */
  readonly many?: true
  /** Whether it takes one word, and can be given again: the values are joined. */
  readonly repeats?: true
  /** Whether its value may be the empty text. */
  readonly canBeEmpty?: true
  /**
   * Converts the values; `flag` is how messages call it: `--port`.
   *
   * @throws UsageError
   */
  readonly read?: (values: readonly string[], flag: string) => T
}

/** Flags by name, in the order of the help text. */
export type Flags = { readonly [name: string]: Flag }

/** The variables of a process's environment. */
export type Environment = { readonly [name: string]: string | undefined }

/** A word that a command takes, or several of them. */
export type Argument = {
  /** The word in the help text, or words to choose from, separated by bars. */
  readonly name: string
  readonly about: string
  readonly isOptional?: boolean
  /** Whether it takes all further words. */
  readonly many?: true
  /** The flag with which it may be left out. */
  readonly unless?: string
  /** The message when it is missing (default: what it is). */
  readonly missing?: string
  /** Returns the words it can be, for completion, besides those in its name; `flags` are those before it. */
  readonly candidates?: (flags: GivenFlags, env: Environment) => Promise<readonly string[]>
}

/** A command: its command line is parsed, checked, completed and explained by this. */
export type Command<F extends Flags = Flags, C extends Flags = Flags> = {
  /** The words after `fakecluster` that choose it; none for the one that starts a server. */
  readonly path: string
  /** The words in messages about a command of a family (default: messages are about the flag). */
  readonly called?: string
  /** Command lines, the words after `fakecluster`. */
  readonly usage: readonly string[]
  readonly about: readonly string[]
  readonly args?: readonly Argument[]
  readonly flags: F
  /** The flags in the help text (default: all). */
  readonly shown?: readonly string[]
  /** Flags of all commands of a family. */
  readonly common?: C
  /** Whether the words after `--` are a program to run, and its arguments. */
  readonly runsProgram?: true
  readonly ending?: string
  /** The message for a word that it does not take (default: one about the word). */
  readonly stray?: (word: string, isFirst: boolean) => string | undefined
}

/** The member that holds a flag's value: `show-secrets` is `showSecrets`, `no-control` is `control`. */
type Member<N extends string> = N extends `no-${infer Rest}` ? Member<Rest> : Camel<N>
type Camel<N extends string> = N extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : N
type ValueOf<F extends Flag, N extends string> = F extends { readonly read: (...given: never) => infer T }
  ? T
  : N extends `no-${string}`
    ? false
    : true

/** The values of the flags that were given. */
export type ValuesOf<F extends Flags> = {
  readonly [N in keyof F & string as Member<N>]?: ValueOf<F[N], N>
}

/** A command line that fits its command. */
type Line<F extends Flags, C extends Flags> = {
  readonly values: ValuesOf<F>
  /** The values of the flags of its family. */
  readonly common: ValuesOf<C>
  readonly words: readonly string[]
  /** The program to run, and its arguments. */
  readonly program: readonly string[]
}

/** A part of a command line: a flag with the values that follow it, or another word. */
export type Item =
  | { readonly flag: string; readonly text: string; readonly inline: boolean; readonly values: readonly string[] }
  | { readonly word: string; readonly isAfterDashes: boolean }

/** The texts of the flags that were given, unchecked. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>

/** Tells whether a switch such as `--help` is among the words. */
export const asks = (argv: readonly string[], ...switches: readonly string[]): boolean =>
  (argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv).some((word) => switches.includes(word))

/** Tells whether the help is asked for, whatever else is wrong. */
export const asksForHelp = (argv: readonly string[]): boolean => asks(argv, '--help', '-h')

/** Parses the words after those that choose a command. @throws UsageError */
export const parseLine = <F extends Flags, C extends Flags>(
  command: Command<F, C>,
  argv: readonly string[],
): Line<F, C> => readLine(command, itemsOf(argv, flagsOf(command)))

/** Returns all flags that a command takes. */
export const flagsOf = ({ flags, common }: Command): Flags => ({ ...flags, ...common })

/** Divides a command line. Unknown flags are items too, without values. */
export function itemsOf(argv: readonly string[], flags: Flags): readonly Item[] {
  const items: Item[] = []
  // The values of the flag that takes the words that follow.
  let open: string[] | undefined
  const dashes = argv.indexOf('--')
  const end = dashes === -1 ? argv.length : dashes
  for (let i = 0; i < end; i++) {
    const text = argv[i] ?? ''
    if (!looksLikeFlag(text)) {
      if (open) open.push(text)
      else items.push({ word: text, isAfterDashes: false })
      continue
    }
    const equals = text.indexOf('=')
    const inline = equals !== -1
    const name = text.startsWith('--') ? text.slice(2, inline ? equals : undefined) : ''
    const flag = flagIn(flags, name)
    const values = flag && inline ? [text.slice(equals + 1)] : []
    const next = argv[i + 1]
    if (flag?.value !== undefined && !inline && i + 1 < end && next !== undefined && !looksLikeFlag(next)) {
      values.push(next)
      i++
    }
    items.push({ flag: name, text, inline, values })
    open = flag?.many && !inline ? values : undefined
  }
  return [...items, ...argv.slice(end + 1).map((word) => ({ word, isAfterDashes: true }))]
}

/**
 * Tells whether a word is a flag, whatever precedes it: in `--fixtures --tls` the path is missing. `-` is standard
 * input, `-5` a number.
 */
export const looksLikeFlag = (word: string): boolean => /^-\D/.test(word)

/** Returns a flag by its name. */
const flagIn = (flags: Flags, name: string): Flag | undefined => (Object.hasOwn(flags, name) ? flags[name] : undefined)

/** Returns the texts of the flags among the parts of a command line; if one is repeated, its last value counts. */
export function givenFlags(items: readonly Item[], flags: Flags): GivenFlags {
  const given = new Map<string, readonly string[]>()
  for (const item of items) {
    if (!('flag' in item)) continue
    const { many, repeats } = flags[item.flag] ?? {}
    given.set(item.flag, [...(many || repeats ? (given.get(item.flag) ?? []) : []), ...item.values])
  }
  return given
}

/** Checks the parts of a command line, and converts the values of its flags. @throws UsageError */
export function readLine<F extends Flags, C extends Flags>(command: Command<F, C>, items: readonly Item[]): Line<F, C> {
  const { called, args = [], runsProgram = false, common } = command
  const most = args.some(({ many }) => many) ? Infinity : args.length
  const [words, program]: [string[], string[]] = [[], []]
  for (const [i, item] of items.entries())
    if ('flag' in item) checkFlag(command, item)
    else if (item.isAfterDashes && runsProgram) program.push(item.word)
    else if (words.push(item.word) > most) throw new UsageError(strayMessage(command, item.word, i === 0))
  const given = givenFlags(items, flagsOf(command))
  const prefix = called === undefined ? '' : `${called}: `
  const values = valuesOf(command.flags, given, prefix)
  const lacking = args[words.length]
  if (lacking && !lacking.isOptional && !(lacking.unless !== undefined && given.has(lacking.unless)))
    throw new UsageError(lacking.missing ?? `${called ?? command.path} needs ${lacking.name}: ${lacking.about}.`)
  return { values, common: valuesOf(common, given, prefix), words, program }
}

function valuesOf<F extends Flags>(flags: F | undefined, given: GivenFlags, prefix: string): ValuesOf<F> {
  const values = [...given].flatMap(([name, texts]) => {
    const flag = flags && flagIn(flags, name)
    if (!flag) return []
    return [[memberOf(name), flag.read ? flag.read(texts, `${prefix}--${name}`) : !name.startsWith('no-')] as const]
  })
  return Object.fromEntries(values) as ValuesOf<F> // as read by its flags
}

const memberOf = (flag: string): string =>
  flag.replace(/^no-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function checkFlag(command: Command, { flag: name, text, inline, values }: Extract<Item, { flag: string }>): void {
  const flag = flagIn(flagsOf(command), name)
  if (!flag) throw new UsageError(unknownFlag(command, text))
  const { value: shown, canBeEmpty = false } = flag
  if (shown === undefined && inline) throw new UsageError(`--${name} takes no value.`)
  if (shown !== undefined && (values[0] === undefined || (values[0] === '' && !canBeEmpty)))
    throw new UsageError(`--${name} needs a value: --${name} ${shown}.`)
}

/** The message for a word that looks like a flag. */
function unknownFlag(command: Command, text: string): string {
  const [, dashes = '', name = ''] = /^(-*)([^=]*)/.exec(text) ?? []
  const what = command.called === undefined ? 'There is no flag' : `${command.called} has no flag`
  return `${what} ${dashes}${name}.${flagHint(command, name)}`
}

function strayMessage(command: Command, word: string, isFirst: boolean): string {
  const { called, path, stray } = command
  return stray?.(word, isFirst) ?? `${called ?? path} takes no ${JSON.stringify(word)}.${flagHint(command, word)}`
}

/** Returns a flag that may be meant, or where to read about all of them, to end a message. */
export function flagHint(command: Command, name: string): string {
  const near = nearest(name, Object.keys(flagsOf(command)))
  if (near !== undefined) return ` Did you mean --${near}?`
  return command.path === '' ? ' See --help.' : ` See fakecluster ${command.path} --help.`
}
