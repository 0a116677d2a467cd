import { hasMany } from '../../base/json/member-names.js'
import { hasEmptied } from '../../base/json/as-given.js'
import { type JsonObject, getOwn, isObject, jsonEqual } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { areParted, inParts, isInTurns, namesInParts, progressOf } from '../../base/turns/work-in-parts.js'
import type { Schema } from '../../schema/types.js'
import { type Fields, LEAF, differenceBelow, isEmptySet, isVoid, nodeOf, sortFields } from './fields.js'
import { rememberedShape } from './shape.js'
import { type PathElement, fieldElement } from './path-element.js'
import { elementOf, itemsByElement, memberSchema, topologyOf } from './topology.js'

/** The differences between two objects, as sets of fields. */
export type Comparison = { readonly added: Fields; readonly modified: Fields; readonly removed: Fields }

/** Compares two objects by their schema (structured-merge-diff, TypedValue.Compare). Identical parts cost nothing. */
export function compare(before: unknown, after: unknown, schema: Schema): Comparison {
  const { added, modified, removed } = visit(before, after, schema)
  return { added: added ?? LEAF, modified: modified ?? LEAF, removed: removed ?? LEAF }
}

/** Returns a comparison without the paths of a set and those below them. */
export function without(comparison: Comparison, ignored: Fields): Comparison {
  if (isEmptySet(ignored)) return comparison
  const { added, modified, removed } = comparison
  return {
    added: differenceBelow(added, ignored),
    modified: differenceBelow(modified, ignored),
    removed: differenceBelow(removed, ignored),
  }
}

type Nodes = { readonly [part in keyof Comparison]: Fields | undefined }

// Most fields are leaves, with one of these four results.
const SAME: Nodes = { added: undefined, modified: undefined, removed: undefined }
const ADDED: Nodes = { added: LEAF, modified: undefined, removed: undefined }
const MODIFIED: Nodes = { added: undefined, modified: LEAF, removed: undefined }
const REMOVED: Nodes = { added: undefined, modified: undefined, removed: LEAF }

function visit(before: unknown, after: unknown, schema: Schema | undefined): Nodes {
  if (before === after) return SAME
  if (!schema) return visitLeaf(before, after)
  const topology = topologyOf(schema, before, after)
  if (topology === 'leaf') return visitLeaf(before, after)
  return isLong(before, after)
    ? rememberedNodes(before, after, schema, () => visitParts(topology, before, after, schema))
    : visitParts(topology, before, after, schema)
}

function visitParts(topology: 'members' | 'items', before: unknown, after: unknown, schema: Schema): Nodes {
  const found = foundIn(before, after, schema)
  if (topology === 'members') visitMembers(before, after, schema, found)
  else visitItems(before, after, schema, found)
  // Only reached for a value without parts: checking a large one for emptiness would cost as much as going through it.
  if (found.isEmpty && isVoid(before) && isVoid(after)) return visitLeaf(before, after, jsonEqual)
  const { added = found.isNew ? LEAF : undefined, modified, removed = found.isGone ? LEAF : undefined } = found
  // A value without a declared schema that is a map on one side only is replaced as a whole, whatever it contains.
  const turned = schema.deduced === 'all' && isSet(before) && isSet(after) && isObject(before) !== isObject(after)
  return { added, modified: turned ? nodeOf(true, modified) : modified, removed }
}

/** Returns the findings for two values; for long ones, those of earlier turns included. */
function foundIn(before: unknown, after: unknown, schema: Schema): Found {
  // With all members from the start: V8 gives those that are added in another order another hidden class.
  const begin = (): Found => ({
    isNew: before === undefined,
    isGone: after === undefined,
    isEmpty: true,
    added: undefined,
    modified: undefined,
    removed: undefined,
  })
  if (!isInTurns()) return begin()
  const value = hasParts(after) ? after : hasParts(before) ? before : undefined
  if (!value) return begin()
  const beside = progressOf(value, schema, () => new Map<unknown, Found>())
  const other = value === after ? before : after
  const known = beside.get(other) ?? begin()
  beside.set(other, known)
  return known
}

/** Tells whether a value is processed over several event-loop turns. */
function hasParts(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return areParted(Array.isArray(value) ? value.length : namesInParts(value).length)
}

const nodesOf = new WeakMap<object, { readonly before: unknown; readonly schema: Schema; readonly nodes: Nodes }>()

/** Tells whether a list or map is new and large enough for caching its comparison. */
const isLong = (before: unknown, after: unknown): after is object =>
  typeof after === 'object' && after !== null && (before === undefined || before === null) && hasMany(after)

/** Returns the cached comparison of a new value, if it was compared before; otherwise computes it. */
function rememberedNodes(before: unknown, after: object, schema: Schema, find: () => Nodes): Nodes {
  const known = nodesOf.get(after)
  if (known?.schema === schema && known.before === before) return known.nodes
  const { added, modified, removed } = find()
  const nodes = { added: added && sortFields(added), modified, removed }
  nodesOf.set(after, { before, schema, nodes })
  return nodes
}

function visitLeaf(before: unknown, after: unknown, isEqual = isSame): Nodes {
  if (before === undefined) return ADDED
  if (after === undefined) return REMOVED
  return isEqual(before, after) ? SAME : MODIFIED
}

