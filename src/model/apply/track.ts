import { type KubeObject, withMetadata } from '../../schema/object.js'
import { worded } from '../../base/errors/wording.js'
import { atLeast } from '../registry/kubernetes-version.js'
import { subresourceOf } from '../registry/subresource-of.js'
import { groupVersionProblem, splitApiVersion } from '../registry/type-meta.js'
import { apart, withParts } from '../../base/turns/work-in-parts.js'
import { deepFreeze, isObject, withMembers } from '../../base/json/json.js'
import type { Steps } from '../../base/turns/steps.js'
import { readAs } from '../registry/read.js'
import type { SubresourceName } from '../registry/subresource-name.js'
import type { KindDef } from '../registry/kind-def.js'
import type { InVersion } from '../registry/storage-conversion.js'
import type { Schema } from '../../schema/types.js'
import { type Comparison, compare, without } from './compare.js'
import { type Fields, difference, fieldsOfPaths, includes, isEmptySet, sortFields, union } from './fields.js'
import { isMisfit } from './misfit.js'
import { reconciled } from './reconcile-schema.js'
import { rememberedShape } from './shape.js'
import { typedProblem } from './typed.js'
import { type Forms, comparisons, firstProblem, formsAtOnce, formsOf } from './versions.js'
import { type Identity, type Owner, areWritten, capped, entriesOf, entriesOfNew, isSame, ownersOf } from './managers.js'

/** Metadata fields that are never owned. */
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

/** A write, as far as field ownership is concerned. */
export type TrackedWrite = {
  readonly def: KindDef
  readonly subresource: SubresourceName
  readonly identity: Identity
  readonly now: string
  /** Asks the webhook that converts between the versions of the kind, if one does. */
  readonly inVersion?: InVersion | undefined
}

/** Two objects in the versions of their owners. */
type FormsOfBoth = { readonly before: Forms; readonly after: Forms }

/** Has a webhook convert the live object and the next one to the versions of all owners. */
export function* formsOfBoth(write: TrackedWrite, live: KubeObject, next: KubeObject): Steps<FormsOfBoth> {
  const owners = ownersBefore(write, ownersOf(live.metadata.managedFields) ?? [], next, live.metadata.managedFields)
  const forms = yield* formsOf(write, owners, withoutManagedFields(live))
  if (owners.some(({ apiVersion }) => typeof forms(apiVersion) === 'string')) return { before: forms, after: forms }
  const others = owners.filter((owner) => !isSame(owner, write.identity))
  return { before: forms, after: yield* formsOf(write, others, withoutManagedFields(next)) }
}

/**
 * Tracks a create, update or patch: fields that were added or changed move to the writer's Update entry and leave all
 * others; removed fields leave every entry. Ownership follows the decoded request, before admission and before
 * resetFields are restored. What a webhook has to convert for it is given.
 */
export function trackUpdate(
  write: TrackedWrite,
  live: KubeObject | undefined,
  next: KubeObject,
  asked?: FormsOfBoth,
): KubeObject {
  const fitting = live && isOfType(write.def, live) ? live : undefined
  // The misfit may be in a part that the subresource drops.
  if (!isOfType(write.def, next, fitting)) return untracked(write, live, next)
  if (!live && next.metadata.managedFields === undefined) return withItsMaker(write, next)
  const entries = live?.metadata.managedFields
  const stored = ownersOf(entries) ?? []
  const owners = once(next, 'before', () => reconciled(write.def, ownersBefore(write, stored, next, entries)))
  // A live object without recorded owners is not tracked until the next apply.
  if (live && owners.length === 0) return withOwners(next, [])
  // The live object has kept its owners although it did not fit.
  if (live !== fitting) return untracked(write, live, next)
  const known = ownersOfKind(write.def, owners)
  if (!known) return untracked(write, live, next)
  const before = live ?? emptyObject(write.def)
  const forms = asked ?? { before: atOnce(write, before), after: atOnce(write, next) }
  if (live && write.def.storage.conversion?.schemaOf && isUnreadable(write, known, withoutManagedFields(live), forms))
    return untracked(write, live, next)
  const left = once(next, 'left', () => capped(takeChanged(write, known, before, next, forms)))
  return left === stored && entries && areWritten(stored, entries)
    ? withManagedFields(next, entries)
    : withOwners(next, left)
}

