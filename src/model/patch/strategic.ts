import { type JsonObject, getOwn, isObject, setOwn } from '../../base/json/json.js'
import { inParts, placeOf } from '../../base/turns/work-in-parts.js'
import { badRequest, plainError, rejectedRequest } from '../../base/errors/status.js'
import type { Schema } from '../../schema/types.js'
import { DELETE_ITEMS, ELEMENT_ORDER, RETAIN_KEYS, directiveField } from './strategic-shown.js'
import { type ListRule, listRule, memberSchema, namedListRule, noSuchField, patchStrategy } from './strategic-schema.js'
import { goMap, goType } from '../../base/go/printable.js'
import { type PatchBody, mismatch } from './body.js'

/** Decodes a strategic merge patch; throws a 400 if that fails. `null` is the empty patch. */
export function decodeStrategicPatch(body: PatchBody): JsonObject {
  if ('error' in body) throw badRequest(body.error)
  if (body.value === null) return {}
  if (!isObject(body.value)) throw badRequest(mismatch(body.value, 'map[string]interface {}'))
  return body.value
}

/**
 * Applies a strategic merge patch to an object of the given schema, as k8s.io/apimachinery/pkg/util/strategicpatch
 * does. Unchanged parts are shared with the result; an unchanged object is returned itself. Throws the server's errors:
 * 400 and 422 for some malformed directives, a plain 500 for the rest.
 */
export function applyStrategicPatch(current: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
  if (Object.hasOwn(patch, '$patch')) return applyDirective(patch)
  const given = Object.keys(patch)
  // A patch with many members is merged over several event-loop turns.
  const { next } = inParts(
    patch,
    placeOf(applyStrategicPatch, current),
    given.length,
    () => beginMerge(current, patch, schema),
    (begun, i) => {
      const key = given[i] ?? ''
      if (key !== RETAIN_KEYS && !key.startsWith(ELEMENT_ORDER) && !begun.ordered.has(key))
        mergeMember(begun.next, key, patch[key], schema)
    },
  )
  const keys = Object.keys(next)
  for (const key of keys) if (!Object.hasOwn(current, key) || next[key] !== current[key]) return next
  return keys.length === Object.keys(current).length ? current : next
}

/** Returns the initial state of a merge: the retained members, and the lists with an order of their own, merged. */
function beginMerge(current: JsonObject, patch: JsonObject, schema: Schema | undefined) {
  const next: Record<string, unknown> = { ...retainKeys(current, patch) }
  const ordered = new Set<string>()
  for (const key of Object.keys(patch))
    if (key.startsWith(ELEMENT_ORDER)) ordered.add(orderMember(next, patch, key, schema))
  return { next, ordered }
}

function applyDirective(patch: JsonObject): JsonObject {
  const { $patch: directive, ...others } = patch
  if (directive === 'replace') return others
  if (directive === 'delete') return {}
  throw unknownDirective(patch)
}

function retainKeys(current: JsonObject, patch: JsonObject): JsonObject {
  const keys = getOwn(patch, RETAIN_KEYS)
  if (!Object.hasOwn(patch, RETAIN_KEYS)) return current
  if (!Array.isArray(keys)) throw badRequest('invalid patch format of retainKeys')
  const kept = new Set<unknown>(keys)
  for (const key of Object.keys(patch)) {
    const exempt =
      key === RETAIN_KEYS || patch[key] === null || key.startsWith(DELETE_ITEMS) || key.startsWith(ELEMENT_ORDER)
    if (!exempt && !kept.has(key)) throw badRequest('invalid patch format of retainKeys')
  }
  return Object.fromEntries(Object.entries(current).filter(([key]) => kept.has(key)))
}

// Merges and sorts a list with an order of its own; returns the field that is settled by that.
function orderMember(
  next: Record<string, unknown>,
  patch: JsonObject,
  key: string,
  schema: Schema | undefined,
): string {
  const order = expectType<readonly unknown[]>(patch[key], [])
  const field = directiveField(key, ELEMENT_ORDER)
  const current = getOwn(next, field)
  const list = mergeInOrder(
    { current, patch: getOwn(patch, field), order },
    () => namedListRule(schema, field),
    applyStrategicPatch,
    added,
  )
  if (list) setOwn(next, field, keepSame(current, list))
  return field
}

