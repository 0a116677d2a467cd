import { type DecodedYaml, UnfitValue, decodeYaml } from './decode.js'
import { YamlFault } from './fault.js'
import { type YamlNode, readDocument } from './nodes.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A document of a text, or what is wrong with it; offsets count from `start`. */
type StreamDocument = { readonly start: number } & (
  | { readonly node: YamlNode; readonly decoded: DecodedYaml; readonly fault?: undefined }
  | { readonly fault: { readonly at: number; readonly message: string } }
)

/** Reads every document of a text. After one that cannot be read it goes on at the next that begins with `---`. */
export function* readStream({ text, ...rest }: YamlText): Generator<StreamDocument> {
  const boundary = /^---(?=\s|$)/gm
  for (let start: number | undefined = 0; start !== undefined;) {
    const broken: number | undefined = yield* readUntilBroken({ text: text.slice(start), ...rest }, start)
    if (broken === undefined) return
    boundary.lastIndex = start + Math.max(broken, 1)
    start = boundary.exec(text)?.index
  }
}

/** Reads documents up to one that is no YAML; returns where that is. */
function* readUntilBroken(text: YamlText, start: number): Generator<StreamDocument, number | undefined> {
  const parser = new Parser(text)
  for (;;) {
    let node: YamlNode | undefined
    try {
      node = readDocument(parser)
    } catch (error) {
      if (!(error instanceof YamlFault)) throw error
      yield { start, fault: { at: error.place.at, message: error.problem } }
      return error.place.at
    }
    if (!node) return undefined
    yield { start, ...decode(node) }
  }
}

function decode(node: YamlNode) {
  try {
    return { node, decoded: decodeYaml(node, 'written') }
  } catch (error) {
    if (error instanceof YamlFault) return { fault: { at: error.place.at, message: error.problem } }
    if (error instanceof UnfitValue) return { fault: { at: error.place.at, message: error.message } }
    throw error
  }
}
