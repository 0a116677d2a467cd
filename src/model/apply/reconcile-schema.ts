import type { KindDef } from '../registry/kind-def.js'
import type { Schema } from '../../schema/types.js'
import { type Fields, LEAF, isEmptySet, nodeAt } from './fields.js'
import type { Owner } from './managers.js'
import type { PathElement } from './path-element.js'
import { memberSchema, topologyOf } from './topology.js'
import { schemaIn } from './versions.js'

/**
 * Returns the owners by the schema of today: who owned parts of what is owned as a whole since, owns all of it
 * (structured-merge-diff: ReconcileFieldSetWithSchema). What is owned in parts since is not split: nobody knows who set
 * which.
 */
export function reconciled(def: KindDef, owners: readonly Owner[]): readonly Owner[] {
  let changed: Owner[] | undefined
  for (let i = 0; i < owners.length; i++) {
    const owner = owners[i] as Owner // there is one at each index
    const schema = schemaIn(def, owner.apiVersion)
    if (!schema || known.get(owner.fields) === schema) continue
    const fields = inSchema(owner.fields, schema)
    known.set(fields, schema)
    if (fields !== owner.fields) (changed ??= [...owners])[i] = { ...owner, fields }
  }
  return changed ?? owners
}

// Sets are immutable, and each write of an object meets the sets of the write before it again.
const known = new WeakMap<Fields, Schema>()

function inSchema(set: Fields, schema: Schema): Fields {
  let changed: Record<PathElement, Fields> | undefined
  for (const element in set) {
    const node = nodeAt(set, element)
    if (isEmptySet(node)) continue
    const inner = partSchema(schema, element)
    // A value without a declared schema is owned by its shape.
    if (!inner || (inner.deduced && !inner.properties)) continue
    const next = isWhole(inner) ? LEAF : inSchema(node, inner)
    if (next !== node) (changed ??= { ...set })[element] = next
  }
  return changed ?? set
}

function partSchema(schema: Schema, element: PathElement): Schema | undefined {
  if (schema.type === 'array') return schema.items
  return element.startsWith('f:') ? memberSchema(schema, element.slice(2)) : schema.additionalProperties
}

const isWhole = (schema: Schema): boolean =>
  (schema.type === 'array' || schema.type === 'object') && topologyOf(schema) === 'leaf'