function mergeMember(next: Record<string, unknown>, key: string, value: unknown, schema: Schema | undefined): void {
  const deleting = key.startsWith(DELETE_ITEMS)
  const field = deleting ? directiveField(key, DELETE_ITEMS) : key
  if (value === null) {
    delete next[field]
    return
  }
  const current = getOwn(next, field)
  const member = memberSchema(schema, field)
  const areObjects = isObject(current) && isObject(value)
  const areLists = Array.isArray(current) && Array.isArray(value)
  // Nothing is known of raw fields, so they cannot be merged.
  if ((areObjects || areLists) && schema?.raw && schema.component) throw noSuchField(schema, field)
  if (areObjects) {
    setOwn(next, field, patchStrategy(member) === 'replace' ? value : applyStrategicPatch(current, value, member))
  } else if (areLists) {
    const rule = listRule(member)
    setOwn(
      next,
      field,
      keepSame(
        current,
        rule.merge || deleting ? mergeList(current, value, rule, deleting, applyStrategicPatch) : value,
      ),
    )
  } else if (!deleting) {
    const fresh = withoutDirectives(value, true)
    if (fresh === undefined) delete next[field]
    else setOwn(next, field, fresh)
  }
}

function keepSame(current: unknown, list: readonly unknown[]): unknown {
  return Array.isArray(current) && current.length === list.length && list.every((item, i) => item === current[i])
    ? current
    : list
}

const added = (list: readonly unknown[]) => withoutDirectives(list, false) as readonly unknown[] // a list stays one

// New values lose maps with a directive (undefined here), and nulls before that, a directive of null included.
function withoutDirectives(value: unknown, dropNulls: boolean): unknown {
  if (Array.isArray(value))
    return value.map((item) => withoutDirectives(item, dropNulls)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, '$patch') && !(dropNulls && value['$patch'] === null)) return undefined
  const next: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const member = withoutDirectives(value[key], dropNulls)
    if (member !== undefined && !(dropNulls && member === null)) setOwn(next, key, member)
  }
  return next
}

/** A list, its patch, and the wanted order of items; either the list or the patch may be absent. */
type OrderedPatch = { readonly current: unknown; readonly patch: unknown; readonly order: readonly unknown[] }

/**
 * Merges a list and sorts it into the given order; undefined if there is neither a list nor a patch. `added` cleans up
 * a new list.
 */
function mergeInOrder(
  { current, patch, order }: OrderedPatch,
  findRule: () => ListRule,
  mergeItem: MergeItem,
  added: (list: readonly unknown[]) => readonly unknown[],
): readonly unknown[] | undefined {
  const before = current === undefined ? undefined : expectType<readonly unknown[]>(current, [])
  const changes = patch === undefined ? undefined : expectType<readonly unknown[]>(patch, [])
  const rule = findRule()
  checkOrder(changes ?? [], order, rule.mergeKey)
  if (!before && !changes) return undefined
  const merged = !changes
    ? (before ?? [])
    : !before
      ? added(changes)
      : rule.merge
        ? mergeList(before, changes, rule, false, mergeItem)
        : changes
  for (const item of merged) itemKey(item, rule.mergeKey)
  itemType(before ?? [], changes ?? [])
  const stood =
    before && changes && rule.merge && rule.mergeKey !== '' ? standing(before, changes, rule.mergeKey) : (before ?? [])
  return orderItems(merged, order, stood, rule.mergeKey)
}

// The server merges in place: added items take the slots of deleted ones, and count as if they had been there before.
function standing(before: readonly unknown[], patch: readonly unknown[], mergeKey: string): readonly unknown[] {
  const rows = patch
    .filter(isObject)
    .map((item) => ({ item, key: getOwn(item, mergeKey), directive: getOwn(item, '$patch') }))
  if (rows.some(({ directive }) => directive === 'replace')) return before
  const deleted = new Set(rows.filter(({ directive }) => directive === 'delete').map(({ key }) => key))
  const left = before.filter((item) => !deleted.has(itemKey(item, mergeKey)))
  const keys = new Set(left.map((item) => itemKey(item, mergeKey)))
  const added = rows.filter(({ directive, key }) => directive === undefined && !keys.has(key) && keys.add(key))
  return [...left, ...added.map(({ item }) => item)].slice(0, before.length)
}

