import { setOwn } from '../json/json.js'
import { type DecodedYaml, UnfitValue, startDecoding } from './decode.js'
import { YamlFault } from './fault.js'
import { type PartlyRead, beginDocument } from './nodes.js'
import { Parser } from './parser.js'
import type { YamlText } from './text.js'

/** A text as JSON, or the error of the server's reader. */
export type ReadYaml = (DecodedYaml & { readonly error?: undefined }) | { readonly error: string }

/** Reads YAML as a server does (sigs.k8s.io/yaml): only the first document; anything after it is not even parsed. */
export function readYaml(text: YamlText): ReadYaml {
  const value = plainJsonIn(text)
  return value === undefined
    ? (startReading(text)(Infinity) ?? NOTHING)
    : { value, hasBigints: false, duplicates: NOTHING.duplicates }
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

const NOTHING = { value: null, hasBigints: false, duplicates: [] }

const PRINTABLE_OBJECT = /^\{[ -~]*\}\n?$/
// Surrogate pairs are errors in YAML, and integers may be too long for a number.
const OTHERWISE = /\\u|\d{16}/
// Less than a parser of YAML allows, where a character of a key may be written as two.
const [LONGEST_KEY, DEEPEST] = [500, 100]

/**
 * Reads a text that is JSON as encoders write it, which most clients send in place of YAML, many times faster than the
 * parser does; returns undefined for every other one. What is written again as it was has no member twice.
 */
function plainJsonIn({ text, fault }: YamlText): unknown {
  if (fault !== undefined || !PRINTABLE_OBJECT.test(text) || OTHERWISE.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const value = inByteOrder(parsed, DEEPEST)
    return value !== undefined && JSON.stringify(parsed) === text.trimEnd() ? value : undefined
  } catch {
    return undefined
  }
}

/** Copies a value with its members in byte order; returns undefined if it is too deep or has a long key. */
function inByteOrder(value: unknown, left: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => inByteOrder(item, left - 1))
    return items.includes(undefined) ? undefined : items
  }
  const object: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const member = inByteOrder((value as Readonly<Record<string, unknown>>)[name], left - 1) // its own
    if (member === undefined || name.length > LONGEST_KEY) return undefined
    setOwn(object, name, member)
  }
  return object
}
