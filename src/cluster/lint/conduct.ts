import { isObject } from '../../base/json/json.js'
import { append } from '../../base/lists/lists.js'
import { releaseOf } from '../options.js'
import { newCluster } from '../cluster.js'
import { makeParts } from '../parts-from-options.js'
import type { Cluster } from '../types.js'
import type { LintOptions, LintReport, LintResult } from './types.js'
import { type JsonPatchOperation, createJsonPatch } from '../../model/patch/diff.js'
import type { Admission } from '../../rest/admission.js'
import { type Documents, readInput } from '../../base/input/documents.js'
import type { Input } from '../../base/input/input.js'
import { type Position, LoadError } from '../../base/input/load-error.js'

/** How an object is written: as it would be by a client, or tried once more without being stored. */
type Manner = 'written' | 'tried'

type Answer = { readonly code: number; readonly body: unknown; readonly warnings: readonly string[] }

/** The answer to the write of an object. */
type Written = Answer & Pick<LintResult, 'patch'>

/** Writes objects to a cluster through requests, as clients do. */
function createWriter(cluster: Cluster, watched: WatchedAdmission, kubernetesVersion: string) {
  const send = (path: string, init: RequestInit) => answerOf(cluster.fetch(path, init))
  const resources = new Map<string, string>()

  /** Returns the path of the collection of a kind; undefined if it is not served. */
  async function collectionOf({ apiVersion, kind, namespace }: Subject): Promise<string | undefined> {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
    const key = `${base} ${kind}`
    if (!resources.has(key)) {
      const { body } = await send(base, {})
      const found = isObject(body) && Array.isArray(body['resources']) ? body['resources'].filter(isObject) : []
      const own = found.find((one) => one['kind'] === kind && !String(one['name']).includes('/'))
      if (!own) return undefined
      resources.set(key, `${own['namespaced'] === true ? 'namespaced ' : ''}${String(own['name'])}`)
    }
    const [plural, scope] = (resources.get(key) ?? '').split(' ').reverse()
    return scope === undefined ? `${base}/${plural}` : `${base}/namespaces/${namespace || 'default'}/${plural}`
  }

  /** Creates the namespace of an object, if it is missing. */
  async function ensureNamespace(namespace: string): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
    await send('/api/v1/namespaces', { method: 'POST', ...json(body, 'application/json') })
  }

  async function sendWatched(path: string, init: RequestInit): Promise<Written> {
    const [answer, patch] = await watched.during(() => send(path, init))
    return { ...answer, patch }
  }

  async function write(subject: Subject, manner: Manner): Promise<Written> {
    const path = await collectionOf(subject)
    if (path === undefined) return NOT_SERVED(subject)
    if (path.includes('/namespaces/')) await ensureNamespace(subject.namespace || 'default')
    const value = manner === 'tried' ? withoutStored(subject.value) : subject.value
    const query = manner === 'tried' ? 'dryRun=All&fieldValidation=Ignore' : 'fieldValidation=Strict'
    const made = await sendWatched(`${path}?${query}`, { method: 'POST', ...json(value, 'application/json') })
    if (!isTaken(made)) return made
    // Admission was asked before the name was found to be taken.
    if (manner === 'tried') return { ...made, code: 200 }
    return sendWatched(`${path}/${subject.name}?${query}&fieldManager=lint&force=true`, {
      method: 'PATCH',
      ...json(value, 'application/apply-patch+yaml'),
    })
  }

  return async (subject: Subject, manner: Manner): Promise<LintResult> => ({
    kubernetesVersion,
    ...resultOf(subject, await write(subject, manner)),
  })
}

function resultOf(
  { kind, namespace, name, at, value }: Subject,
  written: Written,
): Omit<LintResult, 'kubernetesVersion'> {
  const { code, body, warnings, patch } = written
  const label = name || `${String(isObject(value['metadata']) ? (value['metadata']['generateName'] ?? '') : '')}…`
  const status = isObject(body) ? body : {}
  return {
    source: at.source,
    ...(at.line === undefined ? {} : { line: at.line }),
    object: `${kind} ${namespace ? `${namespace}/` : ''}${label}`,
    isAdmitted: code < 300,
    ...(code < 300 ? {} : { code, ...textMember(status, 'message'), ...textMember(status, 'reason') }),
    warnings,
    patch,
  }
}

const NOT_SERVED = ({ apiVersion, kind }: Subject): Written => ({
  code: 404,
  body: { message: `no matches for kind "${kind}" in version "${apiVersion}"`, reason: 'NotFound' },
  warnings: [],
  patch: [],
})

const isTaken = ({ code, body }: Answer): boolean =>
  code === 409 && isObject(body) && body['reason'] === 'AlreadyExists'

const json = (value: unknown, type: string) => ({ headers: { 'content-type': type }, body: JSON.stringify(value) })

const textMember = (status: { readonly [member: string]: unknown }, member: 'message' | 'reason') =>
  typeof status[member] === 'string' ? { [member]: status[member] } : {}

/** Returns an object without what a server has stored with it. */
function withoutStored({ status: _, ...object }: Subject['value']): Subject['value'] {
  if (!isObject(object['metadata'])) return object
  const { managedFields: __, resourceVersion: ___, ...metadata } = object['metadata']
  return { ...object, metadata }
}