// The items of a patch must be in the order list, and in the same order.
function checkOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  if (patch.length === 0 || order.length === 0) return
  const kept =
    mergeKey === '' ? patch : patch.filter((item) => getOwn(expectType<JsonObject>(item, {}), '$patch') !== 'delete')
  let at = 0
  let i = 0
  while (at < kept.length && i < order.length) {
    const item = kept[at]
    if (isObject(item) && Object.hasOwn(item, '$patch')) at++
    else if (itemKey(item, mergeKey) === itemKey(order[i++], mergeKey)) at++
  }
  if (at < kept.length && i >= order.length) {
    throw plainError(
      `The order in patch list:\n${goMap(patch)}\n doesn't match $setElementOrder list:\n${goMap(order)}\n`,
    )
  }
}

/** Merges an object in a list; passed in, since lists and objects are mutually recursive. */
type MergeItem = (current: JsonObject, patch: JsonObject, schema: Schema | undefined) => JsonObject

/** Merges two lists: scalars as a set, objects by their merge key; with `deleting`, removes scalars instead. */
function mergeList(
  current: readonly unknown[],
  patch: readonly unknown[],
  rule: ListRule,
  deleting: boolean,
  mergeItem: MergeItem,
): readonly unknown[] {
  if (current.length === 0 && patch.length === 0) return current
  if (itemType(current, patch) !== 'map[string]interface {}') {
    const named = new Set(patch)
    return deleting
      ? current.filter((item) => !named.has(item))
      : orderItems([...new Set([...current, ...patch])], patch, current, rule.mergeKey)
  }
  if (rule.mergeKey === '')
    throw plainError(`cannot merge lists without merge key for ${rule.items?.type === 'string' ? 'string' : 'struct'}`)
  // Checked by itemType.
  return mergeObjects(current as readonly JsonObject[], patch as readonly JsonObject[], rule, mergeItem)
}

function mergeObjects(
  current: readonly JsonObject[],
  patch: readonly JsonObject[],
  { mergeKey, items }: ListRule,
  mergeItem: MergeItem,
): readonly unknown[] {
  const keyed = patch.filter((item) => !Object.hasOwn(item, '$patch'))
  const deleted = new Set<unknown>()
  let replace = false
  for (const item of patch) {
    if (!Object.hasOwn(item, '$patch')) continue
    if (item['$patch'] === 'delete') deleted.add(itemKey(item, mergeKey))
    else if (item['$patch'] === 'replace') replace = true
    else if (item['$patch'] === 'merge') throw plainError('merging lists cannot yet be specified in the patch')
    else throw unknownDirective(item)
  }
  if (replace) return orderItems(keyed, [], keyed, mergeKey)
  const base =
    deleted.size === 0
      ? current
      : current.filter((object) => !Object.hasOwn(object, mergeKey) || !deleted.has(object[mergeKey]))
  const merged = [...base]
  const places = new Map<unknown, number>()
  const place = (object: JsonObject, at: number) => {
    const key = getOwn(object, mergeKey)
    if (Object.hasOwn(object, mergeKey) && !places.has(key)) places.set(key, at)
  }
  base.forEach(place)
  for (const item of keyed) {
    const at = places.get(itemKey(item, mergeKey))
    const found = at === undefined ? undefined : merged[at]
    if (at === undefined || !found) place(item, merged.push(item) - 1)
    else merged[at] = mergeItem(found, item, items)
  }
  return orderItems(merged, keyed, base, mergeKey)
}

/**
 * Sorts a merged list. Items in `wanted` take its order, the others that of `before`. Both rows are then merged; an
 * item of the second row goes first only if both were in `before` and it came earlier. New items therefore come in
 * front.
 */
