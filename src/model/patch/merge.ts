import { keepNote } from '../../base/json/as-given.js'
import { append } from '../../base/lists/lists.js'
import { getOwn, isObject, type JsonObject, setOwn, sortBytes } from '../../base/json/json.js'
import { memberNames } from '../../base/json/member-names.js'
import { inParts, isInTurns, progressOf } from '../../base/turns/work-in-parts.js'
import { sortNamesInParts } from '../../base/turns/sort-in-parts.js'

/**
 * Applies a merge patch (RFC 7386). Untouched parts of the document are shared with the result. As in the server's
 * library, nulls inside new values are dropped, also in objects within lists; a list that replaces an object stays as
 * written; and every object that the patch opens gets its members in byte order.
 */
export function applyMergePatch(document: JsonObject, patch: JsonObject): JsonObject {
  if (isInTurns()) return mergeInParts(document, patch)
  const next = begun(patch)
  const names = sortBytes(namesOfBoth(document, patch))
  for (let i = 0; i < names.length; i++) mergeMember(next, names[i] ?? '', document, patch)
  return next
}

function mergeInParts(document: JsonObject, patch: JsonObject): JsonObject {
  const both = progressOf(patch, namesOfBoth, () => namesOfBoth(document, patch))
  const names = sortNamesInParts(patch, mergeMember, both)
  return inParts(
    patch,
    applyMergePatch,
    names.length,
    () => begun(patch),
    (next, i) => mergeMember(next, names[i] ?? '', document, patch),
  )
}

function begun(patch: JsonObject): Record<string, unknown> {
  const next = {}
  keepNote(patch, next)
  return next
}

function namesOfBoth(document: JsonObject, patch: JsonObject): string[] {
  const names = [...memberNames(document)]
  const added = memberNames(patch)
  for (let i = 0; i < added.length; i++) if (!Object.hasOwn(document, added[i] ?? '')) names.push(added[i] ?? '')
  return names
}

/** Sets a member of either of the two, unless the patch removes it. */
function mergeMember(next: Record<string, unknown>, name: string, document: JsonObject, patch: JsonObject): void {
  if (!Object.hasOwn(patch, name)) return setOwn(next, name, document[name])
  const value = patch[name]
  if (value === null) return
  const current = getOwn(document, name)
  setOwn(next, name, value === undefined ? current : mergeValue(current, value))
}

function mergeValue(current: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object') return patch
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
