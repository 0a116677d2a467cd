import { isObject, jsonEqual, stringifyJson, escapePointer } from '../../base/json/json.js'

/** One operation of a JSON Patch (RFC 6902). */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/**
 * Creates a JSON Patch that turns one value into another. Equal members are left out, and so are the common head and
 * tail of lists.
 */
export function createJsonPatch(before: unknown, after: unknown, path = ''): readonly JsonPatchOperation[] {
  if (before === after) return []
  if (Array.isArray(before) && Array.isArray(after)) return ofLists(before, after, path)
  if (isObject(before) && isObject(after)) return ofObjects(before, after, path)
  return jsonEqual(before, after) ? [] : [{ op: 'replace', path, value: after }]
}

/** The maximum length of a value that is formatted. */
const LONGEST = 100

/** Formats an operation for people: `~ /spec/replicas 3`. */
export function formatOperation(operation: JsonPatchOperation): string {
  if (operation.op === 'remove') return `- ${operation.path}`
  const value = stringifyJson(operation.value)
  return `${operation.op === 'add' ? '+' : '~'} ${operation.path} ${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}`
}

type Members = { readonly [name: string]: unknown }

function ofObjects(before: Members, after: Members, path: string): readonly JsonPatchOperation[] {
  const at = (name: string) => `${path}/${escapePointer(name)}`
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  return [
    ...removed.map((name) => ({ op: 'remove', path: at(name) }) as const),
    ...Object.keys(after).flatMap((name) =>
      Object.hasOwn(before, name)
        ? createJsonPatch(before[name], after[name], at(name))
        : [{ op: 'add', path: at(name), value: after[name] } as const],
    ),
  ]
}

function ofLists(before: readonly unknown[], after: readonly unknown[], path: string): readonly JsonPatchOperation[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && jsonEqual(before[head], after[head])) head++
  let tail = 0
  while (tail < shorter - head && jsonEqual(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail++
  const old = before.slice(head, before.length - tail)
  const next = after.slice(head, after.length - tail)
  const both = Math.min(old.length, next.length)
  return [
    ...next.slice(0, both).flatMap((value, i) => createJsonPatch(old[i], value, `${path}/${head + i}`)),
    // Backwards, so that the remaining indexes stay valid.
    ...old.slice(both).map((_, i) => ({ op: 'remove', path: `${path}/${head + old.length - 1 - i}` }) as const),
    ...next.slice(both).map((value, i) => ({ op: 'add', path: `${path}/${head + both + i}`, value }) as const),
  ]
}
