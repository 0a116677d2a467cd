/** The lines that messages about a text name, as `script:3` or as `line 3`. */
export function badLines(messages: readonly string[], name: string): ReadonlySet<number> {
  const found = new Set<number>()
  for (const message of messages) {
    for (const [, line] of message.matchAll(/\bline (\d+)/g)) found.add(Number(line))
    for (const [, of, line] of message.matchAll(/([\w.-]+):(\d+)/g)) if (of === name) found.add(Number(line))
  }
  return found
}
