import { StatusError } from '../../../base/errors/status.js'
import type { KindDef } from '../../../model/registry/kind-def.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionContext } from '../types.js'
import { kindAt } from './equivalents.js'
import type { Match } from './match.js'
import type { ReviewedRequest } from './request.js'

/** What calls the webhook of a conversion. */
export type Converting = Pick<AdmissionContext, 'callWebhook' | 'registry' | 'requestId'>

type Converted<T> = T | Promise<T>

/**
 * Converts an object of one kind to an equivalent one: by the webhook of its definition, if it has one, or else through
 * the form in which both are stored.
 *
 * @throws StatusError for what cannot be converted
 */
function convertedTo(from: KindDef, to: KindDef, object: KubeObject, converting: Converting): Converted<KubeObject> {
  if (isOf(to, from, object)) return object
  const { conversion } = from.storage
  if (conversion?.byWebhook) {
    const { callWebhook, registry } = converting
    const caller = { callWebhook, registry, env: converting }
    return conversion.byWebhook.inVersion(object, to.apiVersion, caller).then(orThrow)
  }
  // A custom resource keeps its fields, which its other version neither defaults nor prunes here.
  if (from.structural) return { ...object, apiVersion: to.apiVersion }
  const stored = conversion ? conversion.toStored(object) : object
  return to.storage.conversion
    ? to.storage.conversion.fromStored(stored)
    : { ...stored, apiVersion: to.apiVersion, kind: to.kind }
}

/** A patch may have changed the version that a custom resource states. */
const isOf = (to: KindDef, from: KindDef, object: KubeObject): boolean =>
  from.structural ? object.apiVersion === to.apiVersion : from === to

function orThrow(found: KubeObject | StatusError): KubeObject {
  if (found instanceof StatusError) throw found
  return found
}

const kindOf = ({ def, subresource }: ReviewedRequest): KindDef => kindAt(def, subresource) ?? def

/** Tells whether there is nothing to convert to the version that is matched. */
export function isInMatched(request: ReviewedRequest, { kind }: Match): boolean {
  const { object, oldObject } = request
  const own = kindOf(request)
  return (!object || isOf(kind, own, object)) && (!oldObject || isOf(kind, own, oldObject))
}

/** Converts an object of a request to the version that is matched. */
export const toMatched = (
  object: KubeObject | null,
  request: ReviewedRequest,
  { kind }: Match,
  converting: Converting,
): Converted<KubeObject | null> => object && convertedTo(kindOf(request), kind, object, converting)

/** Converts an object of the version that is matched back to that of the request. */
export const fromMatched = (
  object: KubeObject,
  request: ReviewedRequest,
  { kind }: Match,
  converting: Converting,
): Converted<KubeObject> => convertedTo(kind, kindOf(request), object, converting)
