import { withMembers, withPath } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import type { AdmissionAttributes } from '../types.js'

/**
 * Returns a create as mutating webhooks see it: what the server makes (uid, time, a generated name) is made after them.
 * It makes nothing of what is posted to a subresource.
 */
export function beforeMade(attributes: AdmissionAttributes): AdmissionAttributes {
  const { name, object, subresource } = attributes
  if (subresource !== '') return attributes
  const { name: given, uid: _, resourceVersion: __, creationTimestamp: ___, ...rest } = object.metadata
  const isGenerated = given !== name
  const metadata = isGenerated ? rest : { ...rest, name: given }
  return {
    ...attributes,
    name: isGenerated ? '' : name,
    object: withPath(withMembers(object, { metadata }), ['metadata', 'creationTimestamp'], null),
  }
}

/** Returns a create as validating webhooks see it: with a generated name, but not yet at a revision. */
export function afterMade(attributes: AdmissionAttributes): AdmissionAttributes {
  const { resourceVersion: _, ...metadata } = attributes.object.metadata
  return { ...attributes, name: metadata.name ?? '', object: withMembers(attributes.object, { metadata }) }
}

/** Returns an object that mutating webhooks have changed, with what the server makes of it. */
export function withMade(
  changed: KubeObject,
  { name, object, subresource }: Pick<AdmissionAttributes, 'name' | 'object' | 'subresource'>,
): KubeObject {
  if (subresource !== '') return changed
  const { name: made, uid, resourceVersion, creationTimestamp } = object.metadata
  const { name: given, ...metadata } = changed.metadata
  return withMembers(changed, {
    metadata: {
      ...metadata,
      ...(given ? { name: given } : made === name ? {} : { name: made }),
      ...{ uid, resourceVersion, creationTimestamp },
    } as KubeObject['metadata'], // with the members of a stored one
  })
}
