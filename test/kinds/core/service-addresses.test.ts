import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { type Ask, openServer, wordsOf } from '../asking.js'

const SERVICES = '/api/v1/namespaces/default/services'
const RANGES = '/apis/networking.k8s.io/v1/servicecidrs'
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses'
const ports = [{ port: 80 }]

const make = (ask: Ask, name: string, spec: object = {}, query = '') =>
  ask('POST', SERVICES + query, { metadata: { name }, spec: { ports, ...spec } })

const specOf = async (reply: ReturnType<Ask>) => (await reply).body['spec'] as Record<string, unknown> // of a Service

async function addressesIn(ask: Ask): Promise<readonly string[]> {
  const { body } = await ask('GET', ADDRESSES)
  return (body['items'] as readonly { metadata: { name: string } }[]).map(({ metadata }) => metadata.name) // items of a list
}

test('each address of a Service has an IPAddress, until the Service no longer has the address', async () => {
  const ask = openServer()
  await make(ask, 'web', { clusterIP: '10.0.0.78' })
  const { body } = await ask('GET', `${ADDRESSES}/10.0.0.78`)
  expect(body).toMatchObject({
    metadata: {
      labels: {
        'ipaddress.kubernetes.io/ip-family': 'IPv4',
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      },
      managedFields: [{ manager: 'kube-apiserver', operation: 'Update' }],
    },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'web' } },
  })
  const external = { type: 'ExternalName', externalName: 'a.example', clusterIP: '', clusterIPs: null }
  await ask('PATCH', `${SERVICES}/web`, { spec: external })
  expect(await addressesIn(ask)).toEqual(['10.0.0.1'])
  await make(ask, 'other', { clusterIP: '10.0.0.78' })
  await ask('DELETE', `${SERVICES}/other`)
  expect(await addressesIn(ask)).toEqual(['10.0.0.1'])
})

test('an IPAddress is created before its Service, and deleted after it', async () => {
  const cluster = createCluster({ controllers: 'none' })
  const addresses = eventsOf(await cluster.watch('IPAddress'))
  const web = await cluster.create('v1/Service', { metadata: { name: 'web' }, spec: { ports } })
  const { object: added } = await next(addresses)
  expect(Number(added.metadata.resourceVersion)).toBe(Number(web.metadata.resourceVersion) - 1)
  const services = eventsOf(
    await cluster.watch('v1/Service', {
      fieldSelector: 'metadata.name=web',
      resourceVersion: web.metadata.resourceVersion ?? '',
    }),
  )
  await cluster.delete('v1/Service', { name: 'web' })
  const [service, address] = [await next(services), await next(addresses)]
  expect([service.type, address.type]).toEqual(['DELETED', 'DELETED'])
  expect(Number(address.object.metadata.resourceVersion)).toBe(Number(service.object.metadata.resourceVersion) + 1)
})

test('a terminating Service keeps its address until its last finalizer is removed', async () => {
  const ask = openServer()
  await ask('POST', SERVICES, {
    metadata: { name: 'held', finalizers: ['a/b'] },
    spec: { clusterIP: '10.0.0.90', ports },
  })
  await ask('DELETE', `${SERVICES}/held`)
  expect(await addressesIn(ask)).toContain('10.0.0.90')
  const free = { metadata: { finalizers: null } }
  await ask('PATCH', `${SERVICES}/held`, free)
  expect(await addressesIn(ask)).not.toContain('10.0.0.90')
})

test('a Service whose IPAddress was deleted can be deleted', async () => {
  const ask = openServer()
  await make(ask, 'web', { clusterIP: '10.0.0.78' })
  await ask('DELETE', `${ADDRESSES}/10.0.0.78`)
  expect((await ask('DELETE', `${SERVICES}/web`)).code).toBe(200)
  expect((await ask('GET', `${SERVICES}/web`)).code).toBe(404)
  expect(await addressesIn(ask)).toEqual(['10.0.0.1'])
  // The address is free again.
  expect(await specOf(make(ask, 'other', { clusterIP: '10.0.0.78' }))).toMatchObject({ clusterIP: '10.0.0.78' })
})

test('does not allocate an address that has an IPAddress of somebody else', async () => {
  const ask = openServer()
  const parentRef = { resource: 'services', namespace: 'default', name: 'x' }
  for (const name of ['10.0.0.2', '10.0.0.77'])
    await ask('POST', ADDRESSES, { metadata: { name }, spec: { parentRef } })
  expect(wordsOf(await make(ask, 'a', { clusterIP: '10.0.0.77' }))).toMatch(
    /10\.0\.0\.77: provided IP is already allocated/,
  )
  expect(await specOf(make(ask, 'b'))).toMatchObject({ clusterIP: '10.0.0.3' })
})

