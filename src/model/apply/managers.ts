import { compareTexts, deepFreeze, isObject, jsonEqual } from '../../base/json/json.js'
import type { ManagedFieldsEntry } from '../../schema/metadata.js'
import {
  type Fields,
  LEAF,
  childrenOf,
  isEmptySet,
  isSorted,
  nodeOf,
  nodeOfBoth,
  sortFields,
  unionOf,
} from './fields.js'
import { isUnknownElement, readElement } from './path-element.js'

/** A field manager, with the version and subresource it wrote through. */
export type Identity = {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
}

/** A manager and the fields it owns. */
export type Owner = Identity & {
  /**
   * When the set last changed; absent for an apply that only shares fields with other managers. Null for the zero time
   * (year 1), whatever the type says.
   */
  readonly time?: string | undefined
  readonly fields: Fields
}

const MAX_UPDATE_OWNERS = 10
const MERGED_OWNER = 'ancient-changes'

/**
 * Parses managedFields; undefined if an entry does not decode, so that the stored ones are kept. A null time stands for
 * the zero time (year 1) in a request, and for no time in a stored object.
 */
export function ownersOf(
  entries: readonly ManagedFieldsEntry[] | undefined,
  isSent = false,
): readonly Owner[] | undefined {
  if (entries === undefined) return NO_OWNERS
  const before = isSent ? undefined : parsed.get(entries)
  if (before) return before
  const owners = parse(entries, isSent)
  if (owners && !isSent && Object.isFrozen(entries)) parsed.set(entries, owners)
  return owners
}

const NO_OWNERS: readonly Owner[] = []

// Stored entries are immutable, and writes within a second that change the same fields leave them as they are.
const parsed = new WeakMap<readonly ManagedFieldsEntry[], readonly Owner[]>()

function parse(entries: readonly ManagedFieldsEntry[], isSent: boolean): readonly Owner[] | undefined {
  const owners: Owner[] = []
  const places = new Map<string, number>()
  for (const { manager = '', operation, apiVersion = '', subresource = '', time, fieldsType, fieldsV1 } of entries) {
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
      fields: childrenOf(fields),
    }
    // If an owner has two entries, the last one wins (apimachinery: DecodeManagedFields).
    if (entries.length === 1) return [owner]
    const key = keyOf(owner)
    const before = places.get(key)
    if (before === undefined) places.set(key, owners.push(owner) - 1)
    else owners[before] = owner
  }
  return owners
}

/** Returns a text that is the same for what {@link isSame} calls the same owner. */
const keyOf = ({ manager, operation, subresource, apiVersion }: Identity): string =>
  `${operation} ${subresource} ${operation === 'Apply' ? '' : apiVersion} ${manager}`

// Stored sets are immutable, and each write of an object meets the sets of the previous write again: validated once.
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
    areElements(value as Readonly<Record<string, unknown>>) // as the tests before it tell
  )
}

function areElements(value: Readonly<Record<string, unknown>>): boolean {
  let size = 0
  // Lists of entries would take several times as long for a hundred thousand elements.
  for (const element in value) {
    const below = value[element]
    if (element !== '.' && readElement(element) !== element) return false
    if (!isFields(below) || (element === '.' && !isEmptySet(below))) return false
    size++
  }
  return size !== 1 || !('.' in value)
}

/** Reads a set as the server does, which writes it in another form (fieldpath: readIterV1); undefined if it is none. */
function readFields(value: unknown): Fields | undefined {
  if (value === null) return LEAF
  if (!isObject(value)) return undefined
  const read: Record<string, Fields> = {}
  for (const [given, below] of Object.entries(value)) {
    if (given === '.' || isUnknownElement(given)) continue
    const element = readElement(given)
    const node = readFields(below)
    if (element === undefined || !node) return undefined
    const before = read[element]
    read[element] = before ? nodeOfBoth(before, node) : node
  }
  return nodeOf('.' in value, read) ?? LEAF
}

// The entries of the last new object that stated these fields: objects of the same shape share one set of fields.
const ofNew = new WeakMap<Fields, { readonly owner: Owner; readonly entries: readonly ManagedFieldsEntry[] }>()

/**
 * Encodes the managedFields of a new object, whose creator owns all that it states. Objects of the same shape that the
 * same manager makes within a second share one list.
 */
