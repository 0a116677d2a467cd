import { addUnder } from '../../base/lists/lists.js'
import { deepFreeze } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { noteNames } from '../../base/json/member-names.js'
import { inParts, isInTurns, namesInParts } from '../../base/turns/work-in-parts.js'
import { sortInParts } from '../../base/turns/sort-in-parts.js'
import { compareElements, elementOrder } from './path-element.js'

/**
 * A set of field paths in wire format (FieldsV1): each member is a {@link PathElement}; an empty
 * object is a path in the set; `.` next to other members says that the parent path is in the set too.
 */
export type Fields = { readonly [element: string]: Fields }

/** The node of a path that is in the set and has no paths below. */
export const LEAF: Fields = Object.freeze({})

/** Tells whether the path of the node itself is in the set. */
export function isOwned(node: Fields): boolean {
  for (const _ in node) return '.' in node
  return true
}

/** Makes a node from its parts; undefined if it would be empty. */
export function nodeOf(owned: boolean, children: Fields | undefined): Fields | undefined {
  if (!children || isEmptySet(children)) return owned ? LEAF : undefined
  return owned ? { '.': LEAF, ...children } : children
}

/**
 * Makes a node from its parts, which must not be empty.
 *
 * @throws Error if they are: a bug of ours
 */
export const filledNode = (owned: boolean, children: Fields): Fields =>
  mustHave(nodeOf(owned, children), 'what is in a node')

/**
 * Returns the node of an element that is in the set.
 *
 * @throws Error if it is not: a bug of ours
 */
export const nodeAt = (set: Fields, element: string): Fields => mustHave(set[element], 'the node of an element')

/** Tells whether a whole set (not a node) is empty. */
export function isEmptySet(set: Fields): boolean {
  for (const _ in set) return false
  return true
}

/** Returns the paths below a node, as a set. */
export function childrenOf(node: Fields): Fields {
  if (!('.' in node)) return node
  const { '.': _, ...children } = node
  return children
}

/** Returns the union of two sets. */
export function union(a: Fields, b: Fields): Fields {
  if (a === b || isEmptySet(b)) return a
  if (isEmptySet(a)) return b
  const out: Record<string, Fields> = { ...a }
  for (const element in b) {
    const other = nodeAt(b, element)
    const mine = out[element]
    out[element] = mine === undefined ? other : nodeOfBoth(mine, other)
  }
  return out
}

/** Returns the union of many sets: one by one, each would copy all before it. */
export function unionOf(sets: readonly Fields[]): Fields {
  const nodes = new Map<string, Fields[]>()
  for (const set of sets) for (const element in set) addUnder(nodes, element, nodeAt(set, element))
  const out: Record<string, Fields> = {}
  for (const [element, all] of nodes) out[element] = all.length > 1 ? nodeOfAll(all) : (all[0] ?? LEAF)
  return out
}

function nodeOfAll(nodes: readonly Fields[]): Fields {
  const below = unionOf(nodes)
  if (isEmptySet(below)) return LEAF
  return '.' in below || !nodes.some(isEmptySet) ? below : { '.': LEAF, ...below }
}

/** Returns the union of two nodes. */
export function nodeOfBoth(mine: Fields, other: Fields): Fields {
  if (isEmptySet(mine)) return isOwned(other) ? other : { '.': LEAF, ...other }
  if (isEmptySet(other)) return isOwned(mine) ? mine : { '.': LEAF, ...mine }
  return union(mine, other)
}

/**
 * Returns the paths of `a` that are not in `b`; paths below those of `b` stay. Returns `a` itself if nothing is
 * removed.
 */
export const difference = (a: Fields, b: Fields): Fields => subtract(a, b, false)

/** Returns the paths of `a` that are neither in `b` nor below a path of `b`; `a` itself if nothing is removed. */
export const differenceBelow = (a: Fields, b: Fields): Fields => subtract(a, b, true)

