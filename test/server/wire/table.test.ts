import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../../src/cluster/types.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { profiles } from '../../profiles.js'
import { apiService } from '../../../src/kinds/apiregistration/api-service.js'
import { specifiedKinds } from '../../suites/specified-kinds.js'
import { FIELD_TEXTS } from '../../../src/model/generated/descriptions/fields.js'
import { collectionPath, exampleOf, severalOf } from '../../suites/samples.js'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
// The Accept header of kubectl.
const KUBECTL = `${TABLE},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'

const holder =
  'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.'
const NAME = FIELD_TEXTS['meta.v1.ObjectMeta.name']?.[0]?.[1]
const CREATED = FIELD_TEXTS['meta.v1.ObjectMeta.creationTimestamp']?.[0]?.[1]
const columnDefinitions = [
  { name: 'Name', type: 'string', format: 'name', description: NAME, priority: 0 },
  { name: 'Holder', type: 'string', format: '', description: holder, priority: 0 },
  { name: 'Age', type: 'string', format: '', description: CREATED, priority: 0 },
]

async function openLeases() {
  const cluster = createCluster({ seed: 1, featureGates: { WatchList: true } })
  const lease = await cluster.create('Lease', {
    metadata: { name: 'a', labels: { x: 'y' } },
    spec: { holderIdentity: 'me' },
  })
  const ask = async (path: string, init: RequestInit = {}) => {
    const reply = await cluster.fetch(path, {
      ...init,
      headers: { accept: KUBECTL, 'content-type': 'application/json', ...init.headers },
    })
    return { status: reply.status, type: reply.headers.get('content-type'), body: await reply.text() }
  }
  const json = async (path: string, init?: RequestInit) =>
    JSON.parse((await ask(path, init)).body) as Record<string, unknown>
  return { cluster, lease, ask, json }
}

const partialOf = (object: { readonly metadata: object }, version = 'v1') => ({
  kind: 'PartialObjectMetadata',
  apiVersion: `meta.k8s.io/${version}`,
  metadata: object.metadata,
})
const tableOf = (metadata: object, rows: readonly object[], version = 'v1') => ({
  kind: 'Table',
  apiVersion: `meta.k8s.io/${version}`,
  metadata,
  columnDefinitions,
  rows,
})

describe('a Table', () => {
  test('of one object', async () => {
    const { lease, ask } = await openLeases()
    const rows = [{ cells: ['a', 'me', '0s'], object: partialOf(lease) }]
    expect(await ask(`${LEASES}/a`)).toEqual({
      status: 200,
      type: 'application/json',
      body: `${JSON.stringify(tableOf({ resourceVersion: lease.metadata.resourceVersion }, rows))}\n`,
    })
  })

  test('of a list, with its metadata', async () => {
    const { cluster, json } = await openLeases()
    await cluster.create('Lease', { metadata: { name: 'b' } })
    const { items, metadata } = await cluster.list('Lease', { limit: 1 })
    expect(await json(`${LEASES}?limit=1`)).toEqual(
      tableOf({ ...metadata, continue: expect.any(String) as unknown, remainingItemCount: 1 }, [
        { cells: ['a', 'me', '0s'], object: partialOf(items[0]!) },
      ]),
    )
    expect(await json(`${LEASES}?labelSelector=x=z`)).toEqual(
      tableOf({ resourceVersion: metadata.resourceVersion }, []),
    )
  })

  test.each([
    ['', (lease: object) => partialOf(lease as never)],
    ['Metadata', (lease: object) => partialOf(lease as never)],
    ['Object', (lease: object) => lease],
    ['None', () => null],
  ])('includeObject=%s', async (include, object) => {
    const { lease, json } = await openLeases()
    expect((await json(`${LEASES}?includeObject=${include}`))['rows']).toEqual([
      { cells: ['a', 'me', '0s'], object: object(lease) },
    ])
  })

  test('includeObject=Odd is refused after the request has been executed', async () => {
    const { cluster, ask } = await openLeases()
    const message =
      "Unable to convert to Table as requested: includeObject: Invalid value: \"Odd\": must be 'Metadata', 'Object', 'None', or empty"
    const refusal = {
      status: 400,
      type: 'application/json',
      body: `${JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason: 'BadRequest', code: 400 })}\n`,
    }
    expect(await ask(`${LEASES}?includeObject=Odd`)).toEqual(refusal)
    expect(await ask(`${LEASES}?includeObject=Odd&watch=1`)).toEqual(refusal)
    expect(await ask(`${LEASES}?includeObject=Odd`, { method: 'POST', body: '{"metadata":{"name":"b"}}' })).toEqual(
      refusal,
    )
    expect((await cluster.get('Lease', { name: 'b' })).metadata.name).toBe('b')
    expect(await ask(`${LEASES}/b?includeObject=Odd`, { method: 'DELETE' })).toEqual(refusal)
    await expect(cluster.get('Lease', { name: 'b' })).rejects.toThrow('not found')
  })

  test('of a create, with code 201', async () => {
    const { cluster, ask } = await openLeases()
    const { status, body } = await ask(LEASES, { method: 'POST', body: '{"metadata":{"name":"b"}}' })
    const lease = await cluster.get('Lease', { name: 'b' })
    expect([status, JSON.parse(body)]).toEqual([
      201,
      tableOf({ resourceVersion: lease.metadata.resourceVersion }, [
        { cells: ['b', '', '0s'], object: partialOf(lease) },
      ]),
    ])
  })

  test('is never made of a Status', async () => {
    const { json } = await openLeases()
    expect(await json(`${LEASES}/a`, { method: 'DELETE' })).toMatchObject({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Success',
    })
    expect(await json(`${LEASES}/a`)).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 })
  })

  test('in v1beta1', async () => {
    const { lease, json } = await openLeases()
    const accept = 'application/json;as=Table;v=v1beta1;g=meta.k8s.io'
    expect(await json(`${LEASES}/a`, { headers: { accept } })).toEqual(
      tableOf(
        { resourceVersion: lease.metadata.resourceVersion },
        [{ cells: ['a', 'me', '0s'], object: partialOf(lease, 'v1beta1') }],
        'v1beta1',
      ),
    )
  })

  test('in YAML', async () => {
    const { lease, ask } = await openLeases()
    const { type, body } = await ask(`${LEASES}?includeObject=None`, {
      headers: { accept: 'application/yaml;as=Table;v=v1;g=meta.k8s.io' },
    })
    expect([type, body.slice(0, 150), body.slice(body.indexOf('kind:'))]).toEqual([
      'application/yaml',
      "apiVersion: meta.k8s.io/v1\ncolumnDefinitions:\n- description: 'Name must be unique within a namespace. Is required when creating\n    resources, althoug",
      `kind: Table\nmetadata:\n  resourceVersion: "${lease.metadata.resourceVersion}"\nrows:\n- cells:\n  - a\n  - me\n  - 0s\n  object: null\n`,
    ])
  })

  test('has ages at the time of the request', async () => {
    const { cluster, json } = await openLeases()
    await cluster.clock.advance('5h30m')
    expect((await json(LEASES))['rows']).toMatchObject([{ cells: ['a', 'me', '5h30m'] }])
  })
})

/** Reads the first `count` events of a watch of Tables. */
async function watchTables(
  cluster: Cluster,
  path: string,
  count: number,
): Promise<readonly { readonly type: string; readonly object: Record<string, unknown> }[]> {
  const abort = new AbortController()
  const reply = await cluster.fetch(path, { headers: { accept: TABLE }, signal: abort.signal })
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.split('\n').length <= count) text += (await reader.read()).value ?? ''
  abort.abort()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; object: Record<string, unknown> })
}

describe('a watch of Tables', () => {
  const query = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true'

  test('has columnDefinitions in its first event only; the initial-events-end bookmark keeps its annotation', async () => {
    const { cluster, lease } = await openLeases()
    const { resourceVersion } = lease.metadata
    const events = await watchTables(cluster, `${LEASES}?${query}&includeObject=None`, 2)
    const bookmark = {
      metadata: { resourceVersion, creationTimestamp: null, annotations: { 'k8s.io/initial-events-end': 'true' } },
    }
    expect(events).toEqual([
      { type: 'ADDED', object: tableOf({ resourceVersion }, [{ cells: ['a', 'me', '0s'], object: null }]) },
      {
        type: 'BOOKMARK',
        object: {
          ...tableOf({ resourceVersion }, [{ cells: ['', '', '<unknown>'], object: partialOf(bookmark) }]),
          columnDefinitions: null,
        },
      },
    ])
  })

  test('sends an error as a Status', async () => {
    const cluster = createCluster({ seed: 1, history: 1 })
    for (const name of ['a', 'b', 'c']) await cluster.create('Lease', { metadata: { name } })
    expect(await watchTables(cluster, `${LEASES}?watch=1&resourceVersion=1`, 1)).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410 } },
    ])
  })

  test('has columnDefinitions in each event for kinds of the aggregator', async () => {
    const { cluster } = await openLeases()
    for (const object of severalOf(apiService(profiles.kubernetes), 2)) await cluster.create('APIService', object)
    const events = await watchTables(cluster, `/apis/apiregistration.k8s.io/v1/apiservices?watch=1`, 2)
    expect(events.map(({ object }) => (object['columnDefinitions'] as object[]).length)).toEqual([4, 4])
  })
})

describe.each(specifiedKinds.map((kind) => kind(profiles.kubernetes)).map((def) => [def.kind, def] as const))(
  '%s',
  (_, def) => {
    test('has a cell of the right type for every column, also in bookmarks', async () => {
      const cluster = createCluster({ seed: 1, runtimeConfig: { 'api/beta': true }, featureGates: { WatchList: true } })
      if (def.discovery.verbs.includes('create')) await cluster.create(def.kind as 'Lease', exampleOf(def)) // the name of a served kind
      const path = collectionPath(def)
      const list = (await (await cluster.fetch(path, { headers: { accept: TABLE } })).json()) as {
        columnDefinitions: object[]
        rows: { cells: unknown[] }[]
      }
      const bookmarks = def.discovery.verbs.includes('watch')
        ? (
            await watchTables(
              cluster,
              `${path}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
              list.rows.length + 1,
            )
          ).map(({ object }) => (object['rows'] as { cells: unknown[] }[])[0]!)
        : []
      expect(list.columnDefinitions.length).toBe(def.table.columns.filter(({ undeclared }) => !undeclared).length)
      const cells = [...list.rows, ...bookmarks].map((row) => row.cells)
      expect(cells.length).toBeGreaterThan(0)
      // The Count of Events is a number though the type of its column is string.
      const types = def.table.columns.map(({ name, type }) =>
        type === 'integer' || (def.kind === 'Event' && name === 'Count') ? 'number' : 'string',
      )
      for (const row of cells) expect(row.map((cell) => typeof cell)).toEqual(types)
    })
  },
)
