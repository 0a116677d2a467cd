import type { SortedMap } from '../../base/lists/sorted-map.js'
import { jsonEqual, deepFreeze, getPath, getOwn, isObject } from '../../base/json/json.js'
import type { KubeObject } from '../../schema/object.js'
import type { KindDef, DeclaredSubresources, Kind, Names } from '../../model/registry/kind-def.js'
import { type Definition, type DefinitionVersion, schemaOf } from './definition.js'
import { conditionIsTrue } from './definition-status.js'
import { type KubernetesVersion, atLeast } from '../../model/registry/kubernetes-version.js'
import type { Profile } from '../../model/registry/profile.js'
import { type Registry, type Standard, createRegistry, compareVersions } from '../../model/registry/registry.js'
import { combinedRegistry } from '../../model/registry/combined-registry.js'
import { objectsOf } from '../../store/page.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesText } from '../../base/bytes/utf8.js'
import { type StatusError, plainError } from '../../base/errors/status.js'
import { mustHave } from '../../base/must-have.js'
import { dns1123Subdomain, maskTrailingDash } from '../../base/rules/names.js'
import { readyFor } from '../../cel/library.js'
import type { Column } from '../../model/registry/column.js'
import { defineKind } from '../../model/registry/define.js'
import { rootSchema } from '../../model/registry/root-schema.js'
import type { StorageConversion } from '../../model/registry/storage-conversion.js'
import type { Verb } from '../../model/registry/verb.js'
import { defaultBySchema, defaultSent, dropNulls } from '../../schema/default.js'
import { inByteOrder, readStructural } from '../../schema/structural.js'
import type { Schema } from '../../schema/types.js'
import { strategyOf, typeMismatchRule } from './custom-resource-strategy.js'
import { columnsOfDefinitions } from './definition-columns.js'
import { replicasIn, scaleViewOf } from './definition-scale.js'
import { createWebhookConversion } from './webhook-conversion.js'
import { DecodeError } from '../../schema/decode.js'
import { hasEmbedded } from '../../schema/embedded.js'

/** Returns a registry with the kinds of another one, plus the current result of `now`. */
export function withLiveKinds(base: Registry, now: () => readonly KindDef[]): Registry {
  let kinds: readonly KindDef[] = []
  let live: Registry | undefined
  const current = (): Registry | undefined => {
    const next = now()
    if (next !== kinds) {
      kinds = next
      const free = next.filter((def) => !base.at(def.group, def.version, def.plural))
      live = free.length === 0 ? undefined : createRegistry(base.profile, free, base.standard)
    }
    return live
  }
  return {
    ...combinedRegistry(base, current),
    isCustom: (group) => !base.versions(group) && current()?.versions(group) !== undefined,
  }
}

const NONE: readonly KindDef[] = []

/** Returns the kinds of the established definitions in a table; the same array while they do not change. */
export function kindsOfTable(
  { profile, standard }: Registry,
  table: () => SortedMap<KubeObject> | undefined,
): () => readonly KindDef[] {
  let last: SortedMap<KubeObject> | undefined
  let kinds = NONE
  return () => {
    const next = table()
    if (next === last) return kinds
    last = next
    const definitions = objectsOf(next) as readonly Definition[] // the table holds definitions
    const found = definitions
      .filter((definition) => conditionIsTrue(definition, 'Established'))
      .flatMap((definition) => defsOf(definition, standard, profile))
    if (found.length !== kinds.length || found.some((def, i) => def !== kinds[i]))
      kinds = found.length === 0 ? NONE : found
    return kinds
  }
}

type Known = {
  readonly names: unknown
  readonly terminating: boolean
  readonly converted: boolean
  readonly profile: Profile
  readonly defs: readonly KindDef[]
}

// Keyed by the spec, which keeps its identity while it does not change.
const known = new WeakMap<object, Known>()

/** Returns the kinds of a definition, the same ones while it does not change. */
export function defsOf(definition: Definition, standard: Standard, profile: Profile): readonly KindDef[] {
  const { spec, status, metadata } = definition
  const names = status?.acceptedNames ?? spec.names
  const converted =
    (metadata.generation ?? 1) > 1 || spec.versions.length > 1 || (status?.storedVersions ?? []).length > 1
  const found = known.get(spec)
  const terminating = conditionIsTrue(definition, 'Terminating')
  if (
    found &&
    found.names === names &&
    found.terminating === terminating &&
    found.converted === converted &&
    found.profile === profile
  )
    return found.defs
  const defs = kindsOfDefinition({ ...definition, spec: { ...spec, names } }, standard, converted).map((kind) =>
    kind(profile),
  )
  known.set(spec, { names, terminating, converted, profile, defs })
  for (const def of defs) stated.set(def, { spec, names })
  return defs
}

