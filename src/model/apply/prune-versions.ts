import { plainError } from '../../base/errors/status.js'
import type { InTurns, Steps } from '../../base/turns/steps.js'
import { decode } from '../../schema/decode.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { KindDef } from '../registry/kind-def.js'
import { fieldsOf } from './extract.js'
import { type Fields, difference, intersection, isEmptySet, union, unionOf } from './fields.js'
import type { Owner } from './managers.js'
import { removeFields, withStructs } from './remove.js'
import { typedProblem } from './typed.js'
import { type Versioned, formsAtOnce, otherVersion, schemaIn, unknownVersion } from './versions.js'

/** An object in a version, and the schema of that version. */
type Form = { readonly version: string; readonly schema: Schema; readonly object: KubeObject }

/**
 * Removes the fields that the manager applied last time and that no manager states or owns now, where owners have
 * written in several versions (structured-merge-diff's Updater.prune). The object is converted to each of them and
 * back, so that whatever a conversion fills in stays.
 *
 * @throws StatusError 500 if it cannot be converted to one of them
 */
export function* pruneVersions(
  write: Versioned,
  together: KubeObject,
  last: Owner,
  owners: readonly Owner[],
  inTurns: InTurns,
): Steps<KubeObject> {
  const { apiVersion, schema } = write.def
  const converted = (form: Form, to: string, failing: string) => convertedTo(write, form, to, failing, inTurns)
  const merged = yield* converted(
    { version: apiVersion, schema, object: together },
    last.apiVersion,
    'failed to convert merged object to last applied version: ',
  )
  // What was applied in a version that is not served any more stays.
  if (!merged) return together
  const mine = withStructs(last.fields, merged.schema)
  let whole = merged
  let left = yield* inTurns(() => without(merged, mine))
  for (const version of new Set([last.apiVersion, ...owners.map((owner) => owner.apiVersion)])) {
    const managed = unionOf(owners.filter((owner) => owner.apiVersion === version).map(({ fields }) => fields))
    if (isEmptySet(managed)) continue
    const failing = (what: string) =>
      `failed add back owned items: failed to convert ${what} object at version ${version}: `
    const next = yield* converted(whole, version, failing('merged'))
    const rest = yield* converted(left, version, failing('pruned'))
    if (!next || !rest) continue
    whole = next
    left = yield* inTurns(() => {
      const kept = union(setOf(rest), withStructs(managed, next.schema))
      return without(next, difference(setOf(next), kept))
    })
  }
  const rest = yield* converted(
    left,
    last.apiVersion,
    'failed add back dangling items: failed to convert pruned object to last applied version: ',
  )
  if (!rest) return together
  const pruned = yield* inTurns(() => without(merged, intersection(difference(setOf(merged), setOf(rest)), mine)))
  return ((yield* converted(pruned, apiVersion, '')) ?? merged).object
}

const setOf = ({ object, schema }: Form): Fields => withStructs(fieldsOf(object, schema), schema)

const without = (form: Form, fields: Fields): Form => ({
  ...form,
  object: removeFields(form.object, fields, form.schema) as KubeObject, // without some fields
})

/**
 * Returns an object in a version; undefined for a version with a struct that is not there any more.
 *
 * @throws StatusError 500 if it cannot be converted to it
 */
function* convertedTo(
  { def, inVersion }: Versioned,
  form: Form,
  to: string,
  failing: string,
  inTurns: InTurns,
): Steps<Form | undefined> {
  if (form.version === to) return form
  const schema = schemaIn(def, to)
  if (!def.structural) return schema && { version: to, schema, object: decodedIn(def, form, to, schema) }
  const failed = (problem: string) => plainError(`failed to prune fields: ${failing}${problem}`)
  if (!schema) throw failed(unknownVersion(to))
  const object = inVersion ? yield* inVersion(form.object, to) : { ...form.object, apiVersion: to }
  if (typeof object === 'string') throw failed(object)
  const problem = yield* inTurns(() => typedProblem(object, schema, def.serverVersion))
  if (problem !== undefined) throw failed(problem)
  return { version: to, schema, object }
}

/** Returns an object in another version with a struct, which fills in what it always writes. */
function decodedIn(def: KindDef, { schema, object, version }: Form, to: string, next: Schema): KubeObject {
  const given = decode<KubeObject>(schema, object).object
  const own = otherVersion(def, version)?.back(given) ?? given
  return decode<KubeObject>(next, formsAtOnce(def, () => own)(to)).object
}
