import { type Steps, Done } from '../../base/turns/steps.js'
import type { KindDef, OtherVersion } from '../registry/kind-def.js'
import type { KubernetesVersion } from '../registry/kubernetes-version.js'
import { rootSchema } from '../registry/root-schema.js'
import type { InVersion } from '../registry/storage-conversion.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import { subresourceOf } from '../registry/subresource-of.js'
import { componentOf, membersOf, requiredOf } from '../registry/struct-schema.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import { type Comparison, compare, without } from './compare.js'
import type { Fields } from './fields.js'
import type { Owner } from './managers.js'
import { typedProblem } from './typed.js'

/** Returns an object in a version in which owners track its fields; a text tells why it cannot be converted to it. */
export type Forms = (version: string) => KubeObject | string

/** A kind; `inVersion` asks the webhook that converts between its versions, if one does. */
export type Versioned = { readonly def: KindDef; readonly inVersion?: InVersion | undefined }

/** Returns an object (without managedFields) in the versions of its owners. */
export const formsOf = (write: Versioned, owners: readonly Owner[], object: KubeObject): Steps<Forms> =>
  write.inVersion
    ? askedForms(write.def, write.inVersion, owners, object)
    : new Done(formsAtOnce(write.def, () => object))

/** Returns an object in the versions of its kind, if no webhook converts it. */
export const formsAtOnce =
  (def: KindDef, object: () => KubeObject): Forms =>
  (version) =>
    otherVersion(def, version)?.form(object()) ?? { ...object(), apiVersion: version }

/** Returns a version of a kind, if it has other members there. */
export const otherVersion = ({ storage }: KindDef, version: string): OtherVersion | undefined =>
  storage.otherVersions.find(({ apiVersion }) => apiVersion === version)

function* askedForms(def: KindDef, inVersion: InVersion, owners: readonly Owner[], object: KubeObject): Steps<Forms> {
  const forms = new Map<string, KubeObject>([[def.apiVersion, object]])
  for (const { apiVersion } of owners) {
    if (forms.has(apiVersion)) continue
    const form = schemaIn(def, apiVersion) ? yield* inVersion(object, apiVersion) : unknownVersion(apiVersion)
    if (typeof form === 'string') return () => form // whoever asks stops at the first that cannot be converted
    forms.set(apiVersion, form)
  }
  return (version) => forms.get(version) ?? unknownVersion(version)
}

/** Tells that a kind has no such version. */
export const unknownVersion = (version: string) => `request to convert CR to an invalid group/version: ${version}`

/** Returns the schema of a version in which owners may have written; undefined for one that is not served any more. */
export function schemaIn(def: KindDef, version: string): Schema | undefined {
  const { group, schema, serverVersion, storage } = def
  if (version === def.apiVersion || storage.equalVersions.some((each) => `${group}/${each}` === version)) return schema
  const other = otherVersion(def, version)
  return other ? schemaOfForm(other, serverVersion) : storage.conversion?.schemaOf?.(version)
}

/** The schema of objects in another version with its own struct. */
const schemaOfForm = ({ struct }: OtherVersion, version: KubernetesVersion): Schema =>
  rootSchema(
    { component: componentOf(struct), required: requiredOf(struct, version) },
    membersOf(struct, undefined, version),
  )

/**
 * Returns why an object cannot be read in another version of its kind, in which the owners of that version track their
 * fields; undefined if it can, which includes its own version and kinds with a single version.
 */
function versionProblem(
  { apiVersion, serverVersion, storage: { conversion } }: KindDef,
  version: string,
  forms: Forms,
): string | undefined {
  if (!conversion?.schemaOf || version === apiVersion) return undefined
  const schema = conversion.schemaOf(version)
  if (!schema) return unknownVersion(version)
  const form = forms(version)
  return typeof form === 'string' ? form : typedProblem(form, schema, serverVersion)
}

/** Returns the first problem of reading an object in the versions of these owners. */
export function firstProblem(def: KindDef, owners: readonly Owner[], forms: Forms): string | undefined {
  for (const { apiVersion } of owners) {
    const problem = versionProblem(def, apiVersion, forms)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * Returns the differences between two objects as seen by an owner: `own` for the kind's own version; for another, a
 * comparison of both in that version, by its schema, without what the subresource never owns if that holds for all
 * versions.
 */
export function comparisons(
  { def, subresource }: { readonly def: KindDef; readonly subresource: SubresourceName },
  own: Comparison,
  unowned: Fields,
  { before, after }: { readonly before: Forms; readonly after: Forms },
): (owner: Owner) => Comparison {
  const { conversion, otherVersions } = def.storage
  const hasOthers = otherVersions.length > 0
  if (!conversion?.schemaOf && !hasOthers) return () => own
  const isForAll = hasOthers || subresourceOf(def, subresource).isUnownedInAll === true
  const known = new Map<string, Comparison>([[def.apiVersion, own]])
  return ({ apiVersion: version }) => {
    let found = known.get(version)
    if (!found) {
      const schema = schemaIn(def, version)
      const seen = schema ? compare(before(version), after(version), schema) : own
      known.set(version, (found = isForAll ? without(seen, unowned) : seen))
    }
    return found
  }
}
