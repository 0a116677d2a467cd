import { isObject, jsonEqual } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { type Fields, LEAF, differenceBelow, nodeOf } from './fields.js'
import { itemsByElement, memberSchema, topologyOf } from './topology.js'

/** What differs between two objects, as sets of fields. */
export type Comparison = { readonly added: Fields; readonly modified: Fields; readonly removed: Fields }

const NOTHING: Comparison = { added: {}, modified: {}, removed: {} }

/** Compares two objects of one schema (structured-merge-diff, TypedValue.Compare). Parts that are identical cost nothing. */
export function compare(before: unknown, after: unknown, schema: Schema): Comparison {
  const { added, modified, removed } = visit(before, after, schema)
  return { added: added ?? {}, modified: modified ?? {}, removed: removed ?? {} }
}

/** A comparison without what is at or below the paths of a set. */
export function without({ added, modified, removed }: Comparison, ignored: Fields): Comparison {
  return { added: differenceBelow(added, ignored), modified: differenceBelow(modified, ignored), removed: differenceBelow(removed, ignored) }
}

type Nodes = { readonly added?: Fields | undefined; readonly modified?: Fields | undefined; readonly removed?: Fields | undefined }

function visit(before: unknown, after: unknown, schema: Schema | undefined): Nodes {
  if (before === after) return NOTHING_NODES
  const topology = topologyOf(schema)
  if (topology === 'leaf' || (isVoid(before) && isVoid(after))) return visitLeaf(before, after)
  const parts = topology === 'members' ? visitMembers(before, after, schema!) : visitItems(before, after, schema!)
  return {
    added: nodeOf(before === undefined, parts.added),
    modified: nodeOf(false, parts.modified),
    removed: nodeOf(after === undefined, parts.removed),
  }
}

const NOTHING_NODES: Nodes = {}

function visitLeaf(before: unknown, after: unknown): Nodes {
  if (before === undefined) return { added: LEAF }
  if (after === undefined) return { removed: LEAF }
  return jsonEqual(before, after) ? NOTHING_NODES : { modified: LEAF }
}

function isVoid(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  for (const _ in value as object) return false
  return typeof value === 'object'
}

function visitMembers(before: unknown, after: unknown, schema: Schema): Comparison {
  const old = isObject(before) ? before : {}
  const next = isObject(after) ? after : {}
  let found: Found | undefined
  for (const name in old) found = collect(found, `f:${name}`, visit(old[name], Object.hasOwn(next, name) ? next[name] : undefined, memberSchema(schema, name)))
  for (const name in next) if (!Object.hasOwn(old, name)) found = collect(found, `f:${name}`, visit(undefined, next[name], memberSchema(schema, name)))
  return found ?? NOTHING
}

function visitItems(before: unknown, after: unknown, schema: Schema): Comparison {
  const old = itemsByElement(schema, Array.isArray(before) ? before : [])
  const next = itemsByElement(schema, Array.isArray(after) ? after : [])
  let found: Found | undefined
  for (const element of new Set([...old.keys(), ...next.keys()]))
    found = collect(found, element, visitSame(old.get(element) ?? [], next.get(element) ?? [], schema.items))
  return found ?? NOTHING
}

// Items that share a key cannot be told apart: the key is then owned as a whole.
function visitSame(old: readonly unknown[], next: readonly unknown[], schema: Schema | undefined): Nodes {
  if (old.length <= 1 && next.length <= 1) return visit(old[0], next[0], schema)
  if (old.length > 1 && next.length > 1) return jsonEqual(old, next) ? NOTHING_NODES : { modified: LEAF }
  if (old.length > 1) {
    const item: Nodes = next.length > 0 ? visit(undefined, next[0], schema) : {}
    return { added: item.added, modified: item.modified, removed: LEAF }
  }
  const item: Nodes = old.length > 0 ? visit(old[0], undefined, schema) : {}
  return { added: LEAF, modified: item.modified, removed: item.removed }
}

type Found = { readonly added: Record<string, Fields>; readonly modified: Record<string, Fields>; readonly removed: Record<string, Fields> }

function collect(found: Found | undefined, element: string, { added, modified, removed }: Nodes): Found | undefined {
  if (!added && !modified && !removed) return found
  const all = found ?? { added: {}, modified: {}, removed: {} }
  if (added) all.added[element] = added
  if (modified) all.modified[element] = modified
  if (removed) all.removed[element] = removed
  return all
}
