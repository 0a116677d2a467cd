/**
 * A piece has so many characters before it is cut: more than chunks have, of which it would keep all where it is a part
 * of one.
 */
const LEAST = 128 * 1024

// What begins a document, and a directive, which belongs to the document that follows.
const INDICATOR = /(?<=[\n\r\u2028\u2029])(?:---\s|%)/g
const LONGEST = '\n---'.length

/**
 * Cuts a text that arrives in chunks where a document begins, into pieces that can be read by themselves and have many
 * documents, or one that is long. What YAML holds cannot begin a line with `---`, be it quoted or not.
 */
export async function* piecesOf(chunks: AsyncIterable<string>, least = LEAST): AsyncGenerator<string> {
  let held: string[] = []
  let length = 0
  let rest = ''
  let isDirected: boolean | undefined
  const hold = (text: string) => {
    held.push(text)
    length += text.length
  }
  const take = () => {
    const piece = held.join('')
    held = []
    length = 0
    return piece
  }
  for await (const chunk of chunks) {
    // What may be the beginning of an indicator is looked at again.
    const text = rest + chunk
    if (text !== '') isDirected ??= text.startsWith('%')
    let from = 0
    for (const { index, 0: indicator } of text.matchAll(INDICATOR)) {
      if (indicator === '%') isDirected = true
      else if (isDirected) isDirected = false
      else if (length + index - from >= least) {
        hold(text.slice(from, index))
        yield take()
        from = index
      }
    }
    const kept = Math.max(from, text.length - LONGEST)
    hold(text.slice(from, kept))
    rest = text.slice(kept)
  }
  hold(rest)
  yield take()
}
