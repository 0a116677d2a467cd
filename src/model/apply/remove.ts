import { isObject, setOwn } from '../../base/json/json.js'
import type { Schema } from '../../schema/types.js'
import { type Fields, childrenOf, isEmptySet, filledNode, isOwned, nodeAt } from './fields.js'
import { elementOf, isField, memberSchema, topologyOf } from './topology.js'

/**
 * Removes the paths of a set from an object; a part that becomes empty is replaced by null (structured-merge-diff,
 * RemoveItems).
 */
export function removeFields(value: unknown, paths: Fields, schema: Schema | undefined): unknown {
  if (!schema || isEmptySet(paths)) return value
  const topology = topologyOf(schema, value)
  if (topology === 'members' && isObject(value)) return removeMembers(value, paths, schema)
  if (topology === 'items' && Array.isArray(value)) return removeItems(value, paths, schema)
  return value
}

function removeMembers(value: Readonly<Record<string, unknown>>, paths: Fields, schema: Schema): unknown {
  const out: Record<string, unknown> = {}
  let left = 0
  for (const [name, member] of Object.entries(value)) {
    const node = paths[`f:${name}`]
    if (node && isOwned(node)) continue
    setOwn(out, name, node ? (removeFields(member, node, memberSchema(schema, name)) ?? null) : member)
    left++
  }
  return left > 0 ? out : undefined
}

function removeItems(list: readonly unknown[], paths: Fields, schema: Schema): unknown {
  const out: unknown[] = []
  for (const item of list) {
    const node = paths[elementOf(schema, item)]
    if (node && isOwned(node)) continue
    out.push(node ? (removeFields(item, childrenOf(node), schema.items) ?? null) : item)
  }
  return out.length > 0 ? out : undefined
}

/**
 * Adds the structs that contain the paths of a set, so that removing the last field of a struct removes the struct
 * (EnsureNamedFieldsAreMembers).
 */
export function withStructs(set: Fields, schema: Schema | undefined): Fields {
  const out: Record<string, Fields> = {}
  for (const element in set) {
    const node = nodeAt(set, element)
    const name = element.slice(2)
    const field = element.startsWith('f:')
    const inner = field ? schema && memberSchema(schema, name) : schema?.items
    const owned = isOwned(node) || (field && schema !== undefined && isField(schema, name))
    out[element] = filledNode(owned, withStructs(childrenOf(node), inner))
  }
  return out
}
