import { type Documents, type Found, readText } from './documents.js'
import { countBreaks } from './lines.js'

/** A source whose text arrives in chunks. */
export type Arriving = { readonly name: string; readonly chunks: AsyncIterable<string> }

// Reading this many values takes a few milliseconds.
const VALUES_OF_A_TURN = 4000

/**
 * Reads sources as they arrive: text is released once read, before more is requested; other work gets its turn between
 * documents, and within long ones.
 */
export async function readArriving(arriving: AsyncIterable<Arriving>, turn: () => Promise<void>): Promise<Documents> {
  const sources: string[] = []
  const found: Found = { documents: [], faults: [] }
  for await (const { name, chunks } of arriving) {
    sources.push(name)
    let before = 0
    for await (const text of piecesOf(chunks)) {
      for (const _ of readText({ name, text }, found, { before, most: VALUES_OF_A_TURN })) await turn()
      before += countBreaks(text)
      await turn()
    }
  }
  return { sources, ...found }
}

/**
 * The minimum number of characters of a piece, larger than a chunk: a piece that was a slice of a chunk would keep all
 * of it in memory.
 */
const LEAST = 128 * 1024

// The start of a document, or of a directive, which belongs to the following document.
const INDICATOR = /(?<=[\n\r\u2028\u2029])(?:---\s|%)/g
const LONGEST = '\n---'.length

/**
 * Splits a text that arrives in chunks at document starts, into pieces that can be read separately, each of several
 * documents or a long one. No line inside a YAML value, quoted or not, can start with `---`.
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
    // The end of the previous chunk may be the start of an indicator.
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
