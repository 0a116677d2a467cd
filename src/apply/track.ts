import { subresourceOf } from '../registry/subresource-of.js'
import { splitApiVersion } from '../base/api-version.js'
import { apart, withParts } from '../base/parts.js'
import { deepFreeze, isObject, withMembers } from '../base/json.js'
import { readAs } from '../registry/read.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'
import { type Comparison, compare, without } from './compare.js'
import { type Fields, difference, fieldsOfPaths, includes, isEmptySet, sortFields, union } from './fields.js'
import { isMisfit } from './misfit.js'
import { rememberedShape } from './shape.js'
import { typedProblem } from './typed.js'
import { comparisons, firstProblem } from './versions.js'
import { type Identity, type Owner, areWritten, capped, entriesOf, isSame, ownersOf } from './managers.js'

/** Metadata nobody owns. */
const NEVER_OWNED = fieldsOfPaths([
  'apiVersion',
  'kind',
  'metadata',
  'metadata.name',
  'metadata.namespace',
  'metadata.creationTimestamp',
  'metadata.selfLink',
  'metadata.uid',
  'metadata.clusterName',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.resourceVersion',
])

/** A write as ownership sees it. */
export type TrackedWrite = {
  readonly def: KindDef
  readonly subresource: SubresourceName
  readonly identity: Identity
  readonly now: string
}

/**
 * Records a create, replace or patch: fields whose value changed or appeared become the writer's, in its Update entry,
 * and leave everybody else's; removed fields leave all. Ownership follows the decoded request, before admission and
 * masks.
 */
export function trackUpdate(write: TrackedWrite, live: KubeObject | undefined, next: KubeObject): KubeObject {
  // What is none its kind could have is owned by nobody: what is wrong with it may be what the subresource drops.
  if (!isOfType(write.def, withoutManagedFields(next))) return withOwners(next, [])
  if (!live && next.metadata.managedFields === undefined) return withOwners(next, ownersOfNew(write, next))
  const entries = live?.metadata.managedFields
  const stored = ownersOf(entries) ?? []
  const owners = ownersBefore(write, stored, next, entries)
  // A live object that nobody is recorded to own is not tracked until the next apply.
  if (live && owners.length === 0) return withOwners(next, [])
  // One of a version that is none keeps a server from looking at what the others own.
  if (live && owners.some(({ apiVersion }) => !isGroupVersion(apiVersion))) return withOwners(next, [])
  const isKnown = ({ apiVersion }: Owner) => isOfKind(write.def, apiVersion)
  const known = owners.every(isKnown) ? owners : owners.filter(isKnown)
  const before = live ?? emptyObject(write.def)
  // Where an owner cannot be shown what changed, a server forgets them all.
  if (
    live &&
    write.def.storage.conversion?.schemaOf &&
    isUnreadable(write, known, withoutManagedFields(live), withoutManagedFields(next))
  )
    return withOwners(next, [])
  const left = once(next, 'left', () => capped(takeChanged(write, known, before, next)))
  return left === stored && entries && areWritten(stored, entries)
    ? withManagedFields(next, entries)
    : withOwners(next, left)
}

/** Tells whether an object is one that its kind can have: what was decoded by a struct nearly always is. */
const isOfType = (def: KindDef, object: KubeObject) =>
  def.structural ? isReadable(def, object) : !isMisfit(def.schema, object)

const isReadable = (def: KindDef, object: KubeObject) =>
  typedProblem(object, def.schema, { repeats: true }) === undefined

/** Tells whether an object is none that the kind's own version, as it is now, or that of an owner could have. */
function isUnreadable(
  { def, identity }: TrackedWrite,
  owners: readonly Owner[],
  live: KubeObject,
  next: KubeObject,
): boolean {
  const others = owners.filter((owner) => !isSame(owner, identity))
  return (
    !isReadable(def, live) ||
    firstProblem(def, owners, live) !== undefined ||
    firstProblem(def, others, next) !== undefined
  )
}

/**
 * Tells whether a kind has a version of that group: the sets of others say nothing of its objects, and are dropped
 * (merge.Updater.update).
 */
export function isOfKind({ apiVersion: ownVersion, group, storage }: KindDef, apiVersion: string): boolean {
  if (ownVersion === apiVersion || storage.conversion?.schemaOf !== undefined) return true
  // The core group has one version.
  return group !== '' && splitApiVersion(apiVersion)[0] === group
}

const isGroupVersion = (apiVersion: string) => apiVersion.indexOf('/') === apiVersion.lastIndexOf('/')

/** The maker of an object owns all it states. */
function ownersOfNew(write: TrackedWrite, object: KubeObject): readonly Owner[] {
  const fields = fieldsOfNew(write, object)
  return isEmptySet(fields) ? [] : [{ time: write.now, fields, ...write.identity }]
}

/** What is made of an object that is written, each in a turn of its own where the work has several. */
const once = <T>(object: KubeObject, what: string, make: () => T): T => apart(object, `fields: ${what}`, make)

/**
 * The fields of a new object: a set that objects of one shape share, which saves the time and the memory of another.
 */
