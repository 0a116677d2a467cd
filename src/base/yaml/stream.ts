import { type DecodedYaml, UnfitValue, startDecoding } from './decode.js'
import { YamlFault } from './fault.js'
import { type YamlNode, beginDocument } from './nodes.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A document of a text, or its error; offsets are relative to `start`. */
type StreamDocument = { readonly start: number } & (
  | { readonly node: YamlNode; readonly decoded: DecodedYaml; readonly fault?: undefined }
  | { readonly fault: { readonly at: number; readonly message: string } }
)

/** Reading in parts: it yields undefined when the turn ends. */
type Reading<R> = Generator<StreamDocument | undefined, R>

/**
 * Reads every document of a text. After an invalid one it continues at the next line that starts with `---`. Yields
 * undefined after `most` values, so that other work gets its turn.
 */
export function* readStream({ text, ...rest }: YamlText, most = Infinity): Reading<void> {
  const boundary = /^---(?=\s|$)/gm
  for (let start: number | undefined = 0; start !== undefined;) {
    const broken: number | undefined = yield* readUntilBroken({ text: text.slice(start), ...rest }, start, most)
    if (broken === undefined) return
    boundary.lastIndex = start + Math.max(broken, 1)
    start = boundary.exec(text)?.index
  }
}

/** Reads documents up to the first that is not valid YAML; returns the offset of the error. */
function* readUntilBroken(text: YamlText, start: number, most: number): Reading<number | undefined> {
  const parser = new Parser(text)
  for (;;) {
    let node: YamlNode | undefined
    try {
      const document = beginDocument(parser)
      while (document && !document.readOn(most)) yield undefined
      node = document?.root()
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error
      yield { start, fault: { at: error.place.at, message: error.problem } }
      return error.place.at
    }
    if (!node) return undefined
    yield { start, ...(yield* decode(node, most)) }
  }
}

type Decoded = { readonly node: YamlNode; readonly decoded: DecodedYaml } | Unreadable
type Unreadable = { readonly fault: { readonly at: number; readonly message: string } }

function* decode(node: YamlNode, most: number): Generator<undefined, Decoded> {
  try {
    const decodeOn = startDecoding(node, 'written')
    for (;;) {
      const decoded = decodeOn(most)
      if (decoded) return { node, decoded }
      yield undefined
    }
  } catch (error) {
    if (error instanceof YamlFault) return { fault: { at: error.place.at, message: error.problem } }
    if (error instanceof UnfitValue) return { fault: { at: error.place.at, message: error.message } }
    throw error
  }
}
