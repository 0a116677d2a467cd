/** Returns the line numbers that messages about a text mention, as `script:3` or as `line 3`. */
export function badLines(messages: readonly string[], name: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const message of messages) {
    for (const [, line] of message.matchAll(/\bline (\d+)/g)) found.add(Number(line))
    if (name) for (const line of linesAfter(message, `${name}:`)) found.add(line)
  }
  return found
}

/** Returns the numbers that directly follow a word. */
function linesAfter(message: string, word: string): readonly number[] {
  return message.split(word).flatMap((before, i, parts) => {
    const [digits] = /^\d{1,9}/.exec(parts[i + 1] ?? '') ?? []
    return digits !== undefined && !/[\w.-]$/.test(before) ? [Number(digits)] : []
  })
}
