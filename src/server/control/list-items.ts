const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

/**
 * Splits a JSON array that arrives in chunks into the texts of its items, each as soon as it is complete; the items are
 * not parsed. The last value is undefined if the text is not an array, or does not end with it.
 */
export async function* itemsOf(chunks: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  let held: string[] = []
  let depth = 0
  let [isQuoted, isEscaped, isOver] = [false, false, false]
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at)
      if (isEscaped) isEscaped = false
      else if (isQuoted) {
        if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isQuoted = false
      } else if (isSpace(code)) continue
      else if (isOver || (depth === 0 && code !== LIST)) return void (yield undefined)
      else if (code === QUOTE) isQuoted = true
      else if (code === LIST || code === OBJECT) {
        if (depth++ === 0) from = at + 1
      } else if (code === LIST_END || code === OBJECT_END ? --depth === 0 : code === COMMA && depth === 1) {
        isOver = depth === 0
        held.push(chunk.slice(from, at))
        yield held.join('')
        held = []
        from = at + 1
      }
    }
    if (depth > 0) held.push(chunk.slice(from))
  }
  if (!isOver) yield undefined
}
