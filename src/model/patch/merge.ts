import { keepNote } from '../../base/json/as-given.js'
import { append } from '../../base/lists/lists.js'
import { getOwn, isObject, type JsonObject, setOwn } from '../../base/json/json.js'
import { memberNames } from '../../base/json/member-names.js'
import { areParted, inParts, progressOf } from '../../base/turns/work-in-parts.js'
import { sortNamesInParts } from '../../base/turns/sort-in-parts.js'

/**
 * Applies a merge patch (RFC 7386). Untouched parts of the document are shared with the result. As in the server's
 * library, nulls inside new values are dropped, also in objects within lists; a list that replaces an object stays as
 * written; and every object that the patch opens gets its members in byte order.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  const names = sortNamesInParts(
    patch,
    mergeMember,
    progressOf(patch, namesOfBoth, () => namesOfBoth(document, patch)),
  )
  const begin = (): Record<string, unknown> => {
    const next = {}
    keepNote(patch, next)
    return next
  }
  if (areParted(names.length))
    return inParts(patch, applyMergePatch, names.length, begin, (next, i) =>
      mergeMember(next, names[i] ?? '', document, patch),
    )
  const next = begin()
  for (const name of names) mergeMember(next, name, document, patch)
  return next
}

function namesOfBoth(document: JsonObject, patch: JsonObject): readonly string[] {
  const names = [...memberNames(document)]
  for (const name of memberNames(patch)) if (!Object.hasOwn(document, name)) names.push(name)
  return names
}

function mergeMember(next: Record<string, unknown>, name: string, document: JsonObject, patch: JsonObject): void {
  const value = getOwn(patch, name)
  const current = getOwn(document, name)
  if (value !== null) setOwn(next, name, value === undefined ? current : mergeValue(current, value))
}

function mergeValue(current: unknown, patch: unknown): unknown {
  if (!isObject(current)) return withoutNulls(patch)
  return isObject(patch) ? applyMergePatch(current, patch) : patch
}

function withoutNulls(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? applyMergePatch({}, value) : value
  const begin = (): unknown[] => []
  const items = inParts(value, withoutNulls, Math.ceil(value.length / BATCH), begin, (items, i) =>
    append(items, value.slice(i * BATCH, (i + 1) * BATCH).map(withoutNulls)),
  )
  keepNote(value, items)
  return items
}

// Number of items of a list that count as one part.
const BATCH = 8
