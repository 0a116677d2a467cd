import { goMap, goType } from '../../base/go/printable.js'
import { getOwn, type JsonObject } from '../../base/json/json.js'
import { plainError, rejectedRequest } from '../../base/errors/status.js'

/** Makes the plain 500 for an unknown `$patch` directive. */
export function unknownDirective(object: JsonObject): Error {
  return plainError(`unknown patch type: ${goMap(object['$patch'], asText)} in map: ${goMap(object)}`)
}

/** Prints a scalar like Go's `%s`: a non-string with its type. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? goType(value) : `%!s(${goType(value)}=${goMap(value)})`
}

/** Returns the value if it has the Go type of `example`; otherwise throws a plain 500. */
export function expectType<T>(value: unknown, example: T): T {
  if (goType(value) !== goType(example))
    throw plainError(`expected a ${goType(example)}, but received a ${goType(value)}`)
  return value as T // of the same JSON shape, as just checked
}

/** Returns the type of all items of both lists; throws if they differ. */
export function itemType(current: readonly unknown[], patch: readonly unknown[]): string {
  const types = [...current, ...patch].map(goType)
  const [first] = types
  if (first === undefined) throw plainError('no elements in any of the given slices')
  if (first === '[]interface {}') throw rejectedRequest()
  if (types.some((type) => type !== first))
    throw plainError(`list element types are not identical: ${goMap([current, patch])}`)
  return first
}

/** Returns what identifies an item: the value of its merge key, or the item itself if there is no merge key. */
export function itemKey(item: unknown, mergeKey: string): unknown {
  if (mergeKey === '') return item
  const object = expectType<JsonObject>(item, {})
  if (!Object.hasOwn(object, mergeKey))
    throw plainError(`map: ${goMap(object)} does not contain declared merge key: ${mergeKey}`)
  return getOwn(object, mergeKey)
}
