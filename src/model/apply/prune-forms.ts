import type { KindDef, OtherVersion } from '../registry/kind-def.js'
import { rootSchema } from '../registry/root-schema.js'
import { componentOf, membersOf, requiredOf } from '../registry/struct-schema.js'
import { decode } from '../../schema/decode.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import { fieldsOf } from './extract.js'
import { type Fields, difference, intersection, isEmptySet, union, unionOf } from './fields.js'
import type { Owner } from './managers.js'
import { removeFields, withStructs } from './remove.js'

/** The schema of objects in another version with its own struct. */
export const schemaOfForm = ({ struct }: Pick<OtherVersion, 'struct'>): Schema =>
  rootSchema({ component: componentOf(struct), required: requiredOf(struct) }, membersOf(struct))

/** An object in a version, and the schema of that version. */
type Form = { readonly version: string; readonly schema: Schema; readonly object: KubeObject }

/**
 * Removes the fields that the manager applied last time and that no manager states or owns now, for a kind with two
 * structs (structured-merge-diff's Updater.prune). Each conversion fills in what the struct always writes, so that a
 * removed field that is required is added back if there are owners in the other version too.
 */
export function pruneForms(
  { apiVersion: own, schema: ownSchema }: KindDef,
  other: OtherVersion,
  together: KubeObject,
  last: Owner,
  owners: readonly Owner[],
): KubeObject {
  const otherSchema = schemaOfForm(other)
  const converted = ({ version, schema, object }: Form, to: string): Form => {
    if (version === to) return { version, schema, object }
    const next = to === own ? ownSchema : otherSchema
    const given = decode<KubeObject>(schema, object).object
    const { object: made } = decode<KubeObject>(next, to === own ? other.back(given) : other.form(given))
    return { version: to, schema: next, object: made }
  }
  const setOf = ({ object, schema }: Form) => withStructs(fieldsOf(object, schema), schema)
  const without = (form: Form, fields: Fields): Form => ({
    ...form,
    object: removeFields(form.object, fields, form.schema) as KubeObject, // without some fields
  })
  const merged = converted({ version: own, schema: ownSchema, object: together }, last.apiVersion)
  const mine = withStructs(last.fields, merged.schema)
  let left = without(merged, mine)
  for (const version of new Set([last.apiVersion, own, other.apiVersion])) {
    const managed = unionOf(owners.filter(({ apiVersion }) => apiVersion === version).map(({ fields }) => fields))
    if (isEmptySet(managed)) continue
    const whole = converted(merged, version)
    const kept = union(setOf(converted(left, version)), withStructs(managed, whole.schema))
    left = without(whole, difference(setOf(whole), kept))
  }
  const gone = intersection(difference(setOf(merged), setOf(converted(left, last.apiVersion))), mine)
  return converted(without(merged, gone), own).object
}
