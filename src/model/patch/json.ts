import { Float } from '../../base/go/numbers.js'
import { givenAt, hasFloats, setGiven } from '../../base/json/as-given.js'
import { goQuote } from '../../base/go/printable.js'
import { type JsonObject, getOwn, isObject, jsonEqual, setOwn, unescapePointer } from '../../base/json/json.js'
import { inParts } from '../../base/turns/work-in-parts.js'
import { jsonSize } from '../../base/json/size.js'
import { sortMembers } from './body.js'

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

/** A JSON patch does not apply to a document; the message is that of github.com/evanphx/json-patch v4. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError'
}

/** A `test` of a patch has failed. */
export class PatchTestFailed extends JsonPatchError {}

// What the messages end with (ErrMissing, ErrInvalidIndex, ErrTestFailed).
const MISSING = 'missing value'
const BAD_INDEX = 'invalid index referenced'
const TEST_FAILED = 'test failed'

/**
 * Applies a JSON patch (RFC 6902) to a copy of the document. Operations succeed or fail as in
 * github.com/evanphx/json-patch v4: own members only, array bounds, indexes from the end, replacing an absent member,
 * and the limit on copies. Numbers that were written as floats stay noted as such.
 *
 * @throws JsonPatchError
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
  const op = getOwn(operation, 'op')
  switch (op) {
    case 'add': {
      const path = pathOf(operation, 'add operation failed to decode path')
      return add(work, path, cloneOf(valueOf(operation)), `error in add for path: '${path}'`)
    }
    case 'remove': {
      const path = pathOf(operation, 'remove operation failed to decode path')
      const target = findTarget(work, path, `remove operation does not apply: doc is missing path: "${path}"`)
      return remove(work, target, `error in remove for path: '${path}'`)
    }
    case 'replace':
      return replace(work, operation)
    case 'move':
      return move(work, operation)
    case 'copy':
      return copy(work, operation)
    case 'test':
      return test(work, operation)
    default:
      throw new JsonPatchError(`Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`)
  }
}

/** Returns the path or source of an operation. */
function pathOf(operation: JsonObject, failure: string, member: 'path' | 'from' = 'path'): string {
  const path = getOwn(operation, member)
  if (typeof path === 'string') return path
  throw new JsonPatchError(`${failure}: ${MISSING}`)
}

function move(work: Work, operation: JsonObject): void {
  const from = pathOf(operation, 'move operation failed to decode from: operation, missing from field', 'from')
  const source = findTarget(work, from, `move operation does not apply: doc is missing from path: ${from}`)
  const where = `error in move for path: '${source.key}'`
  const moved = read(source, where)
  remove(work, source, where)
  const path = pathOf(operation, 'move operation failed to decode path: operation missing path field')
  const missing = `move operation does not apply: doc is missing destination path: ${path}`
  addTo(work, findTarget(work, path, missing), moved, `error in move for path: '${path}'`)
}

function copy(work: Work, operation: JsonObject): void {
  const from = pathOf(operation, 'copy operation failed to decode from: operation, missing from field', 'from')
  const source = findTarget(work, from, `copy operation does not apply: doc is missing from path: ${from}`)
  // It may be an absent member, which is copied as null.
  const value = read(source, `error in copy for from: '${from}'`) ?? null
  const path = pathOf(operation, 'copy operation failed to decode path')
  // The parents of the target are opened before the source is copied as text.
  const target = findTarget(work, path, `copy operation does not apply: doc is missing destination path: ${path}`)
  addTo(work, target, copied(work, value), 'error while adding value during copy')
}