test('does not allocate the first and the last address of a range', async () => {
  const ask = openServer()
  for (const clusterIP of ['10.0.0.0', '10.0.0.255', '10.9.9.9'])
    expect(wordsOf(await make(ask, 'a', { clusterIP }))).toContain(
      'the provided network does not match the current range',
    )
  await ask('POST', RANGES, { metadata: { name: 'over' }, spec: { cidrs: ['10.0.0.0/16'] } })
  // The smaller range applies.
  expect(wordsOf(await make(ask, 'a', { clusterIP: '10.0.0.255' }))).toContain(
    'the provided IP (10.0.0.255) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
  )
  expect((await make(ask, 'a', { clusterIP: '10.0.1.0' })).code).toBe(201)
})

test('allocates from another range when the first is full, unless that is being deleted', async () => {
  const ask = openServer({ kubernetesVersion: '1.36' })
  for (let i = 0; i < 253; i++) expect((await make(ask, `s${i}`)).code).toBe(201)
  const full = await make(ask, 'more')
  expect([full.code, full.body['message']]).toEqual([
    500,
    'Internal error occurred: failed to allocate a serviceIP for Service "more": range is full',
  ])
  await ask('POST', RANGES, { metadata: { name: 'more' }, spec: { cidrs: ['10.1.0.0/30'] } })
  expect(await specOf(make(ask, 'a'))).toMatchObject({ clusterIP: '10.1.0.1' })
  await ask('DELETE', `${RANGES}/more`)
  expect((await make(ask, 'b')).code).toBe(500)
})

test('a ServiceCIDR stays terminating while a Service has an address of it', async () => {
  const cluster = createCluster({ clock: 'virtual' })
  await cluster.create('ServiceCIDR', { metadata: { name: 'more' }, spec: { cidrs: ['10.1.0.0/29'] } })
  await cluster.clock.advance('1s')
  await cluster.create('v1/Service', { metadata: { name: 'web' }, spec: { clusterIP: '10.1.0.1', ports } })
  await cluster.delete('ServiceCIDR', { name: 'more' })
  await cluster.clock.advance('1m')
  expect((await cluster.get('ServiceCIDR', { name: 'more' })).status?.conditions).toMatchObject([
    { type: 'Ready', status: 'False', reason: 'Terminating' },
  ])
  await cluster.delete('v1/Service', { name: 'web' })
  await cluster.clock.advance('1m')
  await expect(cluster.get('ServiceCIDR', { name: 'more' })).rejects.toThrow('not found')
})

test('a dry run allocates nothing, and answers with placeholders', async () => {
  const ask = openServer()
  const tried = (spec: object) => make(ask, 'dry', spec, '?dryRun=All')
  const two = [
    { name: 'a', port: 80 },
    { name: 'b', port: 81 },
  ]
  expect(await specOf(tried({ type: 'NodePort', ports: two }))).toMatchObject({
    clusterIP: '10.0.0.0',
    ports: [{ nodePort: 32769 }, { nodePort: 32770 }],
  })
  expect(
    await specOf(tried({ type: 'NodePort', ports: [{ name: 'a', port: 80, nodePort: 5 }, two[1]] })),
  ).toMatchObject({
    ports: [{ nodePort: 5 }, { nodePort: 6 }],
  })
  expect((await tried({ clusterIP: '10.0.0.1' })).code).toBe(201)
  expect(wordsOf(await tried({ clusterIP: '10.9.9.9' }))).toContain(
    'the provided IP (10.9.9.9) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
  )
  expect(await addressesIn(ask)).toEqual(['10.0.0.1'])
})

test('a Service fixture gets its IPAddress, also from a dump that contains it', async () => {
  const cluster = createCluster({ controllers: 'none' })
  const stated = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { clusterIP: '10.0.0.9', ports },
  }
  await cluster.load([stated])
  const { items: all } = await cluster.list('IPAddress')
  expect(all.map(({ metadata }) => metadata.name)).toEqual(['10.0.0.1', '10.0.0.9'])
  const copy = createCluster({ controllers: 'none' })
  await copy.load(await cluster.dump())
  const { items: copied } = await copy.list('IPAddress')
  expect(copied).toHaveLength(2)
  expect(copied.at(-1)?.metadata.uid).toBe(all.at(-1)?.metadata.uid)
})

type Event = {
  readonly type: string
  readonly object: { readonly metadata: { name?: string; resourceVersion?: string } }
}

// `next` skips the address of the server's own Service.
const eventsOf = (watch: AsyncIterable<Event>): AsyncIterator<Event> => watch[Symbol.asyncIterator]()

async function next(events: AsyncIterator<Event>): Promise<Event> {
  const { value } = await events.next()
  return value.object.metadata.name === '10.0.0.1' ? next(events) : value
}

test('a Service that its status creates is allocated no addresses, and so is not headless', async () => {
  const ask = openServer()
  const body = { metadata: { name: 'new' }, spec: { clusterIP: 'None' } }
  expect(wordsOf(await ask('PUT', `${SERVICES}/new/status`, body))).toBe(
    '[spec.ports: Required value, spec.clusterIPs: Required value]',
  )
})