/**
 * Tells whether a value is unchanged. Lists in an atomic one are compared by Go's reflection, to which an empty list is
 * not the same as none (structured-merge-diff: listReflect.EqualsUsing).
 */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || (jsonEqual(before, after) && !(hasEmptied(after) && hasEmptiedInList(after)))

const hasEmptiedInList = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(hasEmptied) : isObject(value) && Object.values(value).some(hasEmptiedInList)

const isSet = (value: unknown) => value !== undefined && value !== null

function visitMembers(before: unknown, after: unknown, schema: Schema, found: Found): void {
  const old = isObject(before) ? before : {}
  const next = isObject(after) ? after : {}
  if (isInTurns() && (hasParts(old) || hasParts(next))) return visitInTurns(old, next, schema, found)
  let common = 0
  for (const name in old) {
    found.isEmpty = false
    const isKept = Object.hasOwn(next, name)
    if (isKept) common++
    // Most members stay unchanged.
    if (!isKept || next[name] !== old[name]) visitMember(old, next, name, schema, found)
  }
  if (common === Object.keys(next).length) return
  for (const name in next) if (!Object.hasOwn(old, name)) visitMember(old, next, name, schema, found)
}

function visitInTurns(old: JsonObject, next: JsonObject, schema: Schema, found: Found): void {
  const see = (name: string) => visitMember(old, next, name, schema, found)
  goThrough(found, 'before', namesInParts(old), see)
  goThrough(found, 'after', namesInParts(next), (name) => Object.hasOwn(old, name) || see(name))
}

function visitMember(old: JsonObject, next: JsonObject, name: string, schema: Schema, found: Found): void {
  found.isEmpty = false
  const nodes = visit(getOwn(old, name), getOwn(next, name), memberSchema(schema, name))
  if (nodes !== SAME) collect(found, fieldElement(name), nodes)
}

function visitItems(before: unknown, after: unknown, schema: Schema, found: Found): void {
  if (!isInTurns() && visitPairs(before, after, schema, found)) return
  const old = itemsByElement(schema, Array.isArray(before) ? before : [])
  const next = itemsByElement(schema, Array.isArray(after) ? after : [])
  found.isEmpty = old.size === 0 && next.size === 0
  goThrough(found, 'before', [...old.keys()], (element) => {
    const nodes = visitSame(old.get(element) ?? [], next.get(element) ?? [], schema.items)
    if (nodes !== SAME) collect(found, element, nodes)
  })
  goThrough(found, 'after', [...next.keys()], (element) => {
    if (!old.has(element)) collect(found, element, visitNew(next.get(element) ?? [], schema.items))
  })
}

/** Compares two lists with the same distinct elements in the same order, as most are; returns whether they are. */
function visitPairs(before: unknown, after: unknown, schema: Schema, found: Found): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false
  const elements = new Set<PathElement>()
  for (let i = 0; i < before.length; i++) {
    const element = elementOf(schema, before[i])
    if (before[i] !== after[i] && elementOf(schema, after[i]) !== element) return false
    elements.add(element)
  }
  if (elements.size < before.length) return false
  found.isEmpty = elements.size === 0
  let i = 0
  for (const element of elements) {
    if (!jsonEqual(before[i], after[i])) collect(found, element, visit(before[i], after[i], schema.items))
    i++
  }
  return true
}

function goThrough<T>(found: Found, side: 'before' | 'after', all: readonly T[], look: (one: T) => void): void {
  if (areParted(all.length))
    inParts(
      found,
      side,
      all.length,
      () => all,
      (each, i) => look(mustHave(each[i], 'a part')),
    )
  else for (const one of all) look(one)
}

// The items of long lists have few distinct shapes, whose field sets can be shared.
function visitNew(items: readonly unknown[], schema: Schema | undefined): Nodes {
  const [item] = items
  if (items.length !== 1 || !schema || !isObject(item)) return visitSame([], items, schema)
  const make = () => sortFields(visit(undefined, item, schema).added ?? LEAF)
  return { added: rememberedShape(schema, undefined, item, schema, make), modified: undefined, removed: undefined }
}

// Items that share a key cannot be told apart, so that key is owned as a whole.
function visitSame(old: readonly unknown[], next: readonly unknown[], schema: Schema | undefined): Nodes {
  // Most items of a list stay unchanged.
  if (!isInTurns() && old.length === next.length && isSame(old, next)) return SAME
  if (old.length <= 1 && next.length <= 1) return visit(old[0], next[0], schema)
  if (old.length > 1 && next.length > 1) return isSame(old, next) ? SAME : MODIFIED
  if (old.length > 1) {
    const item = next.length > 0 ? visit(undefined, next[0], schema) : SAME
    return { added: item.added, modified: item.modified, removed: LEAF }
  }
  const item = old.length > 0 ? visit(old[0], undefined, schema) : SAME
  return { added: LEAF, modified: item.modified, removed: item.removed }
}

/** The findings for a value so far. A value that is added or removed is itself in the set, ahead of its parts. */
type Found = {
  readonly isNew: boolean
  readonly isGone: boolean
  isEmpty: boolean
  added: Record<string, Fields> | undefined
  modified: Record<string, Fields> | undefined
  removed: Record<string, Fields> | undefined
}

function collect(found: Found, element: string, { added, modified, removed }: Nodes): void {
  if (added) (found.added ??= found.isNew ? { '.': LEAF } : {})[element] = added
  if (modified) (found.modified ??= {})[element] = modified
  if (removed) (found.removed ??= found.isGone ? { '.': LEAF } : {})[element] = removed
}
