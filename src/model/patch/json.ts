import { Float } from '../../base/go/float.js'
import { givenAt, hasFloats, setGiven } from '../../base/json/as-given.js'
import { getOwn, isObject, jsonEqual, type JsonObject, setOwn } from '../../base/json/json.js'
import { unescapePointer } from '../../base/json/json-pointer.js'
import { inParts } from '../../base/turns/work-in-parts.js'
import { jsonSize } from '../../base/json/size.js'
import { rejectedRequest } from '../../base/errors/status.js'
import { sortMembers } from './sort-members.js'

type Container = unknown[] | Record<string, unknown>
type TargetLocation = { readonly container: Container; readonly key: string }
/**
 * The document being patched, the containers that paths went through, the bytes that copies added, and the number of
 * list items moved.
 */
type Work = { root: Container; readonly opened: Set<Container>; copied: number; moved: number }

// What a patch adds is bounded by the size of the request body; what it copies, by this (JSONPatchMaxCopyBytes).
const MOST_COPIED = 3 * 1024 * 1024
// Ten thousand operations on a list of a hundred thousand items would move five times as many.
const MOST_MOVED = 200_000_000

/**
 * Applies a JSON patch (RFC 6902) to a copy of the document; throws a 422 without a reason if that fails. Operations
 * succeed or fail as in github.com/evanphx/json-patch v4: own members only, array bounds, indexes from the end,
 * replacing an absent member, and the limit on copies. Numbers that were written as floats stay noted as such.
 */
export function applyJsonPatch(document: JsonObject, operations: readonly (JsonObject | null)[]): unknown {
  // A clone has the same shape as its original.
  const begin = (): Work => ({ root: cloneOf(document) as Container, opened: new Set(), copied: 0, moved: 0 })
  const work = inParts(operations, document, operations.length, begin, (made, i) => applyOne(made, operations[i] ?? {}))
  const patched = sortOpened(work.root, work.opened.add(work.root))
  if (operations.some(hasFloats) && isContainer(patched)) noteFloats(patched)
  return patched
}

/** Turns the floats in a new document into numbers with notes. */
function noteFloats(container: Container): void {
  for (const [key, value] of Object.entries(container)) {
    if (isContainer(value)) noteFloats(value)
    setGiven(container, key, value)
  }
}

function applyOne(work: Work, operation: JsonObject): void {
  const path = getOwn(operation, 'path')
  const from = getOwn(operation, 'from')
  switch (getOwn(operation, 'op')) {
    case 'add':
      return add(work, path, cloneOf(valueOf(operation)))
    case 'remove':
      return remove(work, findTarget(work, path))
    case 'replace':
      return replace(work, path, operation)
    case 'move': {
      const source = findTarget(work, from)
      const moved = read(source)
      remove(work, source)
      return add(work, path, moved)
    }
    case 'copy': {
      // The source of a copy may be an absent member, which is copied as null.
      const source = read(findTarget(work, from)) ?? null
      // The parents of the target are opened before the source is copied as text.
      findTarget(work, path)
      return add(work, path, copy(work, source))
    }
    case 'test':
      return test(work, path, operation)
    default:
      throw rejectedRequest()
  }
}

/** Copies a value and charges the size of its JSON; members of the parts opened so far are sorted in the copy. */
function copy(work: Work, value: unknown): unknown {
  if (value !== null) work.copied += jsonSize(value, MOST_COPIED - work.copied)
  if (work.copied > MOST_COPIED) throw rejectedRequest()
  return cloneOf(sortOpened(value, work.opened))
}

/** The value of an operation. */
const valueOf = (operation: JsonObject): unknown =>
  Object.hasOwn(operation, 'value') ? givenAt(operation, 'value') : undefined

/** Returns a mutable deep copy of a JSON value, in which noted floats stand as such; null for undefined. */
function cloneOf(value: unknown): unknown {
  if (!isContainer(value)) return value ?? null
  if (Array.isArray(value)) return value.map((_, i) => cloneOf(givenAt(value, i)))
  const copy: Record<string, unknown> = {}
  for (const name in value) setOwn(copy, name, cloneOf(givenAt(value, name)))
  return copy
}

function add(work: Work, path: unknown, value: unknown): void {
  const { container, key } = findTarget(work, path)
  if (!Array.isArray(container)) setOwn(container, key, value)
  else splice(work, container, key === '-' ? container.length : indexIn(key, container.length + 1), 0, value)
}

function remove(work: Work, { container, key }: TargetLocation): void {
  if (Array.isArray(container)) splice(work, container, indexIn(key, container.length), 1)
  else if (Object.hasOwn(container, key)) delete container[key]
  else throw rejectedRequest()
}

function splice(work: Work, list: unknown[], at: number, taken: number, ...added: readonly unknown[]): void {
  work.moved += list.length - at
  if (work.moved > MOST_MOVED) throw rejectedRequest()
  list.splice(at, taken, ...added)
}

function replace(work: Work, path: unknown, operation: JsonObject): void {
  if (!Object.hasOwn(operation, 'value') && path === '') throw rejectedRequest()
  const value = cloneOf(valueOf(operation))
  if (path === '') {
    // A scalar cannot become the document; the library ignores it without an error.
    if (isContainer(value)) work.root = value
    return
  }
  const { container, key } = findTarget(work, path)
  if (Array.isArray(container)) container[indexIn(key, container.length)] = value
  else setOwn(container, key, value)
}

function test(work: Work, path: unknown, operation: JsonObject): void {
  if (!Object.hasOwn(operation, 'value')) throw rejectedRequest()
  const found = path === '' ? work.root : read(findTarget(work, path))
  if (!jsonEqual(found ?? null, cloneOf(valueOf(operation)))) throw rejectedRequest()
  openAll(work, found)
}

// The first segment of a path without a leading slash is dropped, as in the library.
function findTarget(work: Work, path: unknown): TargetLocation {
  const parts = typeof path === 'string' ? path.split('/') : []
  if (typeof path !== 'string' || parts.length < 2) throw rejectedRequest()
  const keys = path.includes('~') ? parts.map(unescapePointer) : parts
  const last = keys.at(-1) ?? ''
  let container = work.root
  work.opened.add(container)
  for (let i = 1; i < keys.length - 1; i++) {
    const next = read({ container, key: keys[i] ?? '' })
    if (!isContainer(next)) throw rejectedRequest()
    container = next
    work.opened.add(container)
  }
  return { container, key: last }
}

function read({ container, key }: TargetLocation): unknown {
  return Array.isArray(container) ? container[indexIn(key, container.length)] : getOwn(container, key)
}

function indexIn(key: string, size: number): number {
  const index = /^[+-]?\d+$/.test(key) ? Number(key) : NaN
  if (!(index >= -size && index < size)) throw rejectedRequest()
  return index < 0 ? index + size : index
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof Float)
}

function openAll(work: Work, value: unknown): void {
  if (!isContainer(value)) return
  work.opened.add(value)
  for (const part of Object.values(value)) openAll(work, part)
}

function sortOpened(value: unknown, opened: ReadonlySet<unknown>): unknown {
  if (!opened.has(value)) return value
  if (Array.isArray(value)) return value.map((item) => sortOpened(item, opened))
  if (!isObject(value) || !isContainer(value)) return value
  const next: Record<string, unknown> = {}
  for (const key of Object.keys(value)) setOwn(next, key, sortOpened(value[key], opened))
  return sortMembers(next)
}
