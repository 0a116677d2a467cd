import type { LoadFault, Position } from './load-error.js'
import { type Input, type Source, isSource } from './input.js'
import { type LineColumn, createLines } from './lines.js'
import { foreignText } from './misplaced.js'
import { keyOf, keyText } from '../yaml/key.js'
import type { YamlNode } from '../yaml/nodes.js'
import { withNumbers } from '../yaml/decode.js'
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

/** The positions of the members and items of a document, without the rest of its text. */
type Outline = {
  /** Returns the position of the member or item at a field path, or of the nearest parent. */
  readonly at: (field: string) => LineColumn
}

// The cells of each member and item, in the order of the text: its line, its column, and the index after its last
// descendant, which is negative for a list.
const [LINE, COLUMN, AFTER, CELLS] = [0, 1, 2, 3]

type Flat = {
  readonly cells: readonly number[]
  /** The name of each: its key, or undefined for an item and for a key that is not a scalar. */
  readonly names: readonly (string | undefined)[]
  /** The target of each alias. */
  readonly targets: ReadonlyMap<number, number> | undefined
}

/** Makes the outline of a document; yields after `most` nodes, so that other work gets its turn. */
function* drawOutline(root: YamlNode, placeOf: (at: number) => LineColumn, most = Infinity): Generator<void, Outline> {
  const cells: number[] = []
  const names: (string | undefined)[] = []
  const known = new Map<YamlNode, number>()
  let targets: Map<number, number> | undefined
  // The open nodes and how far each is processed: a stack instead of recursion, so that nesting may be deep.
  const open: { readonly index: number; readonly node: YamlNode; next: number }[] = []
  const enter = (node: YamlNode, at: number, name: string | undefined) => {
    const index = names.push(name) - 1
    const { line, column } = placeOf(at)
    cells.push(line, column, index + 1)
    if (node.type === 'alias') (targets ??= new Map()).set(index, known.get(node.target) ?? index)
    else if (node.type !== 'scalar') {
      known.set(node, index)
      open.push({ index, node, next: 0 })
    }
  }
  enter(root, root.at, undefined)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (names.length % most === 0) yield
    const { node, index } = top
    const items = node.type === 'mapping' || node.type === 'sequence' ? node.items : []
    const [item, value] = [items[top.next], items[top.next + 1]]
    if (!item) {
      cells[index * CELLS + AFTER] = node.type === 'sequence' ? -names.length : names.length
      open.pop()
    } else if (node.type === 'sequence') {
      top.next++
      enter(item, item.at, undefined)
    } else {
      top.next += 2
      if (value) enter(value, item.at, nameOf(item))
    }
  }
  // Copies have no spare capacity.
  return outlineOf({ cells: cells.slice(), names: names.slice(), targets })
}

const nameOf = (key: YamlNode): string | undefined =>
  key.type === 'scalar' ? (keyText(keyOf(scalarOf(key))) ?? '') : undefined

function outlineOf(flat: Flat): Outline {
  const { cells, targets } = flat
  const cell = (index: number, which: number) => cells[index * CELLS + which] ?? 0
  let itemsOf: ((index: number) => readonly number[]) | undefined
  return {
    at(field) {
      let index = 0
      for (let rest = field; rest !== '';) {
        const inside = targets?.get(index) ?? index
        const isList = cell(inside, AFTER) < 0
        const step = isList ? stepAlong((itemsOf ??= createItems(flat))(inside), rest) : stepInto(flat, inside, rest)
        if (!step) break
        index = step.index
        rest = rest.slice(step.length).replace(/^\./, '')
      }
      return { line: cell(index, LINE), column: cell(index, COLUMN) }
    },
  }
}

type Step = { readonly index: number; readonly length: number }

function* within({ cells }: Flat, index: number): Generator<number> {
  const after = (which: number) => Math.abs(cells[which * CELLS + AFTER] ?? 0)
  for (let each = index + 1; each < after(index); each = after(each)) yield each
}

/**
 * Finds the member at the start of a path: `name.…`, `name[…`, or `[name]…`. Keys may contain dots, so the longest
 * match wins.
 */
function stepInto(flat: Flat, index: number, path: string): Step | undefined {
  let best: Step | undefined
  for (const each of within(flat, index)) {
    const name = flat.names[each]
    if (name === undefined) continue
    const length = path.startsWith(`[${name}]`)
      ? name.length + 2
      : path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
        ? name.length
        : 0
    if (length > (best?.length ?? 0)) best = { index: each, length }
  }
  return best
}

/** Returns the items of a list, cached: faults may be reported for every item of a long one. */
function createItems(flat: Flat): (index: number) => readonly number[] {
  const known = new Map<number, readonly number[]>()
  return (index) => {
    const items = known.get(index) ?? [...within(flat, index)]
    known.set(index, items)
    return items
  }
}

function stepAlong(items: readonly number[], path: string): Step | undefined {
  const [found, place] = /^\[(\d+)\]/.exec(path) ?? []
  const index = items[Number(place)]
  return found === undefined || index === undefined ? undefined : { index, length: found.length }
}
