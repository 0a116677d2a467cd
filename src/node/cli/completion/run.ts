import { StartError } from '../../failure.js'
import { printableLine } from '../../printable.js'
import { SHELLS, complete } from './complete.js'
import { SCRIPTS } from './scripts.js'

type Io = { readonly out: (line: string) => void; readonly env: { readonly [name: string]: string | undefined } }

/**
 * Prints the completion script of a shell.
 *
 * @throws StartError for a shell without a script
 */
export function runCompletion([name = '', ...more]: readonly string[], { out }: Pick<Io, 'out'>): 0 {
  const shell = SHELLS.find((each) => each === name)
  if (!shell || more.length > 0)
    throw new StartError(`completion takes a shell: ${SHELLS.join(', ')}. See docs/server.md.`)
  out(SCRIPTS[shell])
  return 0
}

/** Prints the completions, for the scripts. */
export async function runComplete(words: readonly string[], { out, env }: Io): Promise<0> {
  const { words: found, files } = await complete(words, env)
  const last = words.at(-1) ?? ''
  for (const [word, about] of found)
    if (word.startsWith(last)) out([word, about].filter(Boolean).map(printableLine).join('\t'))
  if (files) out(':files')
  return 0
}
