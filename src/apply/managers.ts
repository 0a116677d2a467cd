import { compareTexts, isObject, jsonEqual } from '../base/json.js'
import type { ManagedFieldsEntry } from '../schema/metadata.js'
import { type Fields, isEmptySet, isSorted, sortFields, union } from './fields.js'

/** Who owns fields, and through which version and subresource. */
export type Identity = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
}

/** One owner and its fields. */
export type Owner = Identity & {
  /**
   * When the set last changed; absent on an apply that only joined others. That of the year 1 is null, whatever its
   * type says.
   */
  readonly time?: string | undefined
  readonly fields: Fields
}

const MAX_UPDATE_OWNERS = 10
const MERGED_OWNER = 'ancient-changes'
const ELEMENT = /^(f:|k:\{|v:|i:-?\d+$|\.$)/

/**
 * Reads managedFields; undefined where an entry does not decode, so that the stored ones are kept. A null time is that
 * of the year 1 where it is sent, and none where it is read of what is stored.
 */
export function ownersOf(
  entries: readonly ManagedFieldsEntry[] | undefined,
  isSent = false,
): readonly Owner[] | undefined {
  const owners: Owner[] = []
  for (const { manager = '', operation, apiVersion = '', subresource = '', time, fieldsType, fieldsV1 } of entries ??
    []) {
    if (fieldsType !== 'FieldsV1' || (operation !== 'Apply' && operation !== 'Update')) return undefined
    const given = fieldsV1 ?? {}
    const fields = isKnownFields(given) ? given : readFields(given)
    if (!fields) return undefined
    const owner: Owner = {
      manager,
      operation,
      apiVersion,
      subresource,
      time: isSent ? time : (time ?? undefined),
      fields,
    }
    // Of two entries of one owner the last counts (apimachinery: DecodeManagedFields).
    const before = owners.findIndex((other) => isSame(other, owner))
    if (before < 0) owners.push(owner)
    else owners[before] = owner
  }
  return owners
}

// Stored sets are never changed, and each write of an object meets those of the one before: they are looked at once.
const known = new WeakSet<object>()

function isKnownFields(value: object): value is Fields {
  if (isSorted(value) || known.has(value)) return true
  if (!isFields(value)) return false
  if (Object.isFrozen(value)) known.add(value)
  return true
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(([element, node]) => ELEMENT.test(element) && isFields(node))
  )
}

const UNKNOWN = /^[^fkvi]:/

/** A set without what is of types that a later server may know (fieldpath: readIterV1); undefined for what is none. */
function readFields(value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined
  const read = Object.entries(value)
    .filter(([element]) => !UNKNOWN.test(element))
    .map(([element, node]) => [element, ELEMENT.test(element) ? readFields(node) : undefined] as const)
  return read.every((entry): entry is readonly [string, Fields] => entry[1] !== undefined)
    ? Object.fromEntries(read)
    : undefined
}

/** Writes managedFields: owners without fields left out, the rest in the order the server keeps. */
export function entriesOf(owners: readonly Owner[]): readonly ManagedFieldsEntry[] | undefined {
  const written = owners.filter(({ fields }) => !isEmptySet(fields))
  if (written.length > 1) written.sort(byWireOrder)
  return written.length > 0 ? written.map(entryOf) : undefined
}

/** Tells whether owners that were read of entries would be written as these again. */
export const areWritten = (owners: readonly Owner[], entries: readonly ManagedFieldsEntry[]): boolean =>
  owners.length === entries.length &&
  owners.every((owner, i) => {
    const before = owners[i - 1]
    return !isEmptySet(owner.fields) && (!before || byWireOrder(before, owner) <= 0)
  })

function entryOf({ manager, operation, apiVersion, subresource, time, fields }: Owner): ManagedFieldsEntry {
  const fieldsType = 'FieldsV1'
  const fieldsV1 = sortFields(fields)
  const entry =
    time === undefined
      ? { manager, operation, apiVersion, fieldsType, fieldsV1 }
      : { manager, operation, apiVersion, time, fieldsType, fieldsV1 }
  return subresource ? { ...entry, subresource } : entry
}

const byWireOrder = (a: Owner, b: Owner): number =>
  compareTexts(a.operation, b.operation) ||
  compareTexts(a.time ?? '', b.time ?? '') ||
  compareTexts(a.manager, b.manager) ||
  compareTexts(a.apiVersion, b.apiVersion) ||
  compareTexts(a.subresource, b.subresource)

/** Tells whether an owner is the one meant. Apply entries of one manager are one over all versions. */
export const isSame = (owner: Identity, other: Identity): boolean =>
  owner.manager === other.manager &&
  owner.operation === other.operation &&
  owner.subresource === other.subresource &&
  (owner.operation === 'Apply' || owner.apiVersion === other.apiVersion)

/** Merges the oldest Update owners of a version into one once there are more than ten. */
export function capped(owners: readonly Owner[]): readonly Owner[] {
  if (owners.length <= MAX_UPDATE_OWNERS) return owners
  const updaters = owners.filter(({ operation }) => operation === 'Update').sort(byWireOrder)
  let excess = updaters.length - MAX_UPDATE_OWNERS
  if (excess <= 0) return owners
  let kept = [...owners]
  const firsts = new Map<string, Owner>()
  for (const owner of updaters) {
    if (excess <= 0) break
    const first = firsts.get(owner.apiVersion)
    if (!first) {
      firsts.set(owner.apiVersion, owner)
      continue
    }
    const bucket: Owner = {
      ...first,
      manager: MERGED_OWNER,
      subresource: '',
      time: owner.time,
      fields: union(owner.fields, first.fields),
    }
    kept = [...kept.filter((other) => other !== owner && other !== first), bucket]
    firsts.set(owner.apiVersion, bucket)
    excess--
  }
  return kept
}

/** Tells whether two managedFields say the same but for their times. */
export function equalButTimes(a: readonly ManagedFieldsEntry[] = [], b: readonly ManagedFieldsEntry[] = []): boolean {
  return (
    a.length === b.length && a.every((entry, i) => TIMELESS.every((member) => jsonEqual(entry[member], b[i]?.[member])))
  )
}

const TIMELESS = ['fieldsV1', 'manager', 'operation', 'subresource', 'apiVersion', 'fieldsType'] as const
