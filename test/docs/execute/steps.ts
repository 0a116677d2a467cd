import type { Block } from './blocks.js'

/** Commands to run, and their expected output if the document shows it. */
export type Command = {
  readonly type: 'run' | 'serve'
  readonly line: number
  readonly script: string
  readonly fails: boolean
  /** The release of Node.js that runs them; defaults to the current one. */
  readonly node?: string
  readonly printed: string | undefined
}

/** How a block is executed. */
export type Step =
  { readonly type: 'write'; readonly line: number; readonly file: string; readonly text: string } | Command

/**
 * Plans how to execute each block.
 *
 * @throws Error for a block that no rule covers
 */
export function planSteps(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap((block, i) => {
    if (block.language !== 'text') return [stepOf(block, blocks.slice(i + 1))]
    if (block.words.length > 0 || blocks[i - 1]?.language !== 'sh')
      throw new Error(`nothing prints the text at line ${block.line}`)
    return []
  })
}

const FILES = ['ts', 'js', 'yaml', 'json', 'go', 'python', 'java', 'xml', 'rust', 'toml']

function stepOf({ line, language, words, text }: Block, later: readonly Block[]): Step {
  const option = words.join(' ')
  const [, node] = /^node=(\d+)$/.exec(option) ?? []
  if (language === 'sh' && (['', 'server', 'fails'].includes(option) || node !== undefined)) {
    const [next] = later
    const printed = next?.language === 'text' && next.words.length === 0 ? next.text : undefined
    return {
      type: option === 'server' ? 'serve' : 'run',
      line,
      script: text,
      fails: option === 'fails',
      ...(node === undefined ? {} : { node }),
      printed,
    }
  }
  const file = /^file=([\w./-]+)$/.exec(option)?.[1]
  if (!FILES.includes(language) || file === undefined)
    throw new Error(`no rule says how the block at line ${line} is executed: ${language} ${option}`)
  if (!later.some((other) => mentions(other, file)))
    throw new Error(`no block after ${file}, at line ${line}, makes use of it`)
  return { type: 'write', line, file, text }
}

// Other blocks import `renew.ts` as `./renew.js`; a command takes a whole folder of another language's project.
const mentions = ({ text }: Block, file: string) =>
  text.includes(file) ||
  text.includes(`'./${file.replace(/\.ts$/, '.js')}'`) ||
  (file.includes('/') && new RegExp(`\\b${file.split('/')[0]}\\b`).test(text))
