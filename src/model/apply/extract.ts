import { isObject } from '../../base/json/json.js'
import { inMembers, inParts, placeOf } from '../../base/turns/work-in-parts.js'
import type { Schema } from '../../schema/types.js'
import { mustHave } from '../../base/must-have.js'
import { type Fields, LEAF, filledNode, nodeOf } from './fields.js'
import { isField, itemsByElement, memberSchema, topologyOf } from './topology.js'

/** Returns the set of fields that an applied configuration states (structured-merge-diff, TypedValue.ToFieldSet). */
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
  return inMembers(value, placeOf(membersOf, schema), emptySet, (out, name) => {
    const member = value[name]
    const { leaf, children } = nodeFor(member, memberSchema(schema, name))
    const stated =
      leaf || member === null || (isObject(member) && Object.keys(member).length === 0) || !isField(schema, name)
    const node = nodeOf(stated, children)
    if (node) out[`f:${name}`] = node
  })
}

function itemsOf(list: readonly unknown[], schema: Schema): Fields {
  const items = [...itemsByElement(schema, list)]
  return inParts(list, placeOf(itemsOf, schema), items.length, emptySet, (out, i) => {
    const [element, same] = mustHave(items[i], 'an item')
    out[element] = same.length > 1 ? LEAF : filledNode(true, nodeFor(same[0], schema.items).children)
  })
}

const emptySet = (): Record<string, Fields> => ({})
