import { mustHave } from '../../base/must-have.js'
import { StatusError } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import type { Registry } from '../../model/registry/registry.js'
import { type ProfileNames, namesOf } from '../../model/registry/translate.js'
import { type RestContext, keyOf, tableOf } from '../../rest/context.js'
import { convertedTransaction } from '../../rest/storage-conversion.js'
import { place } from '../../rest/write/import.js'
import { FIXTURES } from '../../model/call/cause.js'
import type { KubeObject } from '../../schema/object.js'
import { epochGuard } from '../../store/store.js'
import type { Transaction } from '../../store/transaction.js'
import { LibraryNotLoaded, onceLoaded } from '../../base/turns/late-library.js'
import { type Documents, type Located, readInput } from '../../base/input/documents.js'
import { type Input, checkInput } from '../../base/input/input.js'
import { misplaced } from '../../base/input/misplaced.js'
import { isDefinition, withDefined } from '../../kinds/apiextensions/load-definitions.js'
import { LoadError, type LoadFault, type Position, positionText } from '../../base/input/load-error.js'
import type { WebhookPlace } from '../../model/registry/webhook-place.js'
import { readRelease, releaseName } from '../../model/registry/releases.js'
import { RELEASE_ANNOTATION, type Report, fit, textOf } from './fit.js'
import { getOwn, getPath, isObject, withPath } from '../../base/json/json.js'
import type { KindDef } from '../../model/registry/kind-def.js'
import type { Schema } from '../../schema/types.js'
import { isStored } from '../../model/registry/subresource-of.js'
import { howToServe } from '../../model/registry/kind-words.js'
import { nearest } from '../../base/text/nearest.js'

/** Options of a load. */
export type LoadOptions = {
  /** Creates missing namespaces of objects (default true). */
  readonly createNamespaces?: boolean
  /**
   * Takes what is loaded for the manifests of webhooks, of which only configurations and CustomResourceDefinitions are
   * installed, with client configs that lead to this place.
   */
  readonly webhooks?: WebhookPlace
}

/**
 * Loads fixtures in any order, either all of them or none. Their uid, creationTimestamp, resourceVersion and status are
 * kept; existing objects are replaced. Names of either profile are accepted. In a fresh cluster, without requests so
 * far, the virtual clock moves to the newest time in the fixtures.
 *
 * @throws LoadError with every fault of the fixtures
 */
export async function load(
  context: RestContext,
  input: Input,
  options?: LoadOptions,
  isFresh?: () => boolean,
): Promise<void> {
  checkInput('load', input)
  await loadRead(context, readInput(input, 'fixture'), options, isFresh)
}

/** Loads documents that have been read, unless the state is replaced meanwhile; see {@link load}. */
export async function loadRead(
  context: RestContext,
  documents: Documents,
  options?: LoadOptions,
  isFresh?: () => boolean,
): Promise<void> {
  const mustBeCurrent = epochGuard(context.store)
  await onceLoaded(() => {
    mustBeCurrent()
    loadDocuments(context, documents, options, isFresh)
  })
}

/**
 * Loads documents synchronously, in one transaction; see {@link load}.
 *
 * @throws LoadError, LibraryNotLoaded; nothing is changed in either case
 */
export function loadDocuments(
  context: RestContext,
  { sources, documents, faults: unread }: Documents,
  { createNamespaces = true }: LoadOptions = {},
  isFresh: () => boolean = () => false,
): void {
  const { env, store } = context
  const faults: LoadFault[] = [...unread]
  const reportOf =
    (item: Located, object: string): Report =>
    (field, message) =>
      void faults.push({ ...item.at(field), object, field, message })
  const names = namesOf(context.registry.profile)
  const registry = registryWith(context.registry, documents, faults, sources)
  const items = flatten(documents, registry, names, reportOf)
  const entries = items.map((item) => readEntry(item, registry, names, reportOf)).filter((entry) => entry !== undefined)
  reportRepeated(entries)
  const newest = isFresh() ? newestTime(entries) : undefined
  env.attempt(() => {
    if (newest !== undefined && newest > env.now()) env.restore({ ...env.snapshot(), now: newest })
    store.transact((transaction) => {
      transaction.raise(highestRevision(entries))
      const namespaces = entries.filter(isNamespace)
      const definitions = entries.filter(({ value }) => isDefinition(value))
      const others = entries.filter((entry) => !isNamespace(entry) && !definitions.includes(entry))
      placeAll(context, transaction, namespaces)
      placeAll(context, transaction, definitions)
      if (createNamespaces) createMissing(context, transaction, others)
      else reportMissing(transaction, others, new Set(namespaces.map(({ name }) => name)))
      placeAll(context, transaction, others)
      if (faults.length > 0) throw faulty(faults, documents, sources, context.registry)
    }, FIXTURES)
  })
}

