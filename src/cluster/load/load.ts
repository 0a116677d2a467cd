import { mustHave } from '../../base/must-have.js'
import { StatusError } from '../../base/errors/status.js'
import { goQuote } from '../../base/go/printable.js'
import type { Registry } from '../../model/registry/registry.js'
import { namesOf } from '../../model/registry/translate.js'
import type { RestContext } from '../../rest/context.js'
import { convertedTransaction } from '../../rest/storage-conversion.js'
import { place } from '../../rest/write/import.js'
import { FIXTURES } from '../../model/call/cause.js'
import type { KubeObject } from '../../schema/object.js'
import { epochGuard } from '../../store/epoch.js'
import type { Transaction } from '../../store/transaction.js'
import { LibraryNotLoaded, onceLoaded } from '../../base/turns/late-library.js'
import { type Documents, type Located, readInput } from '../../base/input/documents.js'
import { type Input, checkInput } from '../../base/input/input.js'
import { misplaced } from '../../base/input/misplaced.js'
import { isDefinition, withDefined } from '../../kinds/apiextensions/load-definitions.js'
import { type Entry, readEntry } from './entry.js'
import { type LoadFault, LoadError, positionText } from '../../base/input/load-error.js'
import { type Report, textOf } from './fit.js'
import { flatten } from './flatten.js'
import { newestTime } from './newest-time.js'

/** Options of a load. */
export type LoadOptions = {
  /** Creates missing namespaces of objects (default true). */
  readonly createNamespaces?: boolean
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
      if (faults.length > 0) throw new LoadError(inOrder(faults, sources))
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
    if (error instanceof LibraryNotLoaded && faults.length > 0) throw new LoadError(inOrder(faults, sources))
    throw error
  }
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

/** Reads an input that may contain only definitions; anything else is reported as a fault. */
export function readDefinitions({ registry }: RestContext, input: Input): Documents {
  const found = readInput(input, 'crds')
  const items = flatten(found.documents, registry, namesOf(registry.profile), silent)
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
