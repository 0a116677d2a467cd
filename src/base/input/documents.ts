import type { LoadFault, Position } from './load-error.js'
import { type Input, type Source, isSource } from './input.js'
import { createLines } from './lines.js'
import { foreignText } from './misplaced.js'
import { type Outline, drawOutline } from './outline.js'
import { keyText } from '../yaml/key.js'
import type { YamlNode } from '../yaml/nodes.js'
import { withNumbers } from '../yaml/numbers.js'
import { readStream } from '../yaml/stream.js'
import { scalarOf } from '../yaml/scalar.js'
import { yamlTextOf } from '../yaml/text.js'

/** An object of a fixture, with the places of its members. */
export type Located = {
  readonly value: unknown
  /** Returns the place of a field path (`spec.taints[0].key`), or of the nearest parent that is written. */
  readonly at: (field: string) => Position
}

/** The contents of fixtures: one value per document, not yet interpreted as an object or list. */
export type Documents = {
  /** The names of the sources, in order. */
  readonly sources: readonly string[]
  readonly documents: readonly Located[]
  readonly faults: readonly LoadFault[]
}

/** The documents and faults found so far. */
export type Found = {
  readonly documents: Located[]
  readonly faults: LoadFault[]
}

/** Reads an input as documents. A text or object without its own name is called `name`, or `name[i]` in a list. */
export function readInput(input: Input, name: string): Documents {
  const given: readonly (string | object)[] = Array.isArray(input) ? input : [input]
  return join(given.map((each, i) => readOne(each, Array.isArray(input) ? `${name}[${i}]` : name)))
}

function readOne(given: string | object, name: string): Documents {
  if (typeof given === 'string') return readSource({ name, text: given })
  if (isSource(given)) return readSource(given)
  return { sources: [name], documents: [{ value: given, at: () => ({ source: name }) }], faults: [] }
}

/** Combines several sets of documents. */
export const join = (found: readonly Documents[]): Documents => ({
  sources: found.flatMap(({ sources }) => sources),
  documents: found.flatMap(({ documents }) => documents),
  faults: found.flatMap(({ faults }) => faults),
})

const DOCUMENTS_OF_A_TURN = 8

function readSource(source: Source): Documents {
  const found: Found = { documents: [], faults: [] }
  for (const _ of readText(source, found));
  return { sources: [source.name], ...found }
}

/**
 * Reads a text of any number of documents, each as a server does: YAML 1.1 with timestamps left as strings. Only the
 * outline of the text is kept. Yields after `most` values, or a few documents, so that other work gets its turn.
 *
 * @param before the number of lines before the text in its source
 */
export function* readText(
  { name: source, text: given }: Source,
  { documents, faults }: Found,
  { before = 0, most = Infinity }: { readonly before?: number; readonly most?: number } = {},
): Generator<void> {
  const text = { ...yamlTextOf(given), jsonEscapes: true }
  const placeOf = createLines(text.text, before)
  let count = 0
  for (const read of readStream(text, most)) {
    if (!read) {
      yield
      continue
    }
    if (++count % DOCUMENTS_OF_A_TURN === 0) yield
    const place = (at: number) => placeOf(read.start + at)
    if (read.fault) {
      faults.push({ source, ...place(read.fault.at), message: foreignText(given) ?? read.fault.message })
      continue
    }
    const { node, decoded } = read
    const [twice] = decoded.duplicates
    if (twice) faults.push({ source, ...place(twice.at), message: `the member ${keyText(twice.key)} is given twice` })
    else if (!isEmpty(node)) {
      const value = decoded.hasBigints ? withNumbers(decoded.value) : decoded.value
      documents.push(located(source, value, yield* drawOutline(node, place, most)))
    }
  }
}

// A separate function, because a closure keeps its whole scope alive: here the nodes of the document.
const located = (source: string, value: unknown, { at }: Outline): Located => ({
  value,
  at: (field) => ({ source, ...at(field) }),
})

const isEmpty = (node: YamlNode) => node.type === 'scalar' && scalarOf(node).type === 'null'