/**
 * Returns the registry with the kinds that the documents define. If that must wait for a library, the faults found so
 * far are thrown first.
 */
function registryWith(
  registry: Registry,
  documents: readonly Located[],
  faults: readonly LoadFault[],
  sources: readonly string[],
): Registry {
  try {
    return withDefined(registry, flatten(documents, registry, namesOf(registry.profile), silent))
  } catch (error) {
    if (error instanceof LibraryNotLoaded && faults.length > 0) throw faulty(faults, documents, sources, registry)
    throw error
  }
}

/** Returns the error of faults, which tells first of which version dumps are that were written in another. */
function faulty(
  faults: readonly LoadFault[],
  documents: readonly Located[],
  sources: readonly string[],
  { profile }: Registry,
): LoadError {
  const foreign = documents.flatMap(({ value, at }): readonly LoadFault[] => {
    const release = readRelease(textOf(getPath(value, ['metadata', 'annotations']), RELEASE_ANNOTATION) ?? '')
    if (!release || release.version === profile.version) return []
    const message = `is of Kubernetes ${releaseName(release)}, and this cluster is ${releaseName(profile)}, without a place for what is named here; kubernetesVersion: '${release.version}' has it`
    return [{ ...at(''), object: 'List', message }]
  })
  return new LoadError(inOrder([...foreign, ...faults], sources))
}

// Faults of a list are reported when its objects are read.
const silent = () => () => undefined

const isNamespace = ({ def }: Entry) => def.kind === 'Namespace' && def.group === ''

function placeAll(context: RestContext, transaction: Transaction<KubeObject>, entries: readonly Entry[]): void {
  for (const { def, value, report, sound } of entries) {
    if (!sound) continue
    try {
      for (const { field, message } of place(context, convertedTransaction(transaction, { def }), def, value, FIXTURES))
        report(field, message)
    } catch (error) {
      if (!(error instanceof StatusError && def.storage.conversion?.failureOf)) throw error
      report(
        'apiVersion',
        `cannot be converted to or from the version that is stored: ${error.message}. No webhook is called here: give objects in the version that their definition stores, or the definition \`conversion: None\` (strategy: None)`,
      )
    }
  }
}

function reportRepeated(entries: readonly Entry[]): void {
  const first = new Map<string, Entry>()
  for (const entry of entries) {
    const { identity, report } = entry
    if (identity === undefined) continue
    const other = first.get(identity)
    if (other) report('', `is given twice, first at ${positionText(other.position())}`)
    else first.set(identity, entry)
  }
}

function highestRevision(entries: readonly Entry[]): number {
  let highest = 0
  for (const { value } of entries) {
    const revision = Number(textOf('metadata' in value ? value.metadata : undefined, 'resourceVersion') ?? 0)
    if (Number.isSafeInteger(revision)) highest = Math.max(highest, revision)
  }
  return highest
}

const NAMESPACES = '/namespaces'

function createMissing(context: RestContext, transaction: Transaction<KubeObject>, entries: readonly Entry[]): void {
  const def = namespaceDef(context.registry)
  // An invalid namespace is reported for each object in it.
  for (const { namespace, sound } of entries)
    if (sound && namespace !== '' && !transaction.get(NAMESPACES, namespace))
      place(context, transaction, def, { metadata: { name: namespace } }, FIXTURES)
}

function reportMissing(
  transaction: Transaction<KubeObject>,
  entries: readonly Entry[],
  loaded: ReadonlySet<string>,
): void {
  for (const { namespace, report } of entries)
    if (namespace !== '' && !transaction.get(NAMESPACES, namespace) && !loaded.has(namespace))
      report(
        'metadata.namespace',
        `there is no namespace ${goQuote(namespace)}, and missing ones are not to be created`,
      )
}

const namespaceDef = (registry: Registry) => mustHave(registry.of('v1', 'Namespace'), 'the kind Namespace')

