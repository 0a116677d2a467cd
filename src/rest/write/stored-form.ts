import { type KubeObject, withMetadata } from '../../schema/object.js'
import { type JsonObject, isObject, jsonEqual, withMembers, setOwn } from '../../base/json/json.js'
import type { Call } from '../../model/call/call.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import { inOrder } from '../../model/registry/read.js'
import { defaultBySchema } from '../../schema/default.js'
import type { Schema } from '../../schema/types.js'
import { pruneBySchema } from '../../schema/prune.js'
import type { Turns } from './turns.js'

/**
 * Returns an object that was admitted as it is to be stored, in place of `old` if there is one, with its members in
 * wire order. What admission has added to a custom resource is pruned only here: those that validate see it. A
 * conversion sees it, too, and prunes itself.
 */
export const admittedForm = (
  { turns }: { readonly turns: Pick<Turns, 'isMutated'> },
  def: KindDef,
  object: KubeObject,
  old?: KubeObject,
): KubeObject =>
  turns.isMutated && def.structural && !def.storage.conversion
    ? inOrder(def, pruneBySchema(def.structural, object).value as KubeObject) // an object stays one
    : inOrder(def, object, old)

/** Returns an object as it is read back after being stored, which is also what a dry run returns. */
export function asStored(def: KindDef, object: KubeObject): KubeObject {
  const { conversion } = def.storage
  return conversion ? conversion.fromStored(conversion.toStored(object)) : reread(def, withoutNulls(def, object))
}

/** Returns an object with the fields that are only set when it is read from storage. */
export function reread(def: KindDef, object: KubeObject): KubeObject {
  const read = def.storage.reread?.(object) ?? object
  return read === object ? object : inOrder(def, read)
}

/**
 * Returns an object without what its stored form cannot express: nulls left by an apply, unless a conversion reads what
 * is stored, and empty lists that are always written. Parts shared with the stored object `old` have neither.
 */
export function withoutNulls(
  { storage, structural, schema }: KindDef,
  object: KubeObject,
  old?: KubeObject,
): KubeObject {
  // CustomResourceDefinitions are stored as JSON, which does express them.
  if (!structural) return storage.scheme === 'extensions' ? object : withNullLists(schema, object, old)
  return storage.conversion ? object : (defaultBySchema(structural, object) as KubeObject) // an object stays one
}

/** Sets the resourceVersion of an object to the revision of its write. */
export const withRevision = (object: KubeObject, revision: number): KubeObject =>
  withMetadata(object, { resourceVersion: String(revision) })

// What storage knows of an object besides its content.

const unwritten = new WeakSet<KubeObject>()
const withEmptyBytes = new WeakSet<KubeObject>()

/** Remembers a stored object that gets more fields when it is read: its next write takes a revision in any case. */
export function noteFilledOnRead(stored: KubeObject): KubeObject {
  unwritten.add(stored)
  return stored
}

/** Remembers that the body of a written object had empty byte strings, which storage keeps and replies do not show. */
export function noteEmptyBytes(call: Call, stored: KubeObject): void {
  if (sendsEmptyBytes(call)) withEmptyBytes.add(stored)
}

/** Remembers the same for an object that is written without decoding a body. */
export function keepEmptyBytes(old: KubeObject, stored: KubeObject): KubeObject {
  if (withEmptyBytes.has(old)) withEmptyBytes.add(stored)
  return stored
}

/** What storage knows of an object besides its content, which is lost with the object in memory. */
export type StorageMarks = { readonly filledOnRead?: true; readonly emptyBytes?: true }

/** Returns what storage knows of an object, to be written. */
export const storageMarks = (stored: KubeObject): StorageMarks => ({
  ...(unwritten.has(stored) ? { filledOnRead: true } : {}),
  ...(withEmptyBytes.has(stored) ? { emptyBytes: true } : {}),
})

/** Remembers what {@link storageMarks} returned. */
export function restoreMarks(stored: KubeObject, { filledOnRead, emptyBytes }: StorageMarks): void {
  if (filledOnRead) unwritten.add(stored)
  if (emptyBytes) withEmptyBytes.add(stored)
}

/** Tells whether the next write of an object takes a revision even if it changes nothing. */
export const isFilledOnRead = (object: KubeObject): boolean => unwritten.has(object)

/** Tells whether a write turns empty byte strings into absent ones or back, which replies do not show. */
export const changesEmptyBytes = (call: Call, old: KubeObject, next: KubeObject): boolean =>
  call.target.def.storage.bytes !== undefined &&
  withEmptyBytes.has(old) !== sendsEmptyBytes(call) &&
  !appliesNothing(call, old, next)

/** Remembers the same for an object of which an apply changed only the owners. */
export function keepEmptyBytesApplied(call: Call, old: KubeObject, stored: KubeObject): void {
  if (withEmptyBytes.has(old) && appliesNothing(call, old, stored)) withEmptyBytes.add(stored)
}

