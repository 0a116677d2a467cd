import { printableLine } from '../../printable.js'
import { asksForHelp, parseLine } from '../command.js'
import type { CommandIo } from '../commands.js'
import { helpText } from '../help.js'
import { UsageError } from '../usage-error.js'
import { WHICH_SHELL, completionCommand } from './command.js'
import { complete } from './complete.js'
import { SCRIPTS } from './scripts.js'

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