const stated = new WeakMap<KindDef, object>()

/** Tells whether two kinds were made of definitions with the same spec and accepted names. */
export const areSameStated = (one: KindDef, other: KindDef): boolean =>
  one === other || jsonEqual(stated.get(one), stated.get(other))

// In the order of a server's discovery.
const VERBS: readonly Verb[] = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']
const PARTIAL: readonly Verb[] = ['get', 'patch', 'update']
const COMMON: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])

/**
 * Returns the kinds of a valid definition, one for each served version, in its order. If `converted`, objects may be
 * stored in another version, or as an older schema left them.
 */
export function kindsOfDefinition(definition: Definition, standard: Standard, converted = false): readonly Kind[] {
  const common = commonOf(definition, standard, converted)
  return definition.spec.versions.filter(({ served }) => served).map((version) => kindOf(version, common))
}

/** What all versions of a definition share: there may be thousands of versions. */
type Common = {
  readonly definition: Definition
  readonly standard: Standard
  readonly converted: boolean
  readonly rootOf: (version: DefinitionVersion) => Schema
  /** The versions by apiVersion. */
  readonly stating: ReadonlyMap<string, DefinitionVersion>
  readonly hash: { readonly versionHash?: () => string }
  /** The best version that is not deprecated. */
  readonly best: string | undefined
}

function commonOf(definition: Definition, standard: Standard, converted: boolean): Common {
  const roots = new Map<DefinitionVersion, Schema>()
  const [best] = definition.spec.versions
    .filter(({ served, deprecated }) => served && !deprecated)
    .map(({ name }) => name)
    .sort(compareVersions)
  return {
    definition,
    standard,
    converted,
    rootOf(version) {
      let root = roots.get(version)
      if (!root) roots.set(version, (root = rootOf(version)))
      return root
    },
    stating: new Map(definition.spec.versions.map((one) => [`${definition.spec.group}/${one.name}`, one])),
    hash: storageHash(definition),
    best,
  }
}

function kindOf(version: DefinitionVersion, common: Common): Kind {
  const { definition, standard, converted, hash } = common
  const { spec } = definition
  const { group, names, scope } = spec
  const root = common.rootOf(version)
  return defineKind(membersOf(root), ({ version: server }) => ({
    group,
    version: version.name,
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    names: namesOf(names),
    schema: {
      ...readyFor(root),
      component: [...group.split('.').reverse(), version.name, names.kind].join('.'),
      structural: root,
      misnamed: typeMismatchRule(root),
      ...(root.description ? { description: root.description } : {}),
      ...(root.required ? { required: root.required } : {}),
      defaults: (object: KubeObject) => defaultSent(root, object) as KubeObject, // the result is an object
    },
    metadata: { name: (name: string, prefix: boolean) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name) },
    subresources: subresourcesOf(definition, version, standard, server),
    ...strategyOf(definition, version, root),
    storage: {
      prefix: `${group}/${names.plural}`,
      ...hash,
      ...(converted ? { conversion: conversionOf(version, common) } : {}),
    },
    discovery: {
      verbs: VERBS,
      ...(version.deprecated ? { deprecation: version.deprecationWarning ?? deprecationOf(version, common) } : {}),
    },
    selectable: { fields: selectableOf(version), conversion: 'own', namespace: scope !== 'Cluster' },
    table: { columns: columnsOf(version, standard) },
    example: { metadata: { name: 'example', ...(scope === 'Cluster' ? {} : { namespace: 'default' }) } },
  }))
}

const namesOf = ({ kind, plural, singular, listKind, shortNames, categories }: Definition['spec']['names']): Names => ({
  kind,
  plural,
  ...(singular ? { singular } : {}),
  ...(listKind ? { listKind } : {}),
  ...(shortNames ? { shortNames } : {}),
  ...(categories ? { categories } : {}),
})

