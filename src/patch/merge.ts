import { getOwn, isObject, type JsonObject, setOwn } from '../base/json.js'
import { sortMembers } from './sort-members.js'

/**
 * Applies a merge patch (RFC 7386). Parts of the document the patch does not reach are shared with the result. As in the server's
 * library, nulls inside new values are dropped, also in objects within lists, while a list that replaces an object stays as written.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const next: Record<string, unknown> = { ...document }
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    if (value === null) delete next[key]
    else setOwn(next, key, mergeValue(getOwn(document, key), value))
  }
  return sortMembers(next)
}

function mergeValue(current: unknown, patch: unknown): unknown {
  if (!isObject(current)) return withoutNulls(patch)
  return isObject(patch) ? applyMergePatch(current, patch) : patch
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return isObject(value) ? applyMergePatch({}, value) : value
}