/** Copies a value and charges the size of its JSON; members of the parts opened so far are sorted in the copy. */
function copied(work: Work, value: unknown): unknown {
  if (value !== null) work.copied += jsonSize(value, MOST_COPIED - work.copied)
  if (work.copied > MOST_COPIED)
    throw new JsonPatchError(
      `Unable to complete the copy, the accumulated size increase of copy is ${work.copied}, exceeding the limit ${MOST_COPIED}`,
    )
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

function add(work: Work, path: string, value: unknown, where: string): void {
  addTo(work, findTarget(work, path, `add operation does not apply: doc is missing path: "${path}"`), value, where)
}

function addTo(work: Work, { container, key }: TargetLocation, value: unknown, where: string): void {
  if (!Array.isArray(container)) return setOwn(container, key, value)
  const improper = `${where}: value was not a proper array index: '${key}'`
  splice(
    work,
    container,
    key === '-' ? container.length : indexIn(key, container.length + 1, where, improper),
    0,
    value,
  )
}

function remove(work: Work, { container, key }: TargetLocation, where: string): void {
  if (Array.isArray(container)) splice(work, container, indexIn(key, container.length, where), 1)
  else if (Object.hasOwn(container, key)) delete container[key]
  else throw new JsonPatchError(`${where}: Unable to remove nonexistent key: ${key}: ${MISSING}`)
}

function splice(work: Work, list: unknown[], at: number, taken: number, ...added: readonly unknown[]): void {
  work.moved += list.length - at
  if (work.moved > MOST_MOVED) throw new JsonPatchError(`the patch moves more than ${MOST_MOVED} items of lists`)
  list.splice(at, taken, ...added)
}

function replace(work: Work, operation: JsonObject): void {
  const path = pathOf(operation, 'replace operation failed to decode path: operation missing path field')
  if (!Object.hasOwn(operation, 'value') && path === '')
    throw new JsonPatchError('replace operation value must be object or array')
  const value = cloneOf(valueOf(operation))
  if (path === '') {
    // A scalar cannot become the document; the library ignores it without an error.
    if (isContainer(value)) work.root = value
    return
  }
  const { container, key } = findTarget(work, path, `replace operation does not apply: doc is missing path: ${path}`)
  if (!Array.isArray(container)) return setOwn(container, key, value)
  const missing = `replace operation does not apply: doc is missing key: ${path}`
  container[indexIn(key, container.length, missing, missing, MISSING)] = value
}

function test(work: Work, operation: JsonObject): void {
  const path = pathOf(operation, 'test operation failed to decode path: operation missing path field')
  const failed = () => new PatchTestFailed(`testing value ${path} failed: ${TEST_FAILED}`)
  if (!Object.hasOwn(operation, 'value')) throw failed()
  const found =
    path === ''
      ? work.root
      : read(
          findTarget(work, path, `test operation does not apply: is missing path: ${path}`),
          `error in test for path: '${path}'`,
        )
  if (!jsonEqual(found ?? null, cloneOf(valueOf(operation)))) throw failed()
  openAll(work, found)
}

/**
 * Returns where a path leads; `failure` says that it leads nowhere. The first segment of a path without a leading slash
 * is dropped, as in the library.
 */
function findTarget(work: Work, path: string, failure: string): TargetLocation {
  const nowhere = () => new JsonPatchError(`${failure}: ${MISSING}`)
  const parts = path.split('/')
  if (parts.length < 2) throw nowhere()
  const keys = path.includes('~') ? parts.map(unescapePointer) : parts
  const last = keys.at(-1) ?? ''
  let container = work.root
  work.opened.add(container)
  for (let i = 1; i < keys.length - 1; i++) {
    const next = found(container, keys[i] ?? '')
    if (!isContainer(next)) throw nowhere()
    container = next
    work.opened.add(container)
  }
  return { container, key: last }
}

function found(container: Container, key: string): unknown {
  if (!Array.isArray(container)) return getOwn(container, key)
  const index = indexOf(key, container.length)
  return index === undefined ? undefined : container[index]
}

const read = ({ container, key }: TargetLocation, where: string): unknown =>
  Array.isArray(container) ? container[indexIn(key, container.length, where)] : getOwn(container, key)

const NUMBER = /^[+-]?\d+$/

/** Returns the index of a list that a key names, counted from its end if negative; undefined if there is none. */
function indexOf(key: string, size: number): number | undefined {
  const index = NUMBER.test(key) ? Number(key) : NaN
  if (!(index >= -size && index < size)) return undefined
  return index < 0 ? index + size : index
}

/** Returns an index of a list; `where` introduces what is wrong with it, `improper` that it is not a number. */
function indexIn(key: string, size: number, where: string, improper = where, wrong?: string): number {
  const index = indexOf(key, size)
  if (index !== undefined) return index
  if (wrong !== undefined) throw new JsonPatchError(`${where}: ${wrong}`)
  throw new JsonPatchError(
    NUMBER.test(key)
      ? `${where}: Unable to access invalid index: ${Number(key)}: ${BAD_INDEX}`
      : `${improper}: strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`,
  )
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