/**
 * Returns an object whose fields cannot be tracked, as it or the change does not fit the schema of its kind or cannot
 * be converted to the version of an owner: it has the owners of the live object since v1.37, and had none before.
 */
function untracked({ def }: TrackedWrite, live: KubeObject | undefined, next: KubeObject): KubeObject {
  const kept = live?.metadata.managedFields
  return kept && atLeast(def.serverVersion, '1.37') ? withManagedFields(next, kept) : withoutManagedFields(next)
}

const atOnce = ({ def }: TrackedWrite, object: KubeObject): Forms =>
  formsAtOnce(def, () => withoutManagedFields(object))

/**
 * Tells whether an object without its managedFields fits its kind's schema, as `fitting` does; what a struct decoded
 * mostly does.
 */
const isOfType = (def: KindDef, object: KubeObject, fitting?: KubeObject) =>
  def.structural
    ? isReadable(def, withoutManagedFields(object))
    : !worded(def.wording, () => isMisfit(def.schema, object, fitting))

const isReadable = (def: KindDef, object: KubeObject) =>
  typedProblem(object, def.schema, def.serverVersion, { repeats: true }) === undefined

/**
 * Tells whether the live object does not fit the kind's own version or that of an owner, or the new one that of another
 * owner.
 */
function isUnreadable(
  { def, identity }: TrackedWrite,
  owners: readonly Owner[],
  live: KubeObject,
  { before, after }: FormsOfBoth,
): boolean {
  const others = owners.filter((owner) => !isSame(owner, identity))
  return (
    !isReadable(def, live) ||
    firstProblem(def, owners, before) !== undefined ||
    firstProblem(def, others, after) !== undefined
  )
}

/**
 * Tells whether the kind has a version in the group of `apiVersion`; entries of other groups are dropped
 * (merge.Updater.update).
 */
export function isOfKind({ apiVersion: ownVersion, group, storage }: KindDef, apiVersion: string): boolean {
  if (ownVersion === apiVersion || storage.conversion?.schemaOf !== undefined) return true
  // The core group has a single version.
  return group !== '' && splitApiVersion(apiVersion)[0] === group
}

/**
 * Returns the owners in versions of the kind. An entry with an invalid apiVersion keeps the server from reading the
 * sets of all: undefined.
 */
function ownersOfKind(def: KindDef, owners: readonly Owner[]): readonly Owner[] | undefined {
  let isWhole = true
  for (let i = 0; i < owners.length; i++) {
    const { apiVersion } = owners[i] as Owner // there is one at each index
    if (groupVersionProblem(apiVersion) !== undefined) return undefined
    isWhole &&= isOfKind(def, apiVersion)
  }
  return isWhole ? owners : owners.filter(({ apiVersion }) => isOfKind(def, apiVersion))
}

/** Returns a new object with its owner: its creator owns all fields it states. */
function withItsMaker(write: TrackedWrite, object: KubeObject): KubeObject {
  const fields = fieldsOfNew(write, object)
  if (isEmptySet(fields)) return object
  return withMetadata(object, { managedFields: entriesOfNew({ time: write.now, fields, ...write.identity }) })
}

/** Computes a value for the object being written, each in its own turn if the write takes several. */
const once = <T>(object: KubeObject, what: string, make: () => T): T => apart(object, `fields: ${what}`, make)

/** Returns the fields of a new object. Objects of the same shape share one set, which saves time and memory. */
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

/**
 * Returns the owners before the write: those in the request, if it may set them and they decode; otherwise the stored
 * ones.
 */
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

// An empty list, or a single empty entry.
const isReset = (entries: readonly object[]) =>
  entries.length <= 1 && entries.every((entry) => Object.keys(entry).length === 0)

