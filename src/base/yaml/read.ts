import { type DecodedYaml, UnfitValue, startDecoding } from './decode.js'
import { YamlFault } from './fault.js'
import { type PartlyRead, beginDocument } from './nodes.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A text as JSON, or the error of the server's reader. */
export type ReadYaml = (DecodedYaml & { readonly error?: undefined }) | { readonly error: string }

/** Reads YAML as a server does (sigs.k8s.io/yaml): only the first document; anything after it is not even parsed. */
export function readYaml(text: YamlText): ReadYaml {
  return startReading(text)(Infinity) ?? NOTHING
}

/**
 * Starts to read a document of at most `mostValues` values. Each call reads `most` more values and returns the result
 * when all are read.
 */
export function startReading(text: YamlText, mostValues?: number): (most: number) => ReadYaml | undefined {
  let document: PartlyRead | undefined
  let decodeOn: ReturnType<typeof startDecoding> | undefined
  return (most) => {
    try {
      document ??= beginDocument(new Parser(text), mostValues)
      if (!document) return NOTHING
      if (!decodeOn) {
        if (!document.readOn(most)) return undefined
        const node = document.root()
        if (!node) return NOTHING
        decodeOn = startDecoding(node)
        // With an infinite `most`, decoding follows in the same call.
        if (Number.isFinite(most)) return undefined
      }
      return decodeOn(most)
    } catch (error) {
      if (error instanceof YamlFault) return { error: `yaml: ${error.message}` }
      if (error instanceof UnfitValue) return { error: error.message }
      throw error
    }
  }
}

const NOTHING: ReadYaml = { value: null, hasBigints: false, duplicates: [] }
