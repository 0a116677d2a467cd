import { hasEmptied, isEmptied } from '../../base/json/as-given.js'
import { getPath, jsonEqual } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import { semanticEqual } from '../../schema/semantic-equal.js'
import type { Schema } from '../../schema/types.js'
import type { KindDef } from './kind-def.js'

const SPEC = ['spec']

/** Tells whether a change increments the generation of the object. */
export function countsChange(
  { metadata: { generation, countsEmpty }, schema, structural, storage: { conversion } }: KindDef,
  next: KubeObject,
  old: KubeObject,
): boolean {
  const counted = generation === true ? SPEC : generation || []
  // Another version may hold a part of the spec elsewhere.
  const form = (object: KubeObject) => conversion?.toStored(object) ?? object
  const [nextForm, oldForm] = counted.length > 0 ? [form(next), form(old)] : [next, old]
  return counted.some((dotted) => {
    const path = dotted.split('.')
    const [value, before] = [getPath(nextForm, path), getPath(oldForm, path)]
    if (countsEmpty) return !jsonEqual(value, before) || hasEmptied(value) || isEmptied(next, dotted)
    // Of custom resources, whose schemas may have any format, the server knows no quantities.
    return !semanticEqual(structural ? undefined : schemaAt(schema, path), value, before)
  })
}

const schemaAt = (schema: Schema, path: readonly string[]): Schema | undefined =>
  path.reduce<Schema | undefined>((at, member) => at?.properties?.[member], schema)
