import { printableLine } from '../../printable.js'
import {
  type Argument,
  type Command,
  type Environment,
  type Item,
  asksForHelp,
  parseLine,
  flagsOf,
  givenFlags,
  itemsOf,
  looksLikeFlag,
} from '../command.js'
import { type CommandIo, SUBCOMMANDS } from '../commands.js'
import { helpText } from '../help.js'
import { UsageError } from '../usage-error.js'
import { CTL_COMMANDS, CTL_FLAGS, commandIn, ctlCommand } from '../ctl/commands.js'
import { assetsCommand } from '../assets/command.js'
import { importCommand } from '../import/command.js'
import { inspectCommand } from '../inspect.js'
import { lintCommand } from '../lint/command.js'
import { populateCommand, startCommand } from '../start-command.js'
import { upgradeCommand } from '../upgrade/command.js'

/**
 * The scripts that make a shell ask the command itself for completions: `fakecluster __complete WORD…` prints one
 * candidate per line, with its description after a tab, and `:files` if file names are possible.
 */
export const SCRIPTS: { readonly [shell in 'bash' | 'zsh' | 'fish']: string } = {
  bash: `_fakecluster() {
  local line word words
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
    else
      line="\${line%%$'\\t'*}"
      case "$line" in "$word"*) COMPREPLY+=("$line") ;; esac
    fi
  done < <("\${COMP_WORDS[0]}" __complete "\${words[@]}" 2> /dev/null)
}
complete -F _fakecluster fakecluster`,
  zsh: `#compdef fakecluster
_fakecluster() {
  local line about
  local -a found
  for line in "\${(@f)$(\${~\${(Q)words[1]}} __complete "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null)}"; do
    if [[ "$line" == ":files" ]]; then _files
    elif [[ -n "$line" ]]; then
      about="\${line#*$'\\t'}"
      line="\${line%%$'\\t'*}"
      [[ "$about" == "$line" ]] && about=
      found+=("\${line//:/\\\\:}\${about:+:\${about//\\\\/\\\\\\\\}}")
    fi
  done
  (( \${#found} )) && _describe fakecluster found
}
if [ "\${funcstack[1]}" = "_fakecluster" ]; then _fakecluster; else compdef _fakecluster fakecluster; fi`,
  fish: `function __fakecluster_complete
  set -l words (commandline -opc) (commandline -ct | string trim --left --chars '"\\'')
  set words[1] (string replace --regex '^~(?=/)' $HOME $words[1])
  for line in ($words[1] __complete $words[2..-1] 2> /dev/null)
    if test "$line" = ":files"
      __fish_complete_path $words[-1]
    else
      echo $line
    end
  end
end
complete -c fakecluster -f -a '(__fakecluster_complete)'`,
}

const SHELLS = Object.keys(SCRIPTS)

/** The message when no shell is named that there is a script for. */
const WHICH_SHELL = `completion takes a shell: ${SHELLS.join(', ')}. See docs/server.md.`

/** The command `completion`. */
const completionCommand = {
  path: 'completion',
  usage: [SUBCOMMANDS.completion.usage],
  about: ['Prints a script that makes a shell complete the words and flags of fakecluster.'],
  args: [{ name: SHELLS.join('|'), about: 'the shell', missing: WHICH_SHELL }],
  flags: { help: { help: 'print this help' } },
  stray: () => WHICH_SHELL,
} satisfies Command

/** Prints the completion script of a shell. @throws UsageError for a shell without a script */
export function runCompletion(argv: readonly string[], { out }: Pick<CommandIo, 'out'>): 0 {
  if (asksForHelp(argv)) out(helpText(completionCommand))
  else {
    const [name] = parseLine(completionCommand, argv).words
    const script = Object.entries(SCRIPTS).find(([shell]) => shell === name)?.[1]
    if (script === undefined) throw new UsageError(WHICH_SHELL)
    out(script)
  }
  return 0
}

/** Prints the completions, for the scripts. */
export async function runComplete(words: readonly string[], { out, env }: Pick<CommandIo, 'out' | 'env'>): Promise<0> {
  const { words: found, files } = await complete(words, env)
  const last = words.at(-1) ?? ''
  for (const [word, about] of found)
    if (word.startsWith(last)) out([word, about].filter(Boolean).map(printableLine).join('\t'))
  if (files) out(':files')
  return 0
}

