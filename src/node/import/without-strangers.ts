import { getPath, isObject, type JsonObject } from '../../base/json.js'

/**
 * Objects without the references to owners that are not among them: the garbage collector would take such an owner for
 * gone, and what it owned with it.
 */
export function withoutStrangers(objects: readonly JsonObject[], known: ReadonlySet<unknown>): readonly JsonObject[] {
  return objects.map((object) => {
    const { metadata } = object
    const owners = isObject(metadata) ? metadata['ownerReferences'] : undefined
    if (!isObject(metadata) || !Array.isArray(owners)) return object
    const left = owners.filter((owner) => known.has(getPath(owner, ['uid'])))
    if (left.length === owners.length) return object
    const { ownerReferences: _, ...rest } = metadata
    return { ...object, metadata: left.length === 0 ? rest : { ...rest, ownerReferences: left } }
  })
}

/** The uid of an object, by which others refer to it. */
export const uidOf = (object: JsonObject): unknown => getPath(object, ['metadata', 'uid'])