// Such an apply keeps the object that is stored.
const appliesNothing = ({ body }: Call, old: KubeObject, next: KubeObject): boolean =>
  body?.patch === 'apply' && jsonEqual(unowned(old), unowned(next))

function unowned({ metadata: { managedFields: _, resourceVersion: __, ...metadata }, ...object }: KubeObject): object {
  return { ...object, metadata }
}

function sendsEmptyBytes({ target: { def }, body }: Call): boolean {
  const { bytes } = def.storage
  return bytes !== undefined && hasEmpty(body?.value, bytes)
}

const hasEmpty = (value: unknown, member: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasEmpty(item, member))
    : isObject(value) && (value[member] === '' || Object.values(value).some((item) => hasEmpty(item, member)))

const known = new WeakMap<Schema, boolean>()

/** Tells whether a schema contains a list that is written as null when empty. */
const hasNullable = (schema: Schema): boolean => known.get(schema) ?? findNullable(schema)

// Apart from the walks below: it calls itself, so that V8 does not count its calls as calls of theirs.
function findNullable(schema: Schema): boolean {
  // Ends the recursion of a struct that contains itself.
  known.set(schema, false)
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...[schema.items, schema.additionalProperties].filter((part) => part !== undefined),
  ]
  const has = isNullable(schema) || parts.some((part) => known.get(part) ?? findNullable(part))
  known.set(schema, has)
  return has
}

const isNullable = ({ nullable, type }: Schema) => nullable === true && type === 'array'

const parts = new WeakMap<Schema, readonly string[]>()

/** Returns the names of the few fields of a struct that contain such a list. */
const partsOf = (schema: Schema): readonly string[] => parts.get(schema) ?? findParts(schema)

function findParts(schema: Schema): readonly string[] {
  const { properties = {} } = schema
  const found = Object.keys(properties).filter((name) => properties[name] && hasNullable(properties[name]))
  parts.set(schema, found)
  return found
}

/**
 * Returns a value with null in place of each empty nullable list: in storage both have the same form. Parts without
 * such lists are shared, and parts that are identical to those at the same place in `stored` are skipped.
 */
function withNullLists<T>(schema: Schema, value: T, stored?: unknown): T
function withNullLists(schema: Schema, value: unknown, stored?: unknown): unknown {
  if (value === stored || typeof value !== 'object' || value === null || !hasNullable(schema)) return value
  const { items, additionalProperties } = schema
  if (Array.isArray(value)) {
    if (value.length === 0) return isNullable(schema) ? null : value
    let list: unknown[] | undefined
    for (let i = 0; items && i < value.length; i++) {
      const next = withNullLists(items, value[i])
      if (next !== value[i]) (list ??= [...value])[i] = next
    }
    return list ?? value
  }
  const members = value as JsonObject // no list
  const before = isObject(stored) ? stored : {}
  let changed: Record<string, unknown> | undefined
  const names = additionalProperties ? Object.keys(value) : partsOf(schema)
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? ''
    const part = additionalProperties ?? schema.properties?.[name]
    const next = part && withNullLists(part, members[name], before[name])
    if (next !== members[name]) (changed ??= {})[name] = next
  }
  return changed ? withMembers(members, changed) : value
}

/**
 * Returns `next` with every part that equals its counterpart in `old` replaced by that counterpart, and `old` itself if
 * nothing differs, so that `===` detects a write without effect. Scalars are in canonical form, so equal quantities and
 * times are equal strings.
 */
export function reconcile<T>(next: T, old: unknown): T {
  if (next === old) return next
  if (Array.isArray(next)) return (Array.isArray(old) ? reconcileList(next, old) : next) as T // equal to next
  if (!isObject(next) || !isObject(old)) return next
  let same = true
  let count = 0
  let copy: Record<string, unknown> | undefined
  for (const key in next) {
    count++
    const value = next[key]
    const before = Object.hasOwn(old, key) ? old[key] : undefined
    const shared = value === before || typeof value !== 'object' ? value : reconcile(value, before)
    if (shared !== before || before === undefined) same = false
    if (shared === value) continue
    copy ??= withMembers<Record<string, unknown>>(next, {})
    setOwn(copy, key, shared)
  }
  return (same && count === Object.keys(old).length ? old : (copy ?? next)) as T // equal to next
}

function reconcileList(next: readonly unknown[], old: readonly unknown[]): readonly unknown[] {
  let same = next.length === old.length
  let changed = false
  const shared = next.map((item, i) => {
    const result = reconcile(item, old[i])
    if (result !== old[i]) same = false
    if (result !== item) changed = true
    return result
  })
  return same ? old : changed ? shared : next
}