const membersOf = (root: Schema) =>
  Object.fromEntries(Object.entries(root.properties ?? {}).filter(([name]) => !COMMON.has(name)))

const rootOf = ({ schema }: DefinitionVersion): Schema =>
  pruneDefaults(schemaOf(schema?.openAPIV3Schema ?? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }))

/** Every version has the hash as long as the storage version is served (apiserver: StorageVersionHash). */
function storageHash({ spec }: Definition): { readonly versionHash?: () => string } {
  const stored = spec.versions.find(({ served, storage }) => served && storage)
  if (!stored) return {}
  let hash: string | undefined
  return { versionHash: () => (hash ??= shortHash(`${spec.group}/${stored.name}/${spec.names.kind}`)) }
}

const shortHash = (text: string): string => btoa(bytesText(sha256(new TextEncoder().encode(text)).slice(0, 8)))

function deprecationOf({ name }: DefinitionVersion, { definition: { spec }, best }: Common): string {
  const { group, names } = spec
  const better = best !== undefined && compareVersions(best, name) < 0 ? `; use ${group}/${best} ${names.kind}` : ''
  return `${group}/${name} ${names.kind} is deprecated${better}`
}

/**
 * Objects are stored in one version, and may have been stored in another or under an older schema. An object is read by
 * the schema of the version it was stored in, then pruned by the requested version, without applying the latter's
 * defaults.
 */
function conversionOf(version: DefinitionVersion, { definition, rootOf, stating }: Common): StorageConversion {
  const { group, versions } = definition.spec
  const storage = mustHave(
    versions.find((one) => one.storage),
    'the version that is stored',
  )
  const failure = unknownVersion(definition)
  const ownVersion = `${group}/${version.name}`
  const storedVersion = `${group}/${storage.name}`
  const as = (root: Schema, object: KubeObject, { name }: DefinitionVersion) =>
    inByteOrder({
      ...(dropNulls(root, convertedBy(root, object)) as KubeObject), // the result is an object
      apiVersion: `${group}/${name}`,
    })
  const rootIn = (apiVersion: string) => {
    const stated = stating.get(apiVersion)
    return stated && rootOf(stated)
  }
  const own = rootOf(version)
  const whole = new Map<string, Schema>()
  const stored = rootOf(storage)
  const read = (object: KubeObject): KubeObject => {
    const root = mustHave(rootIn(object.apiVersion), 'the schema of a version that is converted')
    // The result is an object.
    return defaultBySchema(root, readStructural<KubeObject>(root, object).object) as KubeObject
  }
  const pruned = (object: KubeObject, to: 'own' | 'stored') =>
    to === 'own' ? as(own, object, version) : as(stored, object, storage)
  const forms = { definition, own: ownVersion, stored: storedVersion, read, pruned }
  const isByWebhook = definition.spec.conversion?.strategy === 'Webhook'
  const byWebhook = isByWebhook ? createWebhookConversion(forms) : undefined
  return {
    ...(byWebhook ? { byWebhook } : {}),
    toStored(object) {
      if (byWebhook && version !== storage) return byWebhook.toStored(object)
      return deepFreeze(version === storage ? { ...object, apiVersion: storedVersion } : as(stored, object, storage))
    },
    failureOf: (object) => failure(object.apiVersion) ?? byWebhook?.failureOf(object),
    fromStored(object) {
      const unknown = failure(object.apiVersion)
      if (unknown) throw unknown
      if (byWebhook && object.apiVersion !== ownVersion) return byWebhook.fromStored(object)
      const form = as(own, read(object), version)
      return jsonEqual(form, object) ? object : deepFreeze(form)
    },
    schemaOf(apiVersion) {
      const root = rootIn(apiVersion)
      let schema = whole.get(apiVersion)
      if (root && !schema)
        whole.set(apiVersion, (schema = rootSchema({ component: '', structural: root }, membersOf(root))))
      return schema
    },
  }
}

function subresourcesOf(
  definition: Definition,
  { subresources: { status, scale } = {} }: DefinitionVersion,
  standard: Standard,
  server: KubernetesVersion,
): DeclaredSubresources {
  const kind = standard.scale
  const never = {
    unowned: atLeast(server, '1.36') ? ['metadata', 'spec'] : ['spec'],
    isUnownedInAll: atLeast(server, '1.35'),
  }
  return {
    ...(status ? { main: { resetFields: ['status'] }, status: { verbs: PARTIAL, resetFields: [], ...never } } : {}),
    ...(scale && kind
      ? {
          scale: {
            verbs: PARTIAL,
            resetFields: [],
            view: scaleViewOf(scale, scaleOf(kind, definition), replicasIn(definition)),
          },
        }
      : {}),
  }
}

