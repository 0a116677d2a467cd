import type { KindDef, OtherVersion } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { type Comparison, compare, without } from './compare.js'
import type { Fields } from './fields.js'
import type { Owner } from './managers.js'
import { schemaOfForm } from './prune-forms.js'
import { typedProblem } from './typed.js'

/**
 * Returns why an object (without managedFields) cannot be converted to another version of its kind, in which the owners
 * of that version track their fields; undefined if it can, which includes its own version and kinds with a single
 * version.
 */
export function versionProblem(
  { apiVersion, storage: { conversion } }: KindDef,
  version: string,
  object: KubeObject,
): string | undefined {
  if (!conversion?.schemaOf || version === apiVersion) return undefined
  const schema = conversion.schemaOf(version)
  return schema
    ? typedProblem({ ...object, apiVersion: version }, schema)
    : `request to convert CR to an invalid group/version: ${version}`
}

/** Returns the first problem of converting an object to the versions of these owners. */
export function firstProblem(def: KindDef, owners: readonly Owner[], object: KubeObject): string | undefined {
  for (const { apiVersion } of owners) {
    const problem = versionProblem(def, apiVersion, object)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * Returns the differences between two objects as seen by an owner: `own` for the kind's own version; for another
 * version, a comparison by that version's schema, with nothing left out. For a version with its own struct, both
 * objects are converted to that first, and the fields that the subresource never owns are left out too. `objects`
 * (without managedFields) is only called when an owner needs it.
 */
export function comparisons(
  { apiVersion, storage: { conversion, otherVersion } }: KindDef,
  own: Comparison,
  unowned: Fields,
  objects: () => readonly [before: KubeObject, after: KubeObject],
): (owner: Owner) => Comparison {
  if (!conversion?.schemaOf && !otherVersion) return () => own
  const known = new Map<string, Comparison>([[apiVersion, own]])
  return ({ apiVersion: version }) => {
    let found = known.get(version)
    if (!found) {
      const schema = conversion?.schemaOf?.(version)
      if (otherVersion?.apiVersion === version) found = without(compareForms(otherVersion, objects()), unowned)
      else found = schema ? compare(...objects(), schema) : own
      known.set(version, found)
    }
    return found
  }
}

function compareForms(
  other: OtherVersion,
  [before, after]: readonly [before: KubeObject, after: KubeObject],
): Comparison {
  return compare(other.form(before), other.form(after), schemaOfForm(other))
}
