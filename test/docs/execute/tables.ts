/** Parses the table under a heading into rows of cells. */
export function tableUnder(markdown: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = markdown.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const rows = /^\|.*(?:\n\|.*)*/m.exec(section)?.[0].split('\n') ?? []
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}