async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const reply = await asked
  const isJson = reply.headers.get('content-type')?.startsWith('application/json')
  const body: unknown = isJson ? await reply.json() : { message: (await reply.text()).trim() }
  return { code: reply.status, body, warnings: warningsOf(reply.headers.get('warning') ?? '') }
}

/** Reads the texts of a Warning header. */
const warningsOf = (header: string): readonly string[] =>
  [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1'))

/** The objects to write, and those to try. */
type Subjects = { readonly written: readonly Subject[]; readonly tried: readonly Subject[] }

/** Reads what is given once, and writes it to a cluster of each version, made for that. */
export async function conductLint(options: LintOptions): Promise<LintReport> {
  const { profile, manifests = [], policies = [], against = [] } = options
  const { kubernetesVersion = releaseOf({ profile }).version } = options
  const [first, then, tried] = [
    subjectsOf(policies, 'policies'),
    subjectsOf(manifests, 'manifests'),
    subjectsOf(against, 'against'),
  ]
  const kubernetesVersions = [kubernetesVersion].flat()
  const results: LintResult[] = []
  for (const version of kubernetesVersions)
    append(results, await lintedBy(version, options, { written: inOrder([...first, ...then]), tried }))
  return {
    kubernetesVersions,
    results,
    refused: results.filter(({ isAdmitted }) => !isAdmitted).length,
    warned: results.filter(({ isAdmitted, warnings }) => isAdmitted && warnings.length > 0).length,
  }
}

/** Writes the subjects one after the other to a cluster of a version, and those of `against` once more as a trial. */
async function lintedBy(
  kubernetesVersion: string,
  { against = [], manifests: _, policies: __, ...settings }: LintOptions,
  { written, tried }: Subjects,
): Promise<readonly LintResult[]> {
  // Accounts and certificates are there as on a server whose controllers run; nothing else acts.
  const controllers = ['service-accounts', 'root-certificates'] as const
  const parts = makeParts({ seed: 1, controllers, ...settings, kubernetesVersion })
  const watched = watchAdmission(parts.admission)
  const cluster = newCluster({ ...parts, admission: watched.admission })
  const write = createWriter(cluster, watched, kubernetesVersion)
  await cluster.load(against)
  const results: LintResult[] = []
  for (const subject of written) results.push(await write(subject, 'written'))
  for (const subject of tried) results.push(await write(subject, 'tried'))
  return results
}

const FIRST = ['Namespace', 'CustomResourceDefinition']

/** Puts what others depend on first. */
const inOrder = (subjects: readonly Subject[]): readonly Subject[] => [
  ...FIRST.flatMap((kind) => subjects.filter((subject) => subject.kind === kind)),
  ...subjects.filter(({ kind }) => !FIRST.includes(kind)),
]

type Patch = readonly JsonPatchOperation[]

/** Admission that is watched: what it changes of the objects that clients write. */
type WatchedAdmission = {
  readonly admission: Admission
  /** Waits for a request of a client; returns its answer, and what admission changed of the object in it. */
  readonly during: <T>(request: () => Promise<T>) => Promise<readonly [answer: T, patch: Patch]>
}

/** Makes admission that can be watched. */
export function watchAdmission(admission: Admission): WatchedAdmission {
  let patch: Patch = []
  return {
    admission: {
      ...admission,
      *admit(context, write) {
        const isWatched = write.call.controller === undefined
        // A write that waited may be admitted again, and refused then.
        if (isWatched) patch = []
        const object = (yield* admission.admit(context, write)) ?? write.object
        if (isWatched) patch = createJsonPatch(write.object, object)
        return object
      },
    },
    async during(request) {
      patch = []
      const answer = await request()
      return [answer, patch]
    },
  }
}

/** An object to be written, and where it is given. */
type Subject = {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly value: { readonly [member: string]: unknown }
  readonly at: Position
}

/**
 * Reads the objects of an input, those of lists too.
 *
 * @throws LoadError for what is no object with an apiVersion and a kind
 */
export function subjectsOf(input: Input, name: string): readonly Subject[] {
  const documents: Documents = readInput(input, name)
  const faults = [...documents.faults]
  const subjects = documents.documents.flatMap(({ value, at }) =>
    itemsOf(value).flatMap(([item, path]): readonly Subject[] => {
      const place = at(path)
      const { apiVersion, kind, metadata } = item
      if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
        faults.push({ ...place, message: `${name}: must be an object with apiVersion and kind` })
        return []
      }
      const meta = isObject(metadata) ? metadata : {}
      return [
        { apiVersion, kind, namespace: text(meta['namespace']), name: text(meta['name']), value: item, at: place },
      ]
    }),
  )
  if (faults.length > 0) throw new LoadError(faults)
  return subjects
}

type Item = Subject['value']

function itemsOf(value: unknown): readonly (readonly [item: Item, path: string])[] {
  if (!isObject(value)) return [[{}, '']]
  const { kind, items } = value
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [[value, '']]
  return items.map((item: unknown, i) => [isObject(item) ? item : {}, `items[${i}]`])
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
