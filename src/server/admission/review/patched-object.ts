import { isObject } from '../../../base/json/json.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import { readAs } from '../../../model/registry/read.js'
import type { Registry } from '../../../model/registry/registry.js'
import { typeProblem } from '../../../model/registry/type-meta.js'
import { otherVersion } from '../../../rest/write/body.js'
import { DecodeError, type Decoded } from '../../../schema/decode.js'
import type { KubeObject } from '../../../schema/object.js'
import { readStructural } from '../../../schema/structural.js'

/**
 * Reads what a JSON patch has made of an object in admission, as one of its kind. A custom resource keeps the fields
 * that its schema does not know until it is stored.
 *
 * @throws DecodeError
 */
export function readPatched(def: KindDef, value: unknown, registry: Registry): Decoded<KubeObject> {
  const problem = typeProblem(value)
  if (problem !== undefined) throw new DecodeError(problem)
  const { kind, apiVersion } = { kind: def.kind, apiVersion: def.apiVersion, ...stated(value) }
  if (!def.structural) otherVersion(value, { kind, apiVersion }, def, registry)
  const { object, faults } = def.structural
    ? readStructural<KubeObject>(def.structural, value, undefined, undefined, true)
    : readAs(def, value)
  return { object: { ...object, kind, apiVersion, ...withoutNoOwners(object) }, faults }
}

/** Leaves out an empty list of owners; options of a connection have no metadata. */
function withoutNoOwners(object: Partial<KubeObject>): Partial<KubeObject> {
  const { managedFields, ...metadata } = object.metadata ?? {}
  return managedFields?.length === 0 ? { metadata } : {}
}

function stated(value: unknown): { readonly kind?: string; readonly apiVersion?: string } {
  if (!isObject(value)) return {}
  const { kind, apiVersion } = value
  return {
    ...(typeof kind === 'string' && kind ? { kind } : {}),
    ...(typeof apiVersion === 'string' && apiVersion ? { apiVersion } : {}),
  }
}
