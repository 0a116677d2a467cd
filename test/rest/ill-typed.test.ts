import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { openServer } from '../kinds/asking.js'

type Seen = { readonly metadata: { readonly managedFields?: readonly object[]; readonly generation?: number } }

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

const deployment = (metadata: object) => ({
  metadata: { name: 'a' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' }, ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
})

const made = async (path: string, body: object) => (await openServer()('POST', path, body)).body as unknown as Seen // an object

test.each([
  ['a fieldsV1 that is a list', DEPLOYMENTS, deployment({ managedFields: [{ fieldsV1: [] }] })],
  ['a fieldsV1 that is a string', DEPLOYMENTS, deployment({ managedFields: [{ fieldsV1: 'x' }] })],
  ['a list item without its key', '/api/v1/namespaces/default/serviceaccounts', { secrets: [null] }],
])('an object with %s has no managedFields', async (_, path, body) => {
  const object = await made(path, { ...body, metadata: { name: 'a', labels: { a: 'b' } } })
  expect(object.metadata.managedFields).toBeUndefined()
})

test('an error of type tells the type of the keys of a map', async () => {
  const { body } = await openServer()('POST', '/api/v1/namespaces/default/persistentvolumeclaims', {
    metadata: { name: 'a' },
    status: { allocatedResourceStatuses: [] },
  })
  expect(body['message']).toContain('allocatedResourceStatuses of type map[v1.ResourceName]v1.ClaimResourceStatus')
})

test('empty managedFields of a pod template are dropped and change nothing', async () => {
  const ask = openServer()
  await ask('POST', DEPLOYMENTS, deployment({}))
  const { body } = await ask('PATCH', `${DEPLOYMENTS}/a`, deployment({ managedFields: [] }))
  expect((body as unknown as Seen).metadata.generation).toBe(1) // a Deployment
  expect(JSON.stringify(body['spec'])).not.toContain('managedFields')
})

test('managedFields with an unknown kind of path element are dropped', async () => {
  const ask = openServer()
  await ask('POST', CONFIG_MAPS, { metadata: { name: 'a', labels: { a: 'b' } } })
  const managedFields = [
    { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'x:y': {} } },
  ]
  const { body } = await ask('PATCH', `${CONFIG_MAPS}/a`, { metadata: { managedFields } })
  expect((body as unknown as Seen).metadata.managedFields).toBeUndefined() // a ConfigMap
})

async function applied(managedFields: unknown): Promise<string> {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', managedFields } })
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  const reply = await cluster.fetch(`${CONFIG_MAPS}/a?fieldManager=m`, { method: 'PATCH', headers, body })
  const told = (await reply.json()) as { readonly message?: string } // an object or a Status
  return `${reply.status} ${told.message ?? ''}`
}

test.each([
  [[], '400 metadata.managedFields must be nil'],
  [[{}], '400 metadata.managedFields must be nil'],
  [
    {},
    '500 failed to create typed patch object (/a; /v1, Kind=ConfigMap): .metadata.managedFields: expected list, got &{map[]}',
  ],
  [[null], '201 '],
])('an applied object may have no managedFields: %j', async (managedFields, told) => {
  expect(await applied(managedFields)).toBe(told)
})

test('a resourceVersion is an unsigned 64-bit integer', async () => {
  const ask = openServer()
  await ask('POST', CONFIG_MAPS, { metadata: { name: 'a' } })
  const send = async (resourceVersion: string) =>
    (await ask('PATCH', `${CONFIG_MAPS}/a`, { metadata: { resourceVersion } })).body['message']
  expect(await send('18446744073709551616')).toBe(
    'strconv.ParseUint: parsing "18446744073709551616": value out of range',
  )
  expect(await send('18446744073709551615')).toMatch(/^Operation cannot be fulfilled/)
})

test('a zero deletionTimestamp is ignored by a create, and refused as a change by an update', async () => {
  const ask = openServer()
  const metadata = { name: 'a', labels: { a: 'b' }, deletionTimestamp: '0001-01-01T00:00:00Z' }
  const { body } = await ask('POST', CONFIG_MAPS, { metadata })
  expect(JSON.stringify(body)).not.toContain('deletionTimestamp')
  expect((await ask('PATCH', `${CONFIG_MAPS}/a`, { metadata })).body['message']).toBe(
    'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable',
  )
})