function fieldsOfNew(write: TrackedWrite, object: KubeObject): Fields {
  const zero = emptyObject(write.def)
  return rememberedShape(subresourceOf(write.def, write.subresource), zero, object, write.def.schema, () => {
    const stated = once(object, 'stated', () => {
      const { added, modified } = compareObjects(write, zero, object)
      return difference(union(modified, added), NEVER_OWNED)
    })
    const sorted = once(object, 'sorted', () => sortFields(stated))
    return once(object, 'frozen', () => deepFreeze(sorted))
  })
}

/** The owners a write starts from: those it states itself, where it may and they decode; else the stored ones. */
function ownersBefore(
  { subresource }: TrackedWrite,
  stored: readonly Owner[],
  next: KubeObject,
  entries: KubeObject['metadata']['managedFields'],
): readonly Owner[] {
  const given = next.metadata.managedFields
  if (subresource !== 'main' || given === undefined || given === entries) return stored
  if (isReset(given)) return []
  const owners = ownersOf(given, true)
  return owners && owners.length > 0 ? owners : stored
}

// An empty list, or an entry without anything.
const isReset = (entries: readonly object[]) =>
  entries.length <= 1 && entries.every((entry) => Object.keys(entry).length === 0)

/** What differs between two objects, apart from what the subresource gives nobody. */
export function compareObjects({ def, subresource }: TrackedWrite, before: KubeObject, after: KubeObject): Comparison {
  // What is the same value on both sides costs nothing to compare, and nothing to leave in.
  const strip = before.metadata.managedFields === after.metadata.managedFields ? same : withoutManagedFields
  return without(compare(strip(before), strip(after), def.schema), unownedFields(def, subresource))
}

const same = (object: KubeObject) => object

/** Gives the writer what changed and takes it, and what was removed, from the others. */
function takeChanged(
  write: TrackedWrite,
  owners: readonly Owner[],
  before: KubeObject,
  next: KubeObject,
): readonly Owner[] {
  const { def, identity, now } = write
  const seen = once(next, 'seen', () => compareObjects(write, before, next))
  const seenBy = comparisons(def, seen, unownedFields(def, write.subresource), () => [
    withoutManagedFields(before),
    withoutManagedFields(next),
  ])
  const { added, modified, removed } = seen
  const { taken, gone, own } = once(next, 'taken', () => {
    const taken = union(modified, added)
    return { taken, gone: union(taken, removed), own: difference(taken, NEVER_OWNED) }
  })
  const mine = owners.find((owner) => isSame(owner, identity))
  const left = owners.map((owner) =>
    owner === mine ? owner : withoutFields(owner, owner.apiVersion === def.apiVersion ? gone : all(seenBy(owner))),
  )
  const others = left.filter((owner) => owner !== mine)
  // A controller writes the same fields again and again: its set stays the one it is.
  if (mine && own === taken && isEmptySet(removed) && includes(mine.fields, own)) {
    if (!isEmptySet(own) && mine.time !== now) return [...others, { ...mine, time: now }]
    return left.every((owner, i) => owner === owners[i]) ? owners : left
  }
  const kept = mine ? withoutFields(mine, gone) : undefined
  if (isEmptySet(own)) return kept ? [...others, kept] : others
  return [...others, { time: now, fields: union(kept?.fields ?? {}, own), ...identity }]
}

const all = ({ added, modified, removed }: Comparison): Fields => union(union(modified, added), removed)

/** An owner that has lost fields. */
export function withoutFields(owner: Owner, fields: Fields): Owner {
  const left = difference(owner.fields, fields)
  return left === owner.fields ? owner : withMembers(owner, { fields: left })
}

/** Fields of one set that nobody may own. */
export const ownable = (fields: Fields): Fields => difference(fields, NEVER_OWNED)

/** An object with these owners in its managedFields. */
export function withOwners(object: KubeObject, owners: readonly Owner[]): KubeObject {
  const managedFields = entriesOf(owners)
  return managedFields ? withManagedFields(object, managedFields) : withoutManagedFields(object)
}

const withManagedFields = (
  object: KubeObject,
  managedFields: NonNullable<KubeObject['metadata']['managedFields']>,
): KubeObject =>
  object.metadata.managedFields === managedFields
    ? object
    : withMembers(object, { metadata: withMembers(object.metadata, { managedFields }) })

/** An object without its managedFields. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return withMembers(object, { metadata })
}

const unowned = new WeakMap<object, Fields>()

/** The fields an subresource of a kind gives nobody. */
export function unownedFields(def: KindDef, subresource: SubresourceName): Fields {
  const declared = subresourceOf(def, subresource)
  let fields = unowned.get(declared)
  if (!fields) unowned.set(declared, (fields = fieldsOfPaths(declared.unowned ?? declared.resetFields)))
  return fields
}

const empties = new WeakMap<KindDef, KubeObject>()

/** The zero object of a kind: what an object that is being made is compared with. */
export function emptyObject(def: KindDef): KubeObject {
  let object = empties.get(def)
  if (!object) {
    // Made at once, also where the first object of a kind is so long that it takes several turns.
    const { object: read } = withParts(undefined, () => readAs(def, {}))
    // Nothing an object needs has a default.
    empties.set(def, (object = withoutDefaults(def.schema, read) as KubeObject))
  }
  return object
}

function withoutDefaults(schema: Schema | undefined, value: unknown): unknown {
  const { properties } = schema ?? {}
  if (!properties || !isObject(value)) return value
  const members = Object.entries(value).filter(([name]) => properties[name]?.default === undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutDefaults(properties[name], member)]))
}
