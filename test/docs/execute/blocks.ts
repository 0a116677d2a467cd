/** A fenced code block of a Markdown text. */
export type Block = {
  /** The line of its opening fence. */
  readonly line: number
  readonly language: string
  /** The words of the info string after the language. */
  readonly words: readonly string[]
  readonly text: string
}

/** Parses the fenced code blocks of a Markdown text. */
export function parseBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly line: number; readonly info: string; readonly lines: string[] } | undefined
  for (const [i, line] of markdown.split('\n').entries()) {
    const fence = /^\s*(?:```|~~~)(.*)$/.exec(line)
    if (!fence) open?.lines.push(line)
    else if (!open) open = { line: i + 1, info: fence[1]!.trim(), lines: [] }
    else {
      const [language = '', ...words] = open.info.split(/\s+/)
      blocks.push({ line: open.line, language, words, text: open.lines.map((each) => `${each}\n`).join('') })
      open = undefined
    }
  }
  if (open) throw new Error(`the block at line ${open.line} has no end`)
  return blocks
}
