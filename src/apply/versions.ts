import type { KindDef } from '../registry/kind-def.js'
import type { OtherVersion } from '../registry/kind-parts.js'
import { rootSchema } from '../registry/root-schema.js'
import { componentOf, membersOf, requiredOf } from '../registry/struct-schema.js'
import type { KubeObject } from '../schema/object.js'
import { type Comparison, compare, without } from './compare.js'
import type { Fields } from './fields.js'
import type { Owner } from './managers.js'
import { typedProblem } from './typed.js'

/**
 * What keeps an object (without its managedFields) from being looked at through another version of its kind, in whose
 * words the owners of that version own fields; undefined where nothing does. An object is in one version anyway, and a
 * kind of one version has no other.
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

/** The first problem there is when an object is looked at through the versions of these owners. */
export function firstProblem(def: KindDef, owners: readonly Owner[], object: KubeObject): string | undefined {
  for (const { apiVersion } of owners) {
    const problem = versionProblem(def, apiVersion, object)
    if (problem !== undefined) return problem
  }
  return undefined
}

/**
 * What differs between two objects as an owner sees it: one of another version by that one's schema, where nothing is
 * left out; `own` is what the kind's own version sees. A version with members of its own is shown the object in them,
 * where what the subresource gives nobody is left out too. The objects (without their managedFields) are asked for
 * where there is such an owner.
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
  { struct, form }: OtherVersion,
  [before, after]: readonly [before: KubeObject, after: KubeObject],
): Comparison {
  const schema = rootSchema({ component: componentOf(struct), required: requiredOf(struct) }, membersOf(struct))
  return compare(form(before), form(after), schema)
}