/** Compares two objects, leaving out the fields that the subresource never owns. */
export function compareObjects({ def, subresource }: TrackedWrite, before: KubeObject, after: KubeObject): Comparison {
  // Identical values are cheap to compare and need not be stripped.
  const strip = before.metadata.managedFields === after.metadata.managedFields ? same : withoutManagedFields
  return without(compare(strip(before), strip(after), def.schema), unownedFields(def, subresource))
}

const same = (object: KubeObject) => object

/** Assigns added and changed fields to the writer, and removes them and the removed fields from all other owners. */
function takeChanged(
  write: TrackedWrite,
  owners: readonly Owner[],
  before: KubeObject,
  next: KubeObject,
  forms: FormsOfBoth,
): readonly Owner[] {
  const { def, identity, now } = write
  const seen = once(next, 'seen', () => compareObjects(write, before, next))
  const seenBy = comparisons(write, seen, unownedFields(def, write.subresource), forms)
  const { added, modified, removed } = seen
  const { taken, gone, own } = once(next, 'taken', () => {
    const taken = union(modified, added)
    return { taken, gone: union(taken, removed), own: difference(taken, NEVER_OWNED) }
  })
  let mine: Owner | undefined
  let areLeft = true
  const others: Owner[] = []
  for (let i = 0; i < owners.length; i++) {
    const owner = owners[i] as Owner // there is one at each index
    if (isSame(owner, identity)) {
      mine = owner
      continue
    }
    const left = withoutFields(owner, owner.apiVersion === def.apiVersion ? gone : all(seenBy(owner)))
    areLeft &&= left === owner
    others.push(left)
  }
  // A controller writes the same fields again and again: its set can stay as it is.
  if (mine && own === taken && isEmptySet(removed) && includes(mine.fields, own)) {
    if (!isEmptySet(own) && mine.time !== now) return [...others, { ...mine, time: now }]
    return areLeft ? owners : [...others, mine]
  }
  const kept = mine ? withoutFields(mine, gone) : undefined
  if (isEmptySet(own)) return kept ? [...others, kept] : others
  return [...others, { time: now, fields: union(kept?.fields ?? {}, own), ...identity }]
}

const all = ({ added, modified, removed }: Comparison): Fields => union(union(modified, added), removed)

/** Returns an owner without these fields. */
export function withoutFields(owner: Owner, fields: Fields): Owner {
  const left = difference(owner.fields, fields)
  return left === owner.fields ? owner : withMembers(owner, { fields: left })
}

/** Returns a set without the fields that are never owned. */
export const ownable = (fields: Fields): Fields => difference(fields, NEVER_OWNED)

/** Returns an object with the managedFields of these owners. */
export function withOwners(object: KubeObject, owners: readonly Owner[]): KubeObject {
  const managedFields = entriesOf(owners)
  return managedFields ? withManagedFields(object, managedFields) : withoutManagedFields(object)
}

const withManagedFields = (
  object: KubeObject,
  managedFields: NonNullable<KubeObject['metadata']['managedFields']>,
): KubeObject => (object.metadata.managedFields === managedFields ? object : withMetadata(object, { managedFields }))

/** Returns an object without managedFields. */
export function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return withMembers(object, { metadata })
}

const unowned = new WeakMap<object, Fields>()

/** Returns the fields that a subresource of a kind never owns. */
export function unownedFields(def: KindDef, subresource: SubresourceName): Fields {
  const declared = subresourceOf(def, subresource)
  let fields = unowned.get(declared)
  if (!fields) unowned.set(declared, (fields = fieldsOfPaths(declared.unowned ?? declared.resetFields)))
  return fields
}

const empties = new WeakMap<KindDef, KubeObject>()

/** Returns the zero object of a kind, which a new object is compared with. */
export function emptyObject(def: KindDef): KubeObject {
  let object = empties.get(def)
  if (!object) {
    // Created in a single turn, even if the first object of the kind is long enough to take several.
    const { object: read } = withParts(undefined, () => readAs(def, {}))
    // No required field has a default.
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
