import { getPath, isObject, type JsonObject } from '../../../base/json/json.js'

/**
 * Removes owner references to objects that were not imported: the garbage collector would consider these owners
 * deleted, and delete their dependents.
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

/** Returns the UID of an object. */
export const uidOf = (object: JsonObject): unknown => getPath(object, ['metadata', 'uid'])
