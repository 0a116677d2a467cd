import { withOwnersOfView } from '../../../model/apply/view-owners.js'
import { isSubresourceName } from '../../../model/registry/subresource-name.js'
import { subresourceOf } from '../../../model/registry/subresource-of.js'
import { sentView } from '../../../rest/write/view.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { beforeMade, withMade } from './made.js'
import { type ReviewedRequest, reviewedRequest } from './request.js'

/** Returns a write as webhooks and policies see it that may change it. */
export function mutableRequest(
  attributes: AdmissionAttributes,
  context: Pick<AdmissionContext, 'def' | 'registry'>,
): ReviewedRequest {
  const seen = isNew(attributes) ? beforeMade(attributes, context.registry) : attributes
  const request = reviewedRequest(attributes, context, seen, true)
  const sent = sentView(attributes.object)
  return sent ? { ...request, object: sent } : request
}

/** Returns the object to be stored, given what they have made of what they see of it. */
export function writtenBack(
  attributes: AdmissionAttributes,
  { object, def, subresource }: ReviewedRequest,
): KubeObject {
  if (!object) return attributes.object
  if (isNew(attributes)) return withMade(object, attributes)
  const { view } = subresourceOf(def, isSubresourceName(subresource) ? subresource : 'main')
  return view ? withOwnersOfView(view, attributes.object, object) : object
}

const isNew = ({ operation }: AdmissionAttributes): boolean => operation === 'create'
