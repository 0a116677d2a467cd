import { type JsonObject, encodeJson, isObject, jsonEqual, setOwn } from '../../base/json/json.js'
import { apart, endPart, placeOf, progressOf } from '../../base/turns/work-in-parts.js'
import { plainError } from '../../base/errors/status.js'
import type { KindDef } from '../registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { inByteOrder } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'
import { compare } from './compare.js'
import { type Conflict, conflictStatus } from './conflict.js'
import { fieldsOf } from './extract.js'
import { type Fields, difference, differenceBelow, intersection, isEmptySet, union } from './fields.js'
import { type Owner, isSame, ownersOf } from './managers.js'
import { reconciled } from './reconcile-schema.js'
import { removeFields, withStructs } from './remove.js'
import { pruneForms } from './prune-forms.js'
import { comparisons, firstProblem, versionProblem } from './versions.js'
import {
  type TrackedWrite,
  compareObjects,
  emptyObject,
  isOfKind,
  ownable,
  trackUpdate,
  unownedFields,
  withOwners,
  withoutFields,
  withoutManagedFields,
} from './track.js'
import { elementOf, memberSchema, topologyOf } from './topology.js'

const FIRST_OWNER = 'before-first-apply'
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * Applies a configuration: its fields are set and owned; fields it owned before and no longer states are removed,
 * unless another manager owns them (structured-merge-diff's Updater.Apply). The result is not decoded yet.
 *
 * @throws StatusError 409 for every field that another manager owns with another value, unless `force`
 */
export function applyConfiguration(
  write: TrackedWrite,
  live: KubeObject | undefined,
  config: Readonly<Record<string, unknown>>,
  force: boolean,
): KubeObject {
  const kubectl = write.identity.manager === 'kubectl'
  const owners = apart(config, startingOwners, () => startingOwners(write, live))
  const attempt = (forced: boolean) => merged(write, live ?? emptyObject(write.def), owners, config, forced)
  let result = attempt(force)
  if ('conflicts' in result) {
    const left = kubectl && live ? beyondLastApplied(result.conflicts, live, write.def.schema) : result.conflicts
    if (left.length > 0) throw conflictStatus(left)
    result = attempt(true)
  }
  if ('conflicts' in result) throw conflictStatus(result.conflicts)
  return kubectl ? withLastApplied(result.object, config) : result.object
}

/**
 * Returns the owners before an apply; the fields of an object without recorded owners are assigned to
 * `before-first-apply`.
 */
function startingOwners(write: TrackedWrite, live: KubeObject | undefined): readonly Owner[] {
  const owners = ownersOf(live?.metadata.managedFields) ?? []
  if (!live || owners.length > 0)
    return reconciled(
      write.def,
      owners.filter(({ apiVersion }) => isOfKind(write.def, apiVersion)),
    )
  const first = { ...write, identity: { ...write.identity, manager: FIRST_OWNER, operation: 'Update' as const } }
  return ownersOf(trackUpdate(first, undefined, live).metadata.managedFields) ?? []
}

/**
 * Computes a value once for all event-loop turns of a call, so that partial progress on it carries over to the next
 * turn.
 */
type Once = <T>(what: string, make: () => T) => T

const onceFor =
  (config: object): Once =>
  (what, make) =>
    apart(config, `apply: ${what}`, make)

type Merged = { readonly object: KubeObject } | { readonly conflicts: readonly Conflict[] }

function merged(
  write: TrackedWrite,
  liveObject: KubeObject,
  owners: readonly Owner[],
  config: Readonly<Record<string, unknown>>,
  force: boolean,
): Merged {
  const { def, subresource, identity, now } = write
  const { schema } = def
  const once = onceFor(config)
  const live = once('live', () => withoutManagedFields(liveObject))
  const last = owners.find((owner) => isSame(owner, identity))
  const stated = once('stated', () => differenceBelow(fieldsOf(config, schema), unownedFields(def, subresource)))
  const others = owners.filter((owner) => owner !== last)
  failUnreadable(write, owners, live)
  const everybody = once('everybody', () => [...others.map(({ fields }) => fields), stated].reduce(union, {}))
  // Merging and pruning an object by its schema yields an object.
  const together = once('together', () => mergeApplied(live, config, schema)) as KubeObject
  if (last && !isEmptySet(last.fields)) failUnpruned(write, owners, last, together)
  const pruned = inOneVersion(def, owners)
    ? (prune(together, last?.fields ?? {}, everybody, schema, once) as KubeObject) // as above
    : pruneBetween(write, together, last, [...others, { ...identity, time: undefined, fields: stated }])
  const wanted = withMetadata(pruned)
  const problem = firstProblem(def, others, wanted)
  if (problem !== undefined) throw plainError(`failed to convert new object: ${problem}`)
  const seen = once('seen', () => compareObjects(write, live, wanted))
  const seenBy = comparisons(def, seen, unownedFields(def, subresource), () => [live, wanted])
  const lost = once('lost', () =>
    others.map((owner) => {
      const { added, modified, removed } = seenBy(owner)
      return { owner, fields: intersection(owner.fields, union(modified, added)), removed }
    }),
  )
  const conflicts = lost.filter(({ fields }) => !isEmptySet(fields))
  if (conflicts.length > 0 && !force) return { conflicts }
  const changed = once('changed', () => !jsonEqual(live, wanted))
  const own: Owner = { ...identity, time: changed ? now : last?.time, fields: ownable(stated) }
  const left = once('left', () =>
    lost.map(({ owner, fields, removed }) => withoutFields(owner, union(fields, removed))),
  )
  return { object: withOwners(changed ? wanted : live, [...left, own]) }
}

// The stored object may not fit the version of an owner; the object in its own version is validated earlier.
function failUnreadable({ def }: TrackedWrite, owners: readonly Owner[], live: KubeObject): void {
  const problem = firstProblem(def, owners, live)
  if (problem !== undefined) throw plainError(problem)
}

function failUnpruned(
  { def }: TrackedWrite,
  owners: readonly Owner[],
  { apiVersion }: Owner,
  object: KubeObject,
): void {
  const problem = versionProblem(def, apiVersion, object)
  if (problem !== undefined)
    throw plainError(`failed to prune fields: failed to convert merged object to last applied version: ${problem}`)
  for (const owner of owners) {
    const other = versionProblem(def, owner.apiVersion, object)
    if (other !== undefined)
      throw plainError(
        `failed to prune fields: failed add back owned items: failed to convert merged object at version ${owner.apiVersion}: ${other}`,
      )
  }
}

const inOneVersion = ({ apiVersion, storage: { otherVersion } }: KindDef, owners: readonly Owner[]): boolean =>
  !otherVersion || owners.every((owner) => owner.apiVersion === apiVersion)

function pruneBetween(
  { def }: TrackedWrite,
  together: KubeObject,
  last: Owner | undefined,
  owners: readonly Owner[],
): KubeObject {
  const { otherVersion } = def.storage
  if (!otherVersion || !last || isEmptySet(last.fields)) return together
  // What was applied in a version that is not served any more stays.
  if (last.apiVersion !== def.apiVersion && last.apiVersion !== otherVersion.apiVersion) return together
  return pruneForms(def, otherVersion, together, last, owners)
}

/** Restores the metadata of an object from which an apply removed all of it. */
const withMetadata = (object: Partial<KubeObject> & Pick<KubeObject, 'apiVersion' | 'kind'>): KubeObject =>
  object.metadata === undefined ? { ...object, metadata: {} } : (object as KubeObject) // it has all three

/** Removes the fields that the manager applied last time and that no manager states or owns now. */
function prune(object: unknown, last: Fields, owned: Fields, schema: Schema, once: Once): unknown {
  if (isEmptySet(last)) return object
  const setOf = (what: string, value: unknown) => {
    const fields = once(`fields ${what}`, () => fieldsOf(value, schema))
    return once(`set ${what}`, () => withStructs(fields, schema))
  }
  const before = setOf('before', object)
  const mine = once('mine', () => withStructs(last, schema))
  const kept = setOf(
    'left',
    once('left of it', () => removeFields(object, mine, schema)),
  )
  const unowned = once('unowned', () => difference(before, union(kept, withStructs(owned, schema))))
  const withOwned = setOf(
    'owned',
    once('with owned', () => removeFields(object, unowned, schema)),
  )
  const gone = once('gone', () => intersection(difference(before, withOwned), mine))
  return once('wanted', () => removeFields(object, gone, schema))
}

/**
 * Returns the conflicts on fields whose values were not set by client-side apply (the migration path of kubectl to
 * server-side apply).
 */
function beyondLastApplied(conflicts: readonly Conflict[], live: KubeObject, schema: Schema): readonly Conflict[] {
  const allowed = lastAppliedFields(live, schema)
  return conflicts
    .map(({ owner, fields }) => ({ owner, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields))
}

function lastAppliedFields(live: KubeObject, schema: Schema): Fields {
  const config = apart(live, parseObject, () => parseObject(live.metadata.annotations?.[LAST_APPLIED]))
  if (!config) return {}
  const { added, modified, removed } = compare(withoutManagedFields(live), config, schema)
  return difference(fieldsOf(config, schema), union(union(added, modified), removed))
}

function parseObject(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Updates kubectl's last-applied annotation, if the object has it. */
function withLastApplied(object: KubeObject, config: Readonly<Record<string, unknown>>): KubeObject {
  const annotations = object.metadata.annotations
  if (annotations?.[LAST_APPLIED] === undefined) return object
  const { metadata } = config
  const applied = isObject(metadata) ? { ...config, metadata: withoutLastApplied(metadata) } : config
  return {
    ...object,
    metadata: {
      ...object.metadata,
      annotations: { ...annotations, [LAST_APPLIED]: `${encodeJson(inByteOrder(applied))}\n` },
    },
  }
}

/** Returns metadata with its annotations as texts, without those that are no map of texts (SetAnnotations). */
function withoutLastApplied({ annotations: given, ...metadata }: JsonObject): JsonObject {
  if (!isObject(given)) return metadata
  const { [LAST_APPLIED]: _, ...annotations } = given
  const texts = Object.entries(annotations).map(([name, text]) => [name, text ?? ''])
  const last = given[LAST_APPLIED] ?? ''
  return typeof last === 'string' && texts.every(([, text]) => typeof text === 'string')
    ? { ...metadata, annotations: Object.fromEntries(texts) }
    : metadata
}

/**
 * Merges an applied configuration into the live object: maps and keyed lists are merged, everything else is taken from
 * the configuration. A null leaves a non-empty map or list unchanged, and replaces an empty one.
 */
function mergeApplied(live: unknown, config: unknown, schema: Schema | undefined): unknown {
  if (config === undefined) return live
  if (live === undefined || !schema) return config
  const topology = topologyOf(schema, live, config)
  if (topology === 'members')
    return isObject(live) && isObject(config)
      ? mergeMembers(live, config, schema)
      : isObject(live) && config === null && Object.keys(live).length > 0
        ? live
        : config
  if (topology === 'items')
    return Array.isArray(live) && Array.isArray(config)
      ? mergeItems(live, config, schema)
      : Array.isArray(live) && config === null && live.length > 0
        ? live
        : config
  return config
}

function mergeMembers(
  live: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
  schema: Schema,
): unknown {
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(live))
    setOwn(
      out,
      name,
      mergeApplied(live[name], Object.hasOwn(config, name) ? config[name] : undefined, memberSchema(schema, name)),
    )
  for (const name of Object.keys(config)) if (!Object.hasOwn(live, name)) setOwn(out, name, config[name])
  return out
}

// The order of structured-merge-diff's visitListItems: shared items follow the configuration, live-only items keep
// their places.
function mergeItems(live: readonly unknown[], config: readonly unknown[], schema: Schema): unknown {
  const merging = progressOf(config, placeOf(mergeItems, live), () => beginMerging(live, config, schema))
  while (merging.l < live.length || merging.c < config.length) {
    mergeNext(merging, live, schema)
    endPart()
  }
  return merging.out
}

/** Progress of merging two lists. */
type Merging = {
  readonly liveElements: readonly string[]
  readonly configElements: readonly string[]
  readonly liveItems: ReadonlyMap<string, unknown>
  readonly configItems: ReadonlyMap<string, unknown>
  /** The configuration's elements that are live as well, and the number of those passed. */
  readonly shared: readonly string[]
  met: number
  readonly merged: Set<string>
  readonly out: unknown[]
  l: number
  c: number
}

function beginMerging(live: readonly unknown[], config: readonly unknown[], schema: Schema): Merging {
  const liveElements = live.map((item) => elementOf(schema, item))
  const configElements = config.map((item) => elementOf(schema, item))
  const liveItems = uniqueItems(liveElements, live)
  const configItems = new Map(configElements.map((element, i) => [element, config[i]]))
  const shared = configElements.filter((element) => liveItems.has(element))
  return {
    liveElements,
    configElements,
    liveItems,
    configItems,
    shared,
    met: 0,
    merged: new Set(),
    out: [],
    l: 0,
    c: 0,
  }
}

function mergeNext(merging: Merging, live: readonly unknown[], { items }: Schema): void {
  const { liveElements, configElements, liveItems, configItems, shared, merged, out } = merging
  const next = shared[merging.met]
  const take = (element: string) => {
    const item = mergeApplied(liveItems.get(element), configItems.get(element), items)
    merged.add(element)
    out.push(item)
    merging.c++
  }
  const liveElement = liveElements[merging.l]
  const configElement = configElements[merging.c]
  if (liveElement !== undefined && configElement !== undefined) {
    if (liveElement === configElement) {
      take(liveElement)
      merging.l++
      merging.met++
      return
    }
    if (configItems.has(liveElement) && next !== undefined && next !== liveElement) {
      merging.l++
      return
    }
  }
  if (liveElement !== undefined && !configItems.has(liveElement)) {
    out.push(live[merging.l])
    merging.l++
    return
  }
  // Computed before any state changes, as taking an item may end the turn (and repeat this step).
  const isMerged = liveElement !== undefined && merged.has(liveElement)
  if (configElement !== undefined) {
    take(configElement)
    if (next === configElement) merging.met++
  }
  if (isMerged) merging.l++
}

// Live items whose key occurs twice cannot be merged with.
function uniqueItems(elements: readonly string[], items: readonly unknown[]): ReadonlyMap<string, unknown> {
  const out = new Map<string, unknown>()
  elements.forEach((element, i) => out.set(element, out.has(element) ? undefined : items[i]))
  return out
}
