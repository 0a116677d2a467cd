import type { JsonTree } from '../base/json-tree.js'
import { compareBytes, type JsonObject, setOwn } from '../base/json.js'

/**
 * Returns the object with its members in byte order. The server's JSON and merge patches print every object they opened
 * so, and leave the others as they were; an error that shows the patched document shows this.
 */
export function sortMembers(object: JsonObject): JsonObject {
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort(compareBytes)) setOwn(sorted, key, object[key])
  return sorted
}

/** The same for an object as it was written, and for the objects that are members of members. */
export function sortTree(tree: JsonTree): JsonTree {
  if (tree.type !== 'object') return tree
  const members = tree.members.map(({ name, value }) => ({ name, value: sortTree(value) }))
  return { type: 'object', members: members.sort((a, b) => compareBytes(a.name, b.name)) }
}