function inOrder(faults: readonly LoadFault[], sources: readonly string[]): readonly LoadFault[] {
  const rank = new Map(sources.map((source, i) => [source, i]))
  const rankOf = ({ source }: LoadFault) => rank.get(source) ?? 0
  return faults.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

/** Extracts the items of lists among documents. */
export const flattened = ({ registry }: RestContext, documents: readonly Located[]): readonly Located[] =>
  flatten(documents, registry, namesOf(registry.profile), silent)

/** Reads an input that may contain only definitions; anything else is reported as a fault. */
export function readDefinitions(context: RestContext, input: Input): Documents {
  const found = readInput(input, 'crds')
  const items = flattened(context, found.documents)
  const others = items.filter(({ value }) => !isDefinition(value))
  const faults = others.map(({ value, at }): LoadFault => {
    const kind = textOf(value, 'kind')
    const what = kind === undefined ? 'this' : `an object of kind ${goQuote(kind)}`
    const foreign = misplaced(value, 'crds')
    return {
      ...at('kind'),
      message: `crds: ${foreign ?? `${what} is no CustomResourceDefinition of apiextensions.k8s.io/v1; other objects are given as fixtures`}`,
    }
  })
  const missing = items.length + found.faults.length === 0 ? found.sources : []
  return {
    ...found,
    documents: items.filter(({ value }) => isDefinition(value)),
    faults: [
      ...found.faults,
      ...faults,
      ...missing.map((source) => ({ source, message: 'crds: there is no CustomResourceDefinition in it' })),
    ],
  }
}

/**
 * Returns the newest time in objects, in milliseconds since 1970; undefined if there is none. Of custom resources only
 * the metadata counts: their own times may be in the future, such as the expiry of a certificate.
 */
function newestTime(
  objects: readonly { readonly def: Pick<KindDef, 'schema' | 'structural'>; readonly value: object }[],
): number | undefined {
  let newest: number | undefined
  const see = (time: number) => {
    if (Number.isFinite(time)) newest = Math.max(newest ?? time, time)
  }
  for (const { def, value } of objects) {
    const { metadata } = def.schema.properties ?? {}
    if (!def.structural) seeTimes(def.schema, value, see)
    else if (metadata) seeTimes(metadata, getOwn({ ...value }, 'metadata'), see)
  }
  return newest
}

function seeTimes(schema: Schema, value: unknown, see: (time: number) => void): void {
  if (typeof value === 'string') {
    if (schema.format === 'date-time' || schema.format === 'micro-time') see(Date.parse(value))
  } else if (Array.isArray(value)) {
    if (schema.items) for (const item of value) seeTimes(schema.items, item, see)
  } else if (isObject(value)) {
    const { properties = {}, additionalProperties } = schema
    for (const name of Object.keys(value)) {
      const member = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
      if (member) seeTimes(member, value[name], see)
    }
  }
}

const LIST_MEMBERS = ['kind', 'apiVersion', 'metadata', 'items']

/** Extracts the items of lists: `List`, and lists of served kinds, whose items may omit their kind. */
function flatten(
  documents: readonly Located[],
  registry: Registry,
  names: ProfileNames,
  report: (at: Located, label: string) => Report,
): readonly Located[] {
  return documents.flatMap((document) => {
    const { value } = document
    const item = itemTypeOf(value, registry, names)
    if (!item || !isObject(value)) return [document]
    const tell = report(document, textOf(value, 'kind') ?? '')
    for (const member of Object.keys(value))
      if (!LIST_MEMBERS.includes(member))
        tell(member, 'unknown member; a list has apiVersion, kind, metadata and items')
    const items = getOwn(value, 'items') ?? []
    if (!Array.isArray(items)) {
      tell('items', 'must be a list')
      return []
    }
    const inside = items.map((each: unknown, i): Located => {
      const prefix = `items[${i}]`
      const at = (field: string) =>
        document.at(field === '' ? prefix : field.startsWith('[') ? prefix + field : `${prefix}.${field}`)
      return { value: isObject(each) ? { ...item, ...each } : each, at }
    })
    return flatten(inside, registry, names, report)
  })
}

type ItemType = { readonly apiVersion?: string; readonly kind?: string }

/** Returns the type of a list's items that omit it; undefined if the value is not a list. */
function itemTypeOf(value: unknown, registry: Registry, names: ProfileNames): ItemType | undefined {
  const kind = textOf(value, 'kind')
  const apiVersion = textOf(value, 'apiVersion') ?? ''
  if (kind === 'List' && (apiVersion === 'v1' || apiVersion === '')) return {}
  const item = kind?.endsWith('List') ? kind.slice(0, -'List'.length) : ''
  const def = registry.of(apiVersion, item) ?? registry.of(names.apiVersion(apiVersion), item)
  return def && { apiVersion: def.apiVersion, kind: def.kind }
}

/** An object of a fixture that conforms to its kind's schema. */
type Entry = {
  readonly def: KindDef
  readonly value: object
  readonly namespace: string
  readonly name: string
  /** Table and key, identical for two objects that cannot coexist; undefined if the name is to be generated. */
  readonly identity: string | undefined
  readonly position: () => Position
  readonly report: Report
  /** Whether no fault has been found so far. */
  readonly sound: boolean
}

/** The namespace of objects that state none. */
const DEFAULT_NAMESPACE = 'default'

/** Reads an object of a fixture by its kind; undefined if it has no served kind, which is reported. */
function readEntry(
  item: Located,
  registry: Registry,
  names: ProfileNames,
  reportOf: (at: Located, label: string) => Report,
): Entry | undefined {
  const { value } = item
  if (!isObject(value)) {
    const message =
      misplaced(value, 'fixtures') ?? `must be an object with apiVersion and kind, is ${shownAsObject(value)}`
    reportOf(item, '')('', message)
    return undefined
  }
  const metadata = value['metadata']
  const name = textOf(metadata, 'name') ?? ''
  const stated = textOf(metadata, 'namespace') ?? ''
  const kind = textOf(value, 'kind')
  const def = kind === undefined ? undefined : kindOf(registry, names, textOf(value, 'apiVersion') ?? '', kind)
  const namespace = def?.scope === 'Cluster' ? '' : stated || (def ? DEFAULT_NAMESPACE : '')
  const report = reportOf(item, labelOf(kind, keyOf(namespace, name || textOf(metadata, 'generateName') || '')))
  if (!def) {
    tellKind(value, registry, names, report)
    return undefined
  }
  let sound = true
  const note: Report = (field, message) => {
    sound = false
    report(field, message)
  }
  if (!isStored(def)) note('kind', `${def.kind} is answered, never stored`)
  if (def.scope === 'Cluster' && stated) note('metadata.namespace', `objects of kind ${def.kind} are in no namespace`)
  const fitted = fit(def.schema, value, names, note) as Record<string, unknown> // a struct, as the value is an object
  const placed = def.scope === 'Cluster' || !sound ? fitted : withPath(fitted, ['metadata', 'namespace'], namespace)
  const identity = name === '' ? undefined : `${tableOf({ def })} ${keyOf(namespace, name)}`
  return { def, value: placed, namespace, name, identity, position: () => item.at(''), report, sound }
}

const shownAsObject = (value: unknown): string =>
  Array.isArray(value)
    ? 'a list'
    : `${goQuote(String(value))}${typeof value === 'string' ? '; of a file give what it holds rather than its path' : ''}`

const labelOf = (kind: string | undefined, key: string) =>
  kind === undefined ? '' : key === '' || key.endsWith('/') ? kind : `${kind} ${goQuote(key)}`

const kindOf = (registry: Registry, names: ProfileNames, apiVersion: string, kind: string) =>
  registry.of(apiVersion, kind) ?? registry.of(names.apiVersion(apiVersion), kind)

function tellKind(value: object, registry: Registry, names: ProfileNames, report: Report): void {
  const kind = textOf(value, 'kind')
  const apiVersion = textOf(value, 'apiVersion')
  const { kinds, named } = registry
  const foreign = misplaced(value, 'fixtures')
  if (foreign !== undefined) return report('', foreign)
  if (kind === undefined) return report('kind', 'is missing')
  const known = named(kind)
  if (known)
    return report(
      'apiVersion',
      `${apiVersion === undefined ? 'is missing' : `${goQuote(names.apiVersion(apiVersion))} is not served`}; ${kind} is served as ${known.apiVersion}`,
    )
  const off = howToServe(registry, kind)
  if (off !== undefined) return report('kind', `${goQuote(kind)} is not served; ${off}`)
  const all = kinds().map((def) => def.kind)
  const near = nearest(kind, all)
  report(
    'kind',
    `${goQuote(kind)} is not served${near ? `, did you mean ${goQuote(near)}?` : ''}; the kinds served are ${[...new Set(all)].sort().join(', ')}`,
  )
}