function subtract(a: Fields, b: Fields, andBelow: boolean): Fields {
  if (!meets(a, b)) return a
  const out: Record<string, Fields> = {}
  let loses = false
  for (const element in a) {
    const other = b[element]
    const mine = nodeAt(a, element)
    let node: Fields | undefined = mine
    if (other && isOwned(other) && andBelow) node = undefined
    else if (other) {
      const children = childrenOf(mine)
      const left = subtract(children, childrenOf(other), andBelow)
      const keeps = isOwned(mine) && !isOwned(other)
      if (left !== children || keeps !== isOwned(mine)) node = nodeOf(keeps, left)
    }
    if (node !== mine) loses = true
    if (node) out[element] = node
  }
  return loses ? out : a
}

/** Returns the intersection of two sets. */
export function intersection(a: Fields, b: Fields): Fields {
  const out: Record<string, Fields> = {}
  for (const element in a) {
    const other = b[element]
    if (other === undefined) continue
    const mine = nodeAt(a, element)
    const node = nodeOf(isOwned(mine) && isOwned(other), intersection(childrenOf(mine), childrenOf(other)))
    if (node) out[element] = node
  }
  return out
}

function meets(a: Fields, b: Fields): boolean {
  for (const element in b) if (element in a) return true
  return false
}

/** Tells whether every path of `b` is in `a`. */
export function includes(a: Fields, b: Fields): boolean {
  for (const element in b) {
    const mine = a[element]
    const other = nodeAt(b, element)
    if (mine === other) continue
    if (mine === undefined || (isOwned(other) && !isOwned(mine)) || !includes(mine, childrenOf(other))) return false
  }
  return true
}

// Sets are immutable, and each write of an object meets the sets of the previous write again.
const sorted = new WeakSet<Fields>([LEAF])

/** Tells whether a set is a result of {@link sortFields}. */
export const isSorted = (set: object): boolean => sorted.has(set as Fields) // any object can be looked up

/** Returns the set with its elements in wire order. */
export function sortFields(set: Fields): Fields {
  if (sorted.has(set)) return set
  const result = inOrder(set)
  sorted.add(result)
  return result
}

function inOrder(set: Fields): Fields {
  if (sorted.has(set)) return set
  if (isInTurns() && namesInParts(set).length > LONG) return inOrderByParts(set, namesInParts(set))
  const elements = Object.keys(set)
  if (elements.length === 0) return LEAF
  // sort() is the most expensive part, and most sets are small and already sorted.
  let isSorted = areInOrder(elements)
  if (!isSorted) elements.sort(compareElements)
  const out: Record<string, Fields> = {}
  for (const element of elements) {
    const child = nodeAt(set, element)
    const ordered = inOrder(child)
    isSorted &&= ordered === child
    out[element] = ordered
  }
  return isSorted ? set : out
}

function areInOrder(elements: readonly string[]): boolean {
  let before: string | undefined
  for (const element of elements) {
    if (before !== undefined && compareElements(before, element) > 0) return false
    before = element
  }
  return true
}

// Sets with more elements are sorted over several event-loop turns.
const LONG = 1000

type Ordered = { readonly out: Record<string, Fields>; isSorted: boolean }

function inOrderByParts(set: Fields, names: readonly string[]): Fields {
  const elements = sortInParts(set, sortFields, names, elementOrder(names))
  const begin = (): Ordered => ({ out: {}, isSorted: true })
  const { out, isSorted } = inParts(set, inOrder, elements.length, begin, (state, i) => {
    const element = elements[i] ?? ''
    const child = nodeAt(set, element)
    const ordered = inOrder(child)
    state.isSorted &&= ordered === child && element === names[i]
    state.out[element] = deepFreeze(ordered)
  })
  if (isSorted) return set
  noteNames(out, elements)
  return out
}

/** Returns the set of dotted field paths (`metadata.name`). */
export function fieldsOfPaths(paths: readonly string[]): Fields {
  return paths.reduce<Fields>(
    (set, path) =>
      union(
        set,
        path.split('.').reduceRight<Fields>((inner, name) => ({ [`f:${name}`]: inner }), LEAF),
      ),
    {},
  )
}

/** Tells whether a value counts as empty for field ownership. */
export function isVoid(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}
