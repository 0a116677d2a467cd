import { isObject } from '../base/json.js'
import type { Schema } from '../schema/types.js'
import { type Fields, LEAF, filledNode, nodeOf } from './fields.js'
import { isField, itemsByElement, memberSchema, topologyOf } from './topology.js'

/** The set of fields an applied configuration states (structured-merge-diff, TypedValue.ToFieldSet). */
export function fieldsOf(value: unknown, schema: Schema | undefined): Fields {
  return nodeFor(value, schema).children
}

type Node = { readonly leaf: boolean; readonly children: Fields }

const WHOLE: Node = { leaf: true, children: {} }

function nodeFor(value: unknown, schema: Schema | undefined): Node {
  if (!schema) return WHOLE
  const topology = topologyOf(schema, value)
  if (topology === 'members') return { leaf: false, children: isObject(value) ? membersOf(value, schema) : {} }
  if (topology === 'items') return { leaf: false, children: Array.isArray(value) ? itemsOf(value, schema) : {} }
  return WHOLE
}

function membersOf(value: Readonly<Record<string, unknown>>, schema: Schema): Fields {
  const out: Record<string, Fields> = {}
  for (const [name, member] of Object.entries(value)) {
    const { leaf, children } = nodeFor(member, memberSchema(schema, name))
    const stated =
      leaf || member === null || (isObject(member) && Object.keys(member).length === 0) || !isField(schema, name)
    const node = nodeOf(stated, children)
    if (node) out[`f:${name}`] = node
  }
  return out
}

function itemsOf(list: readonly unknown[], schema: Schema): Fields {
  const out: Record<string, Fields> = {}
  for (const [element, items] of itemsByElement(schema, list))
    out[element] = items.length > 1 ? LEAF : filledNode(true, nodeFor(items[0], schema.items).children)
  return out
}