/** The completions of a word: candidates with descriptions, and whether file names are possible. */
export type Candidates = {
  readonly words: readonly Candidate[]
  readonly files: boolean
}

type Candidate = readonly [word: string, about: string]

const COMMANDS: { readonly [word in Exclude<keyof typeof SUBCOMMANDS, 'ctl'> | 'populate']: Command } = {
  populate: populateCommand,
  import: importCommand,
  lint: lintCommand,
  upgrade: upgradeCommand,
  assets: assetsCommand,
  inspect: inspectCommand,
  completion: completionCommand,
}

/**
 * Returns the completions of the last of the words after `fakecluster`. Ids are those of the running server; none if it
 * does not respond.
 */
export async function complete(words: readonly string[], env: Environment): Promise<Candidates> {
  const [first = '', ...rest] = words
  if (words.length <= 1) return completeIn(startCommand, words, subcommands(), env)
  if (first === 'ctl') return completeCtl(rest, env)
  return isCommand(first) ? completeIn(COMMANDS[first], rest, [], env) : completeIn(startCommand, words, [], env)
}

const isCommand = (word: string): word is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, word)

const subcommands = (): readonly Candidate[] => [
  ['populate', 'start a server with a generated world'],
  ...Object.entries(SUBCOMMANDS).map(([word, { gist }]) => [word, gist] as const),
]

function completeCtl(words: readonly string[], env: Environment): Promise<Candidates> {
  const plain = wordsOf(itemsOf(words.slice(0, -1), CTL_FLAGS))
  const command = commandIn(plain)
  const seen = command?.called.split(' ').length ?? 0
  return completeIn(command ?? ctlCommand, words, nextWords(plain), env, seen)
}

/**
 * Completes a word of a command's line, of which `seen` words choose the command; `next` are words that choose a longer
 * one.
 */
async function completeIn(
  command: Command,
  words: readonly string[],
  next: readonly Candidate[],
  env: Environment,
  seen = 0,
): Promise<Candidates> {
  const flags = flagsOf(command)
  const last = words.at(-1) ?? ''
  const items = itemsOf(words.slice(0, -1), flags)
  const open = looksLikeFlag(last) ? undefined : valueOf(items.at(-1), command)
  if (open !== undefined) return named(open)
  const names = Object.entries(flags).map(([name, { help }]) => [`--${name}`, help] as const)
  if (last.startsWith('-')) return { words: names, files: false }
  const arg = argumentAt(command, wordsOf(items).length - seen)
  const { words: choices, files } = named(arg?.name ?? '')
  const ids = (await arg?.candidates?.(givenFlags(items, flags), env)) ?? []
  const found = [...next, ...choices, ...ids.map((id) => [id, ''] as const)]
  return { words: command.args || command.path === 'ctl' ? found : [...found, ...names], files }
}

const wordsOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) => ('word' in item && !item.isAfterDashes ? [item.word] : []))

/** Returns how the help text names the value that follows; undefined if no flag takes the next word. */
function valueOf(item: Item | undefined, command: Command): string | undefined {
  if (!item || !('flag' in item) || item.inline) return undefined
  const { value, many = false } = flagsOf(command)[item.flag] ?? {}
  return many || item.values.length === 0 ? value : undefined
}

function argumentAt({ args = [] }: Command, i: number): Argument | undefined {
  return args[i] ?? (args.at(-1)?.many ? args.at(-1) : undefined)
}

/** In the help text, words to choose from are separated by bars, and other values are in capitals. */
function named(value: string): Candidates {
  const words = value.split('|').filter((word) => /^[a-z]+(-[a-z]+)*$/.test(word))
  return { words: words.map((word) => [word, '']), files: /^(PATH|FILE|DIR)/.test(value) }
}

/** Returns the possible next words of commands of `ctl` that begin with `plain`. */
function nextWords(plain: readonly string[]): readonly Candidate[] {
  const found = new Map<string, string>()
  for (const { called, about } of CTL_COMMANDS) {
    const parts = called.split(' ')
    const next = parts[plain.length]
    if (next !== undefined && plain.every((word, i) => parts[i] === word) && !found.has(next))
      found.set(next, about[0] ?? '')
  }
  return [...found]
}