export function orderItems(
  merged: readonly unknown[],
  wanted: readonly unknown[],
  before: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const [wantedAt, beforeAt] = [placesOf(wanted, mergeKey), placesOf(before, mergeKey)]
  const rows = merged.map((item) => ({ item, key: itemKey(item, mergeKey) }))
  const right = sortRow(
    rows.filter(({ key }) => wantedAt.has(key)),
    wantedAt,
  )
  const left = sortRow(
    rows.filter(({ key }) => !wantedAt.has(key)),
    beforeAt,
  )
  const joined: Row[] = []
  const rest = left.values()
  let next = rest.next()
  for (const row of right) {
    const limit = beforeAt.get(row.key)
    for (; !next.done && isBefore(beforeAt.get(next.value.key), limit); next = rest.next()) joined.push(next.value)
    joined.push(row)
  }
  for (; !next.done; next = rest.next()) joined.push(next.value)
  return joined.map(({ item }) => item)
}

type Row = { readonly item: unknown; readonly key: unknown }
type Places = ReadonlyMap<unknown, number>

/** Returns the first index of each key. */
function placesOf(list: readonly unknown[], mergeKey: string): Places {
  const places = new Map<unknown, number>()
  list.forEach((item, i) => {
    const key = itemKey(item, mergeKey)
    if (!places.has(key)) places.set(key, i)
  })
  return places
}

const isBefore = (a: number | undefined, b: number | undefined) => a !== undefined && b !== undefined && a < b

// The result of Go's sort, an insertion sort for up to twenty items: a row whose key has no place moves to the front of
// those sorted so far, and so stays before the row that was first among them.
function sortRow(rows: readonly Row[], places: Places): readonly Row[] {
  const placed: { readonly row: Row; readonly at: number }[] = []
  const others = new Map<number | undefined, Row[]>()
  let first: number | undefined
  for (const row of rows) {
    const at = places.get(row.key)
    if (at === undefined) {
      const same = others.get(first)
      if (same) same.push(row)
      else others.set(first, [row])
    } else {
      placed.push({ row, at })
      if (first === undefined || at < first) first = at
    }
  }
  const sorted: Row[] = []
  const addOthers = (at: number | undefined) => {
    for (const row of others.get(at)?.toReversed() ?? []) sorted.push(row)
  }
  placed
    .sort((a, b) => a.at - b.at)
    .forEach(({ row, at }, i) => {
      if (at !== placed[i - 1]?.at) addOthers(at)
      sorted.push(row)
    })
  addOthers(undefined)
  return sorted
}

/** Makes the plain 500 for an unknown `$patch` directive. */
function unknownDirective(object: JsonObject): Error {
  return plainError(`unknown patch type: ${goMap(object['$patch'], asText)} in map: ${goMap(object)}`)
}

/** Prints a scalar like Go's `%s`: a non-string with its type. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? goType(value) : `%!s(${goType(value)}=${goMap(value)})`
}

/** Returns the value if it has the Go type of `example`; otherwise throws a plain 500. */
function expectType<T>(value: unknown, example: T): T {
  if (goType(value) !== goType(example))
    throw plainError(`expected a ${goType(example)}, but received a ${goType(value)}`)
  return value as T // of the same JSON shape, as just checked
}

/** Returns the type of all items of both lists; throws if they differ. */
function itemType(current: readonly unknown[], patch: readonly unknown[]): string {
  const types = [...current, ...patch].map(goType)
  const [first] = types
  if (first === undefined) throw plainError('no elements in any of the given slices')
  if (first === '[]interface {}') throw rejectedRequest()
  if (types.some((type) => type !== first))
    throw plainError(`list element types are not identical: ${goMap([current, patch])}`)
  return first
}

/** Returns what identifies an item: the value of its merge key, or the item itself if there is no merge key. */
function itemKey(item: unknown, mergeKey: string): unknown {
  if (mergeKey === '') return item
  const object = expectType<JsonObject>(item, {})
  if (!Object.hasOwn(object, mergeKey))
    throw plainError(`map: ${goMap(object)} does not contain declared merge key: ${mergeKey}`)
  return getOwn(object, mergeKey)
}
