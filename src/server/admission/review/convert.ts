import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'
import { kindAt } from './equivalents.js'
import type { Match } from './match.js'
import type { ReviewedRequest } from './request.js'

/**
 * Converts an object of one kind to an equivalent one, through the form in which both are stored.
 *
 * @throws StatusError for what cannot be converted
 */
function convertedTo(from: KindDef, to: KindDef, object: KubeObject): KubeObject {
  if (from === to) return object
  const stored = from.storage.conversion ? from.storage.conversion.toStored(object) : object
  const { conversion } = to.storage
  return conversion ? conversion.fromStored(stored) : { ...stored, apiVersion: to.apiVersion, kind: to.kind }
}

/** Returns an object of a request in the version that is matched, and back. */
export const versionsOf = ({ def, subresource }: ReviewedRequest, { kind }: Match) => {
  const given = kindAt(def, subresource) ?? def
  return {
    given,
    seen: (object: KubeObject | null): KubeObject | null => object && convertedTo(given, kind, object),
    back: (object: KubeObject): KubeObject => convertedTo(kind, given, object),
  }
}
