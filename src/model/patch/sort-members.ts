import type { JsonTree } from '../../base/json/json-tree.js'
import { compareBytes, type JsonObject, setOwn } from '../../base/json/json.js'

/**
 * Returns the object with its members in byte order. The server's JSON and merge patches re-encode the objects they
 * opened in this order and leave the others unchanged, which is visible in errors that print the patched document.
 */
export function sortMembers(object: JsonObject): JsonObject {
  const sorted: Record<string, unknown> = {}
  for (const key of Object.keys(object).sort(compareBytes)) setOwn(sorted, key, object[key])
  return sorted
}

/** The same for a parsed object and the objects directly nested in its members. */
export function sortTree(tree: JsonTree): JsonTree {
  if (tree.type !== 'object') return tree
  const members = tree.members.map(({ name, value }) => ({ name, value: sortTree(value) }))
  return { type: 'object', members: members.sort((a, b) => compareBytes(a.name, b.name)) }
}
