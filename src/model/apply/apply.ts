import { haveSameItems } from '../../base/lists/lists.js'
import { isNoted } from '../../base/json/as-given.js'
import {
  type JsonObject,
  deepFreeze,
  encodeJson,
  isObject,
  jsonEqual,
  setOwn,
  withMembers,
} from '../../base/json/json.js'
import { apart, endPart, isInTurns, placeOf, progressOf } from '../../base/turns/work-in-parts.js'
import { type InTurns, type Steps, Done } from '../../base/turns/steps.js'
import { plainError } from '../../base/errors/status.js'
import type { KubeObject } from '../../schema/object.js'
import { inByteOrder } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'
import { compare } from './compare.js'
import { type Conflict, conflictStatus } from './conflict.js'
import { fieldsOf } from './extract.js'
import {
  type Fields,
  difference,
  differenceBelow,
  includes,
  intersection,
  isEmptySet,
  isVoid,
  sortFields,
  union,
} from './fields.js'
import { type Owner, isSame, ownersOf } from './managers.js'
import { reconciled } from './reconcile-schema.js'
import { removeFields, withStructs } from './remove.js'
import { rememberedShape } from './shape.js'
import { pruneVersions } from './prune-versions.js'
import { type Forms, comparisons, firstProblem, formsOf } from './versions.js'
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
 * unless another manager owns them (structured-merge-diff's Updater.Apply). The result is not decoded yet. Where owners
 * have written in several versions, the object is converted to each of them.
 *
 * @throws StatusError 409 for every field that another manager owns with another value, unless `force`
 */
export function* applyConfiguration(
  write: TrackedWrite,
  live: KubeObject | undefined,
  config: Config,
  force: boolean,
  inTurns: InTurns,
): Steps<KubeObject> {
  const { def } = write
  const owners = yield* inTurns(() => startingOwners(write, live))
  const before = withoutManagedFields(live ?? emptyObject(def))
  const forms = yield* formsOf(write, owners, before)
  const merged = yield* inTurns(() => mergedInto(write, before, forms, owners, config))
  const pruned = yield* prunedFrom(write, merged, owners, inTurns)
  const wanted = withMetadata(pruned)
  const wantedForms = yield* formsOf(write, merged.others, wanted)
  return yield* inTurns(() => {
    const { object, conflicts } = owned(write, [before, forms], [wanted, wantedForms], merged, config)
    const kubectl = write.identity.manager === 'kubectl'
    const left = kubectl && live && !force ? beyondLastApplied(conflicts, live, def.schema) : conflicts
    if (left.length > 0 && !force) throw conflictStatus(left)
    return kubectl ? withLastApplied(object, config) : object
  })
}

/** An applied configuration. */
type Config = Readonly<Record<string, unknown>>

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

/** A configuration merged into the live object. */
type Merged = {
  readonly together: KubeObject
  /** What the configuration states. */
  readonly stated: Fields
  /** What the manager owned before. */
  readonly last: Owner | undefined
  readonly others: readonly Owner[]
}

function mergedInto(
  { def, subresource, identity }: TrackedWrite,
  live: KubeObject,
  forms: Forms,
  owners: readonly Owner[],
  config: Config,
): Merged {
  const { schema } = def
  const once = onceFor(config)
  const unowned = unownedFields(def, subresource)
  // What a manager applies mostly states the same fields again.
  const stated = rememberedShape(unowned, undefined, config, schema, () => {
    const found = once('stated', () => differenceBelow(fieldsOf(config, schema), unowned))
    const sorted = once('sorted', () => sortFields(found))
    return once('frozen', () => deepFreeze(sorted))
  })
  // The stored object may not fit the version of an owner; the object in its own version is validated earlier.
  const problem = firstProblem(def, owners, forms)
  if (problem !== undefined) throw plainError(problem)
  const last = owners.find((owner) => isSame(owner, identity))
  return {
    together: once('together', () => mergeApplied(live, config, schema)) as KubeObject, // merged by its schema
    stated,
    last,
    others: owners.filter((owner) => owner !== last),
  }
}

/** Returns the merged object without what the manager no longer states, in so far as nobody else owns it. */
const prunedFrom = (
  write: TrackedWrite,
  { together, stated, last, others }: Merged,
  owners: readonly Owner[],
  inTurns: InTurns,
): Steps<KubeObject> => {
  const { def, identity } = write
  if (!last || isEmptySet(last.fields)) return new Done(together)
  if (!owners.every(({ apiVersion }) => apiVersion === def.apiVersion))
    return pruneVersions(write, together, last, [...others, { ...identity, fields: stated }], inTurns)
  // A manager that states all that it stated before gives nothing up.
  if (includes(stated, last.fields)) return new Done(together)
  return inTurns(() => pruned(together, last.fields, [...others.map(({ fields }) => fields), stated], def.schema))
}

/**
 * Returns the wanted object with its owners, as if the apply were forced, and what it takes from others.
 *
 * @throws StatusError 500 if the object cannot be converted to the version of an owner
 */
function owned(
  write: TrackedWrite,
  [live, liveForms]: readonly [KubeObject, Forms],
  [wanted, wantedForms]: readonly [KubeObject, Forms],
  { stated, last, others }: Merged,
  config: Config,
): { readonly object: KubeObject; readonly conflicts: readonly Conflict[] } {
  const { def, subresource, identity, now } = write
  const once = onceFor(config)
  const problem = firstProblem(def, others, wantedForms)
  if (problem !== undefined) throw plainError(`failed to convert new object: ${problem}`)
  const seen = once('seen', () => compareObjects(write, live, wanted))
  const seenBy = comparisons(write, seen, unownedFields(def, subresource), {
    before: liveForms,
    after: wantedForms,
  })
  const lost = once('lost', () =>
    others.map((owner) => {
      const { added, modified, removed } = seenBy(owner)
      return { owner, fields: intersection(owner.fields, union(modified, added)), removed }
    }),
  )
  const changed = once('changed', () => !jsonEqual(live, wanted))
  const own: Owner = { ...identity, time: changed ? now : last?.time, fields: ownedOf(stated) }
  const left = once('left', () =>
    lost.map(({ owner, fields, removed }) => withoutFields(owner, union(fields, removed))),
  )
  return {
    object: withOwners(changed ? wanted : live, [...left, own]),
    conflicts: lost.filter(({ fields }) => !isEmptySet(fields)),
  }
}

const ownedSets = new WeakMap<Fields, Fields>()

/** Returns the fields that a manager owns who states these. */
function ownedOf(stated: Fields): Fields {
  if (isInTurns()) return ownable(stated)
  let own = ownedSets.get(stated)
  if (!own) ownedSets.set(stated, (own = deepFreeze(sortFields(ownable(stated)))))
  return own
}

/** Restores the metadata of an object from which an apply removed all of it. */
const withMetadata = (object: Partial<KubeObject> & Pick<KubeObject, 'apiVersion' | 'kind'>): KubeObject =>
  // Merged into none, a null stays.
  object.metadata ? (object as KubeObject) : { ...object, metadata: {} } // it has all three

/** Removes the fields that the manager applied last time (`last`) and that no manager states or owns now. */
function pruned(object: KubeObject, last: Fields, sets: readonly Fields[], schema: Schema): KubeObject {
  const once = onceFor(object)
  const owned = once('everybody', () => sets.reduce(union, {}))
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
  return once('wanted', () => removeFields(object, gone, schema)) as KubeObject // pruned by its schema
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
function withLastApplied(object: KubeObject, config: Config): KubeObject {
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
 * the configuration. A null leaves a non-empty map or list unchanged, and replaces an empty one. Unchanged parts are
 * shared with the live object.
 */
export function mergeApplied(live: unknown, config: unknown, schema: Schema | undefined): unknown {
  if (config === undefined) return live
  if (live === undefined || !schema) return config
  const topology = topologyOf(schema, live, config)
  if (topology === 'leaf') {
    const areLists = Array.isArray(live) && Array.isArray(config)
    return areLists && haveSameItems(live, config) && !isNoted(config) ? live : config
  }
  if (!(topology === 'items' ? Array.isArray(live) : isObject(live))) return config
  if (config === null) return isVoid(live) ? config : live
  if (Array.isArray(live)) return Array.isArray(config) ? mergeItems(live, config, schema) : config
  if (!isObject(live) || !isObject(config)) return config
  let out: Record<string, unknown> | undefined
  const names = Object.keys(config)
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? ''
    const isLive = Object.hasOwn(live, name)
    const merged = isLive ? mergeApplied(live[name], config[name], memberSchema(schema, name)) : config[name]
    if (!isLive || merged !== live[name]) setOwn((out ??= withMembers(live, {})), name, merged)
  }
  return out ?? live
}

// The order of structured-merge-diff's visitListItems: shared items follow the configuration, live-only items keep
// their places.
function mergeItems(live: readonly unknown[], config: readonly unknown[], schema: Schema): unknown {
  const merging = progressOf(config, placeOf(mergeItems, live), () => beginMerging(live, config, schema))
  while (merging.l < live.length || merging.c < config.length) {
    mergeNext(merging, live, schema)
    endPart()
  }
  return haveSameItems(live, merging.out) ? live : merging.out
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