test('the fraction of a deletionTimestamp is shown in the error until v1.34, and not stored', async () => {
  const ask = openServer()
  await ask('POST', CONFIG_MAPS, { metadata: { name: 'a' } })
  const metadata = { name: 'a', deletionTimestamp: '2024-05-01T12:00:00.12300+02:00' }
  for (const method of ['PUT', 'PATCH'])
    expect((await ask(method, `${CONFIG_MAPS}/a`, { metadata })).body['message']).toBe(
      'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: 2024-05-01 10:00:00.123 +0000 UTC: field is immutable',
    )
  const later = openServer({ kubernetesVersion: '1.34' })
  await later('POST', CONFIG_MAPS, { metadata: { name: 'a' } })
  expect((await later('PUT', `${CONFIG_MAPS}/a`, { metadata })).body['message']).toBe(
    'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: "2024-05-01T10:00:00Z": field is immutable',
  )
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const applied = await cluster.fetch(`${CONFIG_MAPS}/b?fieldManager=m`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, name: 'b' } }),
  })
  expect(await applied.text()).toContain('"deletionTimestamp":"2024-05-01T10:00:00Z"')
})

test('an error about a list key that is an object shows its content', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const send = async (name: unknown) => {
    const spec = { containers: [{ name, image: 'i' }] }
    const reply = await cluster.fetch('/api/v1/namespaces/default/pods/a?fieldManager=m', {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec }),
    })
    return ((await reply.json()) as { readonly message: string }).message // a Status
  }
  expect(await send({})).toContain('.spec.containers[name=].name: expected string')
  expect(await send({ b: ['c', 1] })).toContain('.spec.containers[name=b=["c",1]].name: expected string')
})

/** Creates an object and patches it with the media type; returns code, message and warning of the reply. */
async function patched(media: string, path: string, stored: object, patch: object) {
  const cluster = createCluster({
    seed: 1,
    controllers: 'none',
    profile: 'kubernetes',
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  const send = (method: string, at: string, type: string, body: object) =>
    cluster.fetch(at, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })
  await send('POST', path, 'application/json', stored)
  const reply = await send('PATCH', `${path}/a?fieldManager=m`, media, patch)
  const { message } = (await reply.json()) as { readonly message?: string } // an object or a Status
  return { code: reply.status, message, warning: reply.headers.get('warning') }
}

test('apply fails on a stored list item without its key', async () => {
  const stored = { metadata: { name: 'a' }, secrets: [{ name: 'p' }, { kind: 'X' }] }
  const config = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } }
  const path = '/api/v1/namespaces/default/serviceaccounts'
  expect(await patched('application/apply-patch+yaml', path, stored, config)).toMatchObject({
    code: 500,
    message:
      'failed to create manager for existing fields: failed to convert new object (default/a; /v1, Kind=ServiceAccount) to smd typed: .secrets: element 1: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)',
  })
})

test.each(['Application/Merge-Patch+JSON', 'application/json'])(
  'a patch of media type %s is refused by the router, without the warning of the kind',
  async (media) => {
    const path = '/api/v1/namespaces/default/endpoints'
    expect(await patched(media, path, { metadata: { name: 'a' } }, {})).toEqual({
      code: 415,
      message: '415: Unsupported Media Type',
      warning: null,
    })
  },
)

test('an unknown field selector is refused before invalid DeleteOptions', async () => {
  const { code, body } = await openServer()('DELETE', `${CONFIG_MAPS}?fieldSelector=a%3Db`, { dryRun: ['x'] })
  expect([code, body['message']]).toEqual([
    400,
    '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ])
})

test('a managedFields entry with a malformed apiVersion drops all entries', async () => {
  const ask = openServer()
  await ask('POST', CONFIG_MAPS, { metadata: { name: 'a', labels: { a: 'b' } } })
  const owners = async (apiVersion: string) => {
    const owner = { manager: 'x', operation: 'Update', apiVersion, fieldsType: 'FieldsV1', fieldsV1: {} }
    const { body } = await ask('PUT', `${CONFIG_MAPS}/a`, {
      metadata: { name: 'a', managedFields: [owner] },
      data: { [apiVersion.length]: '' },
    })
    return (body as unknown as Seen).metadata.managedFields // a ConfigMap
  }
  expect(await owners('other/v1')).toHaveLength(1)
  expect(await owners('no/such/v1')).toBeUndefined()
})

test('a patch without Content-Type is a 406 with Content-Length 0, and a 415 otherwise and since v1.34', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion: '1.33' })
  const later = createCluster({ seed: 1, controllers: 'none', profile: 'kubernetes', kubernetesVersion: '1.34' })
  const ask = async (headers: { readonly [header: string]: string }, { fetch } = cluster) => {
    const reply = await fetch(`${CONFIG_MAPS}/a`, { method: 'PATCH', headers })
    return [reply.status, ((await reply.json()) as { readonly message?: string }).message] // a Status
  }
  const none = 'Available representations: '
  expect(await ask({ 'content-length': '0' })).toEqual([406, `406: Not Acceptable\n\n${none}`])
  expect(await ask({})).toEqual([415, `415: Unsupported Media Type\n\n${none}`])
  expect(await ask({ 'content-length': '0' }, later)).toEqual([415, '415: Unsupported Media Type'])
  expect(await ask({}, later)).toEqual([415, '415: Unsupported Media Type'])
})