// Scale has its own table converter.
const SCALE_COLUMNS: { readonly [name: string]: Partial<Pick<Column, 'format' | 'description' | 'type'>> } = {
  Name: { format: 'name' },
  Desired: { description: 'Number of desired replicas' },
  Available: { description: 'Number of actual replicas' },
  Age: { type: 'date' },
}

/** Returns the Scale of custom resources: with a separate scheme, and the scope of the kind. */
const scaleOf = (scale: Kind, { spec: { scope } }: Definition): Kind =>
  Object.assign(
    (profile: Profile): KindDef => {
      const def = scale(profile)
      return {
        ...def,
        storage: { ...def.storage, scheme: 'scales' },
        scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
        table: {
          ...def.table,
          columns: def.table.columns.map((column) => ({ ...column, ...SCALE_COLUMNS[column.name] })),
        },
      }
    },
    { mapping: scale.mapping, isIn: scale.isIn },
  )

function selectableOf({ selectableFields = [] }: DefinitionVersion): {
  readonly [path: string]: (object: KubeObject) => string
} {
  const paths = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ''))
  return Object.fromEntries(
    paths.map((path) => [path, (object: KubeObject) => String(getPath(object, path.split('.')) ?? '')]),
  )
}

function columnsOf(
  { additionalPrinterColumns = [] }: DefinitionVersion,
  { nameColumn, ageColumn }: Standard,
): readonly Column[] {
  const added: readonly Column[] =
    additionalPrinterColumns.length > 0
      ? columnsOfDefinitions(additionalPrinterColumns)
      : [{ ...ageColumn, type: 'date' }]
  return [nameColumn, ...added]
}

/** Returns a function that tells why an object of a version that its definition does not have cannot be converted. */
function unknownVersion({
  spec: { group, versions },
}: Pick<Definition, 'spec'>): (from: string) => StatusError | undefined {
  const known = new Set(versions.map(({ name }) => `${group}/${name}`))
  return (from) =>
    known.has(from) ? undefined : plainError(`request to convert CR from an invalid group/version: ${from}`)
}

/**
 * Returns a schema with pruned defaults: unknown fields of the metadata of embedded objects are dropped, at whatever
 * level the default is (apiextensions: PruneDefaults). Definitions with other unknown fields in defaults are rejected.
 */
const pruneDefaults = (root: Schema): Schema => (hasEmbedded(root) ? pruned(root, root, []) : root)

/** The path of a schema's value in an object: field names, and 0 for list items. */
type FieldPosition = readonly (string | 0)[]

function pruned(root: Schema, schema: Schema, place: FieldPosition): Schema {
  const { properties, items, additionalProperties, default: given } = schema
  const kept = given === undefined ? undefined : keptOf(root, given, place)
  return {
    ...schema,
    ...(kept === given ? {} : { default: kept }),
    ...(items ? { items: pruned(root, items, [...place, 0]) } : {}),
    ...(additionalProperties ? { additionalProperties: pruned(root, additionalProperties, [...place, '*']) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, pruned(root, member, [...place, name])]),
          ),
        }
      : {}),
  }
}

/** @throws StatusError for an object that the schema of the other version does not read */
function convertedBy(root: Schema, object: KubeObject): KubeObject {
  try {
    return readStructural<KubeObject>(root, object).object
  } catch (error) {
    throw error instanceof DecodeError ? plainError(error.message) : error
  }
}

/** Returns the part of a default that survives decoding an object with only this default; undefined if none does. */
function keptOf(root: Schema, given: unknown, place: FieldPosition): unknown {
  const whole = place.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), given)
  try {
    const kept = place.reduce<unknown>(
      (outer, step) => (step === 0 ? (Array.isArray(outer) ? outer[0] : undefined) : memberOf(outer, step)),
      readStructural(root, whole).object,
    )
    return jsonEqual(kept, given) ? given : kept
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? getOwn(value, name) : undefined)
