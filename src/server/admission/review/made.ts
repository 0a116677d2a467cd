import { withMembers } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Registry } from '../../../model/registry/registry.js'
import { unstoredMetadata } from '../../../model/registry/root-schema.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type ReviewedRequest, reviewedRequest } from './request.js'

/** What a write is about, as those see it who are asked before it is stored. */
type Seen = Pick<AdmissionAttributes, 'name' | 'object'>

/**
 * Returns a create as mutating webhooks see it: what the server makes (uid, time, a generated name) is made after them.
 * It makes nothing of what is posted to a subresource.
 */
export function beforeMade(attributes: AdmissionAttributes, { profile }: Registry): Seen {
  const { name, object, subresource } = attributes
  if (subresource !== '') return attributes
  const { name: given, uid: _, resourceVersion: __, creationTimestamp: ___, ...rest } = object.metadata
  const isGenerated = given !== name
  const metadata = isGenerated ? rest : { ...rest, name: given }
  return {
    name: isGenerated ? '' : name,
    object: withMembers(object, { metadata: { ...metadata, ...unstoredMetadata(profile.version) } }),
  }
}

/** Returns a write as those see it that validate: a new object with a generated name, but not yet at a revision. */
export function validatedRequest(
  attributes: AdmissionAttributes,
  context: Pick<AdmissionContext, 'def'>,
): ReviewedRequest {
  const { operation, subresource, object } = attributes
  if (operation !== 'create' || subresource !== '') return reviewedRequest(attributes, context)
  // What is undefined is absent in JSON and in CEL; to leave it out of a copy takes ten times as long.
  const resourceVersion = undefined as unknown as string // as said
  const metadata = { ...object.metadata, resourceVersion }
  return reviewedRequest(attributes, context, {
    name: metadata.name ?? '',
    object: withMembers(object, { metadata }),
  })
}

/** Returns an object that mutating webhooks have changed, with what the server makes of it: nothing of a review. */
export function withMade(
  changed: KubeObject,
  { name, object, subresource }: Pick<AdmissionAttributes, 'name' | 'object' | 'subresource'>,
): KubeObject {
  const isStored = object.metadata.uid !== undefined
  if (subresource !== '' || !isStored) return changed
  const { name: made, uid, resourceVersion, creationTimestamp } = object.metadata
  const { name: given, resourceVersion: stated, ...metadata } = changed.metadata
  return withMembers(changed, {
    metadata: {
      ...metadata,
      ...(given ? { name: given } : made === name ? {} : { name: made }),
      ...{ uid, resourceVersion: stated || resourceVersion, creationTimestamp },
    } as KubeObject['metadata'], // with the members of a stored one
  })
}
