import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'

/**
 * Converts an object of one kind to an equivalent one, through the form in which both are stored.
 *
 * @throws StatusError for what cannot be converted
 */
export function convertedTo(from: KindDef, to: KindDef, object: KubeObject): KubeObject {
  if (from === to) return object
  const stored = from.storage.conversion ? from.storage.conversion.toStored(object) : object
  const { conversion } = to.storage
  return conversion ? conversion.fromStored(stored) : { ...stored, apiVersion: to.apiVersion, kind: to.kind }
}
