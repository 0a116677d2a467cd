import { editScript, type Compare, type Edit } from './edit-script.js'
import { MISSING, elementsOf, entriesOf, equalWhole, membersOf } from './values.js'
import type { GoType, Holding } from './types.js'

/** Two values of a type, and how their parts differ. */
export type Node = {
  readonly type: GoType
  readonly x: unknown
  readonly y: unknown
  /** The number of equal leaves, and of different ones. */
  readonly same: number
  readonly different: number
  /** The number of nodes below, and their depth. */
  readonly children: number
  readonly depth: number
  /** Fields, elements or entries, each with its name if it has one. */
  readonly records?: readonly Part[]
  /** The target of a pointer. */
  readonly pointed?: Node
}

/** A part of a value. */
export type Part = { readonly key: string; readonly node: Node }

/** Compares two values, part by part. */
export function compareValues(type: GoType, x: unknown, y: unknown): Node {
  const leaf = (isSame: boolean): Node => ({ type, x, y, ...leafCounts(isSame) })
  if (x === MISSING || y === MISSING) return leaf(false)
  if (type.whole) return leaf(equalWhole(type, x, y))
  if (type.kind === 'struct') return compareMembers(type, x, y)
  if (!('of' in type)) return leaf((x ?? ZERO[type.kind]) === (y ?? ZERO[type.kind]))
  if (isNil(x) || isNil(y)) return leaf(isNil(x) && isNil(y))
  if (type.kind === 'slice') return compareElements(type, elementsOf(x), elementsOf(y))
  if (type.kind === 'map') return compareEntries(type, x, y)
  const pointed = compareValues(type.of(), x, y)
  return { type, x, y, ...counts([pointed]), pointed }
}

/**
 * Tells whether {@link compareValues} would find no difference. Stops at the first one: in long lists, nearly all pairs
 * of elements differ.
 */
function isSame(type: GoType, x: unknown, y: unknown): boolean {
  if (x === y) return x !== MISSING
  if (x === MISSING || y === MISSING) return false
  if (type.whole) return equalWhole(type, x, y)
  if (type.kind === 'struct') {
    const next = membersOf(type, y)
    return membersOf(type, x).every(({ type: of, value }, i) => isSame(of, value, next[i]?.value))
  }
  if (!('of' in type)) return (x ?? ZERO[type.kind]) === (y ?? ZERO[type.kind])
  if (isNil(x) || isNil(y)) return isNil(x) && isNil(y)
  const of = type.of()
  if (type.kind === 'pointer') return isSame(of, x, y)
  if (type.kind === 'map') return areSameEntries(of, entriesOf(x), entriesOf(y))
  const next = elementsOf(y)
  const elements = elementsOf(x)
  return elements.length === next.length && elements.every((element, i) => isSame(of, element, next[i]))
}

const areSameEntries = (of: GoType, x: ReadonlyMap<string, unknown>, y: ReadonlyMap<string, unknown>) =>
  x.size === y.size && [...x].every(([key, value]) => y.has(key) && isSame(of, value, y.get(key)))

const isNil = (value: unknown) => value === undefined || value === null

/** The zero values of scalars. */
export const ZERO = { bool: false, int: 0, string: '' }

const leafCounts = (isSame: boolean) => ({ same: isSame ? 1 : 0, different: isSame ? 0 : 1, children: 0, depth: 0 })

function compareMembers(type: GoType, x: unknown, y: unknown): Node {
  const next = membersOf(type, y)
  const records = membersOf(type, x).map(({ name: key, type: of, value }, i) => ({
    key,
    node: compareValues(of, value, next[i]?.value),
  }))
  return { type, x, y, ...countsOf(records), records }
}

function compareElements(type: Holding, x: readonly unknown[], y: readonly unknown[]): Node {
  const compared = new Map<string, Node>()
  const at = (ix: number, iy: number): Node => {
    const known = compared.get(`${ix} ${iy}`)
    if (known) return known
    const node = compareValues(type.of(), ix < 0 ? MISSING : x[ix], iy < 0 ? MISSING : y[iy])
    compared.set(`${ix} ${iy}`, node)
    return node
  }
  let ix = 0
  let iy = 0
  const part = (edit: Edit): Part => ({ key: '', node: at(edit === 'y' ? -1 : ix++, edit === 'x' ? -1 : iy++) })
  const compare: Compare = { isSame: (i, j) => isSame(type.of(), x[i], y[j]), likeness: at }
  const records = editScript(x.length, y.length, compare).map(part)
  return { type, x, y, ...countsOf(records), records }
}

function compareEntries(type: Holding, x: unknown, y: unknown): Node {
  const old = entriesOf(x)
  const next = entriesOf(y)
  const valueOf = (map: ReadonlyMap<string, unknown>, key: string) => (map.has(key) ? map.get(key) : MISSING)
  const records = [...new Set([...old.keys(), ...next.keys()])]
    .sort()
    .map((key) => ({ key, node: compareValues(type.of(), valueOf(old, key), valueOf(next, key)) }))
  return { type, x, y, ...countsOf(records), records }
}

const countsOf = (records: readonly Part[]) => counts(records.map(({ node }) => node))

const counts = (nodes: readonly Node[]) => ({
  same: nodes.reduce((sum, { same }) => sum + same, 0),
  different: nodes.reduce((sum, { different }) => sum + different, 0),
  children: nodes.reduce((sum, { children }) => sum + children + 1, 0),
  depth: nodes.reduce((most, { depth }) => Math.max(most, depth + 1), 0),
})
