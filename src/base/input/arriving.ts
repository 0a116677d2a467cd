import { type Documents, type Found, readText } from './documents.js'
import { countBreaks } from './lines.js'
import { piecesOf } from './pieces.js'

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
