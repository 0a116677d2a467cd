import { describe, expect, test } from 'vitest'
import type { Cluster } from '../src/cluster/types.js'
import { createCluster } from '../src/cluster/cluster.js'
import { profiles } from './profiles.js'
import { createRegistry } from '../src/model/registry/registry.js'
import { specifiedKinds } from './suites/specified-kinds.js'
import type { KubeObject } from '../src/schema/object.js'
import { readRecorded, translated } from './conformance/recorded.js'
import { exampleOf } from './suites/samples.js'

type Listed = {
  readonly action: 'list' | 'post' | 'deletecollection' | 'get' | 'put' | 'delete' | 'patch'
  readonly consumes?: readonly string[]
  /** Media types by status code. */
  readonly produces: Readonly<Record<string, readonly string[]>>
}
type Operation = Listed & { readonly kind: string; readonly method: string; readonly path: string }
type Profile = 'example' | 'kubernetes'

// The tables of the specification are the documents of the real server with the names of the profile.
function operationsOf(profile: Profile): readonly Operation[] {
  const recorded = JSON.stringify(readRecorded('facts/paths.json.gz'))
  const kinds = JSON.parse(profile === 'example' ? translated(recorded) : recorded) as Readonly<
    Record<string, Readonly<Record<string, Listed>>>
  >
  return Object.entries(kinds).flatMap(([kind, operations]) =>
    Object.entries(operations).map(([at, operation]) => {
      const [method = '', path = ''] = at.split(' ')
      return { kind, method, path, ...operation }
    }),
  )
}

const MERGE = 'application/merge-patch+json'
const PATCHES: Readonly<Record<string, (object: KubeObject) => unknown>> = {
  [MERGE]: () => ({ metadata: { labels: { touched: 'yes' } } }),
  'application/strategic-merge-patch+json': () => ({ metadata: { labels: { touched: 'yes' } } }),
  'application/json-patch+json': () => [{ op: 'add', path: '/metadata/annotations', value: { touched: 'yes' } }],
  'application/apply-patch+yaml': ({ kind, apiVersion, metadata }) => ({
    kind,
    apiVersion,
    metadata: { name: metadata.name, annotations: { touched: 'yes' } },
  }),
}

/** The status code and kind of the reply to a DELETE: by the specification, and by the real server. */
function deletion({ kind, action }: Operation, profile: Profile): readonly [number, string] {
  if (action === 'deletecollection') return profile === 'example' ? [200, 'Status'] : [200, `${kind}List`]
  if (kind === 'PersistentVolumeClaim') return [200, kind]
  // A namespace is terminating until its content is deleted.
  if (kind === 'Namespace') return profile === 'example' ? [202, 'Status'] : [200, kind]
  return [200, 'Status']
}

function wanted(operation: Operation, profile: Profile): readonly [number, string] {
  const { action, kind } = operation
  if (action === 'delete' || action === 'deletecollection') return deletion(operation, profile)
  return [action === 'post' ? 201 : 200, action === 'list' ? `${kind}List` : kind]
}

/** Creates a cluster with the example of the kind, unless the operation creates it. */
async function prepare(
  { kind, action }: Operation,
  profile: Profile,
): Promise<{ readonly cluster: Cluster; readonly object: KubeObject }> {
  const cluster = createCluster({ seed: 1, controllers: 'none', profile, runtimeConfig: { 'api/beta': true } })
  const def = specifiedKinds.map((make) => make(profiles[profile])).find((candidate) => candidate.kind === kind)!
  const body = exampleOf(def)
  if (action === 'post') return { cluster, object: body }
  return {
    cluster,
    object: def.discovery.verbs.includes('create')
      ? await cluster.create(kind, body)
      : await cluster.get(kind, { name: body.metadata.name! }),
  }
}

