import { getOwn, isObject, type JsonObject, setOwn, sortBytes } from '../base/json.js'

/**
 * Applies a merge patch (RFC 7386). Untouched parts of the document are shared with the result. As in the server's
 * library, nulls inside new values are dropped, also in objects within lists; a list that replaces an object stays as
 * written; and every object that the patch opens gets its members in byte order.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const names = Object.keys(document)
  for (const name of Object.keys(patch)) if (!Object.hasOwn(document, name)) names.push(name)
  const next: Record<string, unknown> = {}
  for (const name of sortBytes(names)) {
    const value = getOwn(patch, name)
    const current = getOwn(document, name)
    if (value !== null) setOwn(next, name, value === undefined ? current : mergeValue(current, value))
  }
  return next
}

function mergeValue(current: unknown, patch: unknown): unknown {
  if (!isObject(current)) return withoutNulls(patch)
  return isObject(patch) ? applyMergePatch(current, patch) : patch
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return isObject(value) ? applyMergePatch({}, value) : value
}
