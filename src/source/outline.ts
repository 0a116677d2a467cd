import { keyOf, keyText } from '../yaml/key.js'
import type { YamlNode } from '../yaml/nodes.js'
import { scalarOf } from '../yaml/scalar.js'
import type { LineColumn } from './lines.js'

/** Where the members and items of a document are written, and nothing else of its text. */
export type Outline = {
  /** The place of the member or item a field path leads to, as far as it leads. */
  readonly at: (field: string) => LineColumn
}

// Of each member and item, in the order of the text: its line, its column, and which one comes after all that is in it.
// That of a list is negative.
const [LINE, COLUMN, AFTER, CELLS] = [0, 1, 2, 3]

type Flat = {
  readonly cells: readonly number[]
  /** What each is called: a key, or nothing for an item and for a key that is none. */
  readonly names: readonly (string | undefined)[]
  /** What aliases stand for. */
  readonly targets: ReadonlyMap<number, number> | undefined
}

/** Draws the outline of a document; after so many places it yields, so that others may have their turn. */
export function* drawOutline(
  root: YamlNode,
  placeOf: (at: number) => LineColumn,
  most = Infinity,
): Generator<void, Outline> {
  const cells: number[] = []
  const names: (string | undefined)[] = []
  const known = new Map<YamlNode, number>()
  let targets: Map<number, number> | undefined
  // What is open, and how far it is: no call within a call, however deep a text is.
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
  // Copies have room for no more.
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
 * The member at the start of a path: `name.…`, `name[…`, or `[name]…`; keys may hold dots, so the longest that fits
 * wins.
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

/** Lists the items of lists, each list once: faults may be told of every item of a long one. */
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