function send(
  cluster: Cluster,
  { method, path, action }: Operation,
  object: KubeObject,
  {
    type = 'application/json',
    accept = 'application/json',
    patch = MERGE,
    headers = {},
  }: {
    readonly type?: string
    readonly accept?: string
    readonly patch?: string
    readonly headers?: Readonly<Record<string, string>>
  } = {},
): Promise<Response> {
  const { name = '', namespace = 'default' } = object.metadata
  const body = action === 'post' || action === 'put' ? object : action === 'patch' ? PATCHES[patch]!(object) : undefined
  const query = patch === 'application/apply-patch+yaml' ? '?fieldManager=operations' : ''
  return cluster.fetch(path.replace('{namespace}', namespace).replace('{name}', name) + query, {
    method,
    headers: {
      accept,
      ...(body === undefined ? {} : { 'content-type': action === 'patch' ? patch : type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

describe.each(['example', 'kubernetes'] as const)('names of %s', (profile) => {
  const operations = operationsOf(profile)

  test('the specification lists 102 operations, of the registered kinds', () => {
    expect(operations).toHaveLength(102)
    const { kinds } = createRegistry(
      profiles[profile],
      specifiedKinds.map((kind) => kind(profiles[profile])),
    )
    expect(new Set(operations.map(({ kind }) => kind))).toEqual(new Set(kinds().map(({ kind }) => kind)))
  })

  test('all 102 reply with a listed status code and the right kind', async () => {
    let answered = 0
    for (const operation of operations) {
      const { cluster, object } = await prepare(operation, profile)
      const response = await send(cluster, operation, object)
      const { kind } = (await response.json()) as KubeObject // every listed success is an object of some kind
      const title = `${operation.method} ${operation.path}`
      expect([title, response.status, kind, response.headers.get('content-type')]).toEqual([
        title,
        ...wanted(operation, profile),
        'application/json',
      ])
      expect(Object.keys(operation.produces)).toContain(String(response.status))
      answered++
    }
    expect(answered).toBe(102)
  })

  test('all 102 are 401 without the token of the cluster', async () => {
    let refused = 0
    const cluster = createCluster({
      seed: 1,
      controllers: 'none',
      profile,
      token: 'secret',
      runtimeConfig: { 'api/beta': true },
    })
    const want = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    }
    for (const operation of operations) {
      const { object } = await prepare(operation, profile)
      const response = await send(cluster, operation, object)
      expect([response.status, await response.json()]).toEqual([401, want])
      const known = await send(cluster, { ...operation, method: 'GET', action: 'get' }, object, {
        headers: { authorization: 'Bearer secret' },
      })
      expect(known.status).not.toBe(401)
      refused++
    }
    expect(refused).toBe(102)
  })

  test('all 102 read and write YAML', async () => {
    let answered = 0
    for (const operation of operations) {
      const { cluster, object } = await prepare(operation, profile)
      // The body is JSON, which is YAML too; this tests that the media type is accepted.
      const response = await send(cluster, operation, object, { accept: 'application/yaml', type: 'application/yaml' })
      const [code, kind] = wanted(operation, profile)
      expect([response.status, response.headers.get('content-type')]).toEqual([code, 'application/yaml'])
      expect(await response.text()).toMatch(new RegExp(`^kind: ${kind}$`, 'm'))
      answered++
    }
    expect(answered).toBe(102)
  })

  const patching = operations.filter(({ action }) => action === 'patch')

  test.each(Object.keys(PATCHES))('every PATCH accepts %s', async (type) => {
    expect(patching).toHaveLength(17)
    for (const operation of patching) {
      expect(operation.consumes).toContain(type)
      const { cluster, object } = await prepare(operation, profile)
      const response = await send(cluster, operation, object, { patch: type })
      const { kind, metadata } = (await response.json()) as KubeObject // the object as patched
      expect([operation.path, response.status, kind]).toEqual([operation.path, 200, operation.kind])
      // A patch of `/status` drops changes of labels and annotations: only its reply is checked.
      const touched =
        operation.path.endsWith('/status') || { ...metadata.labels, ...metadata.annotations }['touched'] === 'yes'
      expect(touched).toBe(true)
    }
  })
})
