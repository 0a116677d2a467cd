import type { ManagedFieldsEntry } from '../../schema/metadata.js'
import { isObject, jsonEqual } from '../../base/json/json.js'

/** The owner of a field, as in `managedFields`. */
export type FieldOwner = {
  readonly manager: string
  readonly operation: string
  readonly subresource: string
  readonly time: string
}

/** A tree of fields with their owners, in the shape of the object. */
export type OwnedNode = { readonly owners: readonly FieldOwner[]; readonly below: ReadonlyMap<string, OwnedNode> }

type Growing = { owners: FieldOwner[]; below: Map<string, Growing> }

/** Merges all entries of `managedFields` into one tree. */
export function ownedPaths(entries: readonly ManagedFieldsEntry[] | undefined): OwnedNode {
  const root: Growing = { owners: [], below: new Map() }
  for (const { manager = '', operation = '', subresource = '', time, fieldsV1 } of entries ?? [])
    if (isObject(fieldsV1)) grow(root, fieldsV1, { manager, operation, subresource, time: String(time ?? '') })
  return root
}

function grow(node: Growing, fields: { readonly [element: string]: unknown }, owner: FieldOwner): void {
  for (const [element, below] of Object.entries(fields)) {
    if (element === '.') {
      node.owners.push(owner)
      continue
    }
    const next: Growing = node.below.get(element) ?? { owners: [], below: new Map() }
    node.below.set(element, next)
    if (isObject(below) && Object.keys(below).length > 0) grow(next, below, owner)
    else next.owners.push(owner)
  }
}

/** Returns the node of a field of an object. */
export const memberNode = (node: OwnedNode | undefined, name: string): OwnedNode | undefined =>
  node?.below.get(`f:${name}`)

/** Returns the node of a list item: by its keys, its value or its index. */
export function itemNode(node: OwnedNode | undefined, item: unknown, index: number): OwnedNode | undefined {
  if (!node) return undefined
  for (const [element, below] of node.below) {
    if (element === `i:${index}`) return below
    if (element.startsWith('v:') && jsonEqual(parse(element.slice(2)), item)) return below
    if (element.startsWith('k:') && isObject(item) && hasKeys(item, parse(element.slice(2)))) return below
  }
  return undefined
}

const parsed = new Map<string, unknown>()

function parse(text: string): unknown {
  if (!parsed.has(text)) parsed.set(text, JSON.parse(text))
  return parsed.get(text)
}

const hasKeys = (item: { readonly [key: string]: unknown }, keys: unknown): boolean =>
  isObject(keys) && Object.entries(keys).every(([key, value]) => item[key] === value)
