import { type JsonObject, isObject, compareBytes, setOwn } from '../../base/json/json.js'
import { badRequest } from '../../base/errors/status.js'
import type { JsonTree } from '../../base/json/json-tree.js'

/** A parsed patch body, or the parser's error. */
export type PatchBody = { readonly value: unknown } | { readonly error: string }

const MAP = 'map[string]interface {}'

/**
 * Decodes a merge patch; throws a 400 if that fails. With `ignore` (as for a JSON patch) a list is accepted too, and
 * replaces the document.
 */
export function decodeMergePatch(body: PatchBody, ignore: boolean): JsonObject | readonly unknown[] {
  if ('value' in body && (isObject(body.value) || (ignore && Array.isArray(body.value)))) return body.value
  if (ignore || ('value' in body && body.value === null)) throw badRequest('Invalid JSON Patch')
  throw badRequest(`error decoding patch: ${'error' in body ? body.error : mismatch(body.value, MAP)}`)
}

/** Returns the message of Go's decoder for a value of the wrong type. */
export const mismatch = (value: unknown, type: string): string =>
  `json: cannot unmarshal ${typeWord(value)} into Go value of type ${type}`

/** Returns what Go calls the type of a JSON value. */
export function typeWord(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

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