export function entriesOfNew(owner: Owner): readonly ManagedFieldsEntry[] {
  const last = ofNew.get(owner.fields)
  if (last && last.owner.time === owner.time && isSame(last.owner, owner)) return last.entries
  const entries = deepFreeze([entryOf(owner)])
  ofNew.set(owner.fields, { owner, entries })
  return entries
}

/** Encodes managedFields: owners without fields are left out, the others sorted as the server does. */
export function entriesOf(owners: readonly Owner[]): readonly ManagedFieldsEntry[] | undefined {
  const written: Owner[] = []
  for (const owner of owners) if (!isEmptySet(owner.fields)) written.push(owner)
  if (written.length > 1) written.sort(byWireOrder)
  return written.length > 0 ? written.map(entryOf) : undefined
}

/** Tells whether owners that were parsed from entries would be encoded to the same entries. */
export const areWritten = (owners: readonly Owner[], entries: readonly ManagedFieldsEntry[]): boolean =>
  owners.length === entries.length && areInOrder(owners)

function areInOrder(owners: readonly Owner[]): boolean {
  let before: Owner | undefined
  for (let i = 0; i < owners.length; i++) {
    const owner = owners[i] as Owner // there is one at each index
    if (isEmptySet(owner.fields) || (before && byWireOrder(before, owner) > 0)) return false
    before = owner
  }
  return true
}

function entryOf({ manager, operation, apiVersion, subresource, time, fields }: Owner): ManagedFieldsEntry {
  const fieldsType = 'FieldsV1'
  const fieldsV1 = sortFields(fields)
  const entry =
    time === undefined
      ? { manager, operation, apiVersion, fieldsType, fieldsV1 }
      : { manager, operation, apiVersion, time, fieldsType, fieldsV1 }
  const whole = subresource ? { ...entry, subresource } : entry
  if (manager !== '') return whole
  const { manager: _, ...nameless } = whole
  return nameless
}

const byWireOrder = (a: Owner, b: Owner): number =>
  compareTexts(a.operation, b.operation) ||
  compareTexts(a.time ?? '', b.time ?? '') ||
  compareTexts(a.manager, b.manager) ||
  compareTexts(a.apiVersion, b.apiVersion) ||
  compareTexts(a.subresource, b.subresource)

/**
 * Tells whether two identities are the same owner. The Apply entries of one manager are one owner across all versions.
 */
export const isSame = (owner: Identity, other: Identity): boolean =>
  owner.manager === other.manager &&
  owner.operation === other.operation &&
  owner.subresource === other.subresource &&
  (owner.operation === 'Apply' || owner.apiVersion === other.apiVersion)

/** Merges the oldest Update owners of a version into one while there are more than ten. */
export function capped(owners: readonly Owner[]): readonly Owner[] {
  if (owners.length <= MAX_UPDATE_OWNERS) return owners
  const updaters = owners.filter(({ operation }) => operation === 'Update').sort(byWireOrder)
  let excess = updaters.length - MAX_UPDATE_OWNERS
  if (excess <= 0) return owners
  const firsts = new Map<string, Owner>()
  /** What is merged into the first of each version, those whose last one is latest at the end. */
  const merged = new Map<Owner, Owner[]>()
  for (const owner of updaters) {
    if (excess <= 0) break
    const first = firsts.get(owner.apiVersion)
    if (!first) {
      firsts.set(owner.apiVersion, owner)
      continue
    }
    const others = merged.get(first) ?? []
    others.push(owner)
    merged.delete(first)
    merged.set(first, others)
    excess--
  }
  const gone = new Set([...merged].flatMap(([first, others]) => [first, ...others]))
  return [
    ...owners.filter((owner) => !gone.has(owner)),
    ...Array.from(merged, ([first, others]) => bucketOf(first, others)),
  ]
}

const bucketOf = (first: Owner, others: readonly Owner[]): Owner => ({
  ...first,
  manager: MERGED_OWNER,
  subresource: '',
  time: others.at(-1)?.time,
  fields: unionOf([...others.map(({ fields }) => fields).reverse(), first.fields]),
})

/** Tells whether two managedFields are equal apart from their times. */
export function equalButTimes(a: readonly ManagedFieldsEntry[] = [], b: readonly ManagedFieldsEntry[] = []): boolean {
  return (
    a.length === b.length && a.every((entry, i) => TIMELESS.every((member) => jsonEqual(entry[member], b[i]?.[member])))
  )
}

const TIMELESS = ['fieldsV1', 'manager', 'operation', 'subresource', 'apiVersion', 'fieldsType'] as const
