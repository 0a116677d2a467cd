import { compareBytes, type JsonObject, setOwn } from '../base/json.js'

/**
 * Returns the object with its members in byte order. The server's JSON and merge patches print every object they opened so,
 * and leave the others as they were; an error that shows the patched document shows this.
 */
export function sortMembers(object: JsonObject): JsonObject {
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort(compareBytes)) setOwn(sorted, key, object[key])
  return sorted
}
