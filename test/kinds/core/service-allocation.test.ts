import { expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../asking.js'

const SERVICES = '/api/v1/namespaces/default/services'
const ports = [{ port: 80 }]

/** Creates a Service and replaces it by PUT; returns the first spec and the answer to the PUT. */
async function restated(first: object, next: object) {
  const ask = openServer()
  const { body } = await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: first })
  const answer = await ask('PUT', `${SERVICES}/a`, { metadata: { name: 'a' }, spec: next })
  return { before: body['spec'], answer }
}

test('ipFamilies are those of the addresses, not the stored ones', async () => {
  const { answer } = await restated(
    { clusterIP: 'None' },
    { clusterIP: 'None', selector: { a: 'b' }, ipFamilyPolicy: 'RequireDualStack', ports },
  )
  expect(wordsOf(answer)).toBe(
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  )
})

test('a clusterIP changed alone replaces clusterIPs', async () => {
  const { answer } = await restated({ clusterIP: 'None', ports }, { clusterIP: '1.2.3', ports })
  expect(wordsOf(answer)).toContain('spec.clusterIPs[0]: Invalid value: "1.2.3": must be a valid IP address')
})

test('rejects an address of the second IP family', async () => {
  expect(await refusal(SERVICES, { spec: { clusterIP: 'fd00::1', ports } })).toBe(
    'spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster',
  )
})

test('a port keeps its nodePort as long as its name is the same', async () => {
  const { before, answer } = await restated({ type: 'NodePort', ports }, { type: 'NodePort', ports: [{ port: 81 }] })
  const { nodePort } = (before as { ports: [{ nodePort: number }] }).ports[0] // filled in by the server
  expect(answer.body).toMatchObject({ spec: { ports: [{ port: 81, nodePort }] } })
})

test('a load balancer that allocates no more node ports loses those a PUT leaves out', async () => {
  const named = (name: string, port: number, more: object = {}) => ({ name, port, ...more })
  const ask = openServer()
  const type = 'LoadBalancer'
  const { body } = await ask('POST', SERVICES, {
    metadata: { name: 'a' },
    spec: { type, ports: [named('one', 80), named('two', 81)] },
  })
  const { nodePort } = (body['spec'] as { ports: [object, { nodePort: number }] }).ports[1] // filled in by the server
  const kept = named('two', 81, { nodePort })
  const answer = await ask('PUT', `${SERVICES}/a`, {
    metadata: { name: 'a' },
    spec: { type, allocateLoadBalancerNodePorts: false, ports: [named('one', 80), kept] },
  })
  const { ports: left } = answer.body['spec'] as { ports: readonly object[] }
  expect(left.map((port) => ('nodePort' in port ? port.nodePort : undefined))).toEqual([undefined, nodePort])
})

test('two ports that keep the same nodePort are an internal error', async () => {
  const two = [
    { name: 'a', port: 80 },
    { name: 'a', port: 80 },
  ]
  const { answer } = await restated(
    { type: 'NodePort', ports: [{ name: 'a', port: 80 }] },
    { type: 'NodePort', ports: two },
  )
  expect(answer.code).toBe(500)
  expect(answer.body['message']).toMatch(/^duplicate nodePort: \{TCP 3\d{4}\}$/)
})

test('PUT of the status of a missing Service creates it without an address', async () => {
  const ask = openServer()
  const put = (spec: object) => ask('PUT', `${SERVICES}/a/status`, { metadata: { name: 'a' }, spec })
  expect(wordsOf(await put({ clusterIP: '10.0.0.9' }))).toBe(
    '[spec.ports: Required value, spec.clusterIPs: Required value]',
  )
  const made = await put({ ports })
  expect(made).toMatchObject({ code: 201, body: { spec: { ports } } })
  expect(made.body['spec']).not.toHaveProperty('clusterIP')
})

test.each([
  ['a refused request', 'POST', { spec: { ports: [{ port: 80, protocol: 'X' }] } }],
  ['a name conflict', 'POST', { spec: { ports } }],
  ['a deletion', 'DELETE', {}],
])('%s releases the allocated address, which increments the revision', async (_, method, body) => {
  const ask = openServer()
  await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: { ports } })
  const revision = async () => {
    const { resourceVersion } = (await ask('GET', SERVICES)).body['metadata'] as { resourceVersion: string } // every list has one
    return Number(resourceVersion)
  }
  const before = await revision()
  await ask(
    method,
    method === 'POST' ? SERVICES : `${SERVICES}/a`,
    method === 'POST' ? { metadata: { name: 'a' }, ...body } : body,
  )
  expect(await revision()).toBe(before + (method === 'DELETE' ? 2 : 1))
  const named = { spec: { type: 'ExternalName', externalName: 'Bad_Name' } }
  await ask('POST', SERVICES, { metadata: { name: 'b' }, ...named })
  await ask('POST', `${SERVICES}?dryRun=All`, { metadata: { name: 'Bad_Name' }, spec: { ports } })
  expect(await revision()).toBe(before + (method === 'DELETE' ? 2 : 1))
})

test('allocating an address for a Service without metadata is an internal error until v1.34', async () => {
  const why = 'IPAddress.networking.k8s.io "10.0.0.2" is invalid: spec.parentRef.name: Required value'
  const told = (['1.33', '1.34', '1.35'] as const).map(async (kubernetesVersion) => {
    const { code, body } = await openServer({ kubernetesVersion })('POST', SERVICES, { spec: {} })
    return [code, body['message']]
  })
  expect(await Promise.all(told)).toEqual([
    [500, `Internal error occurred: failed to allocate a serviceIP: ${why}`],
    [500, 'Internal error occurred: failed to allocate a serviceIP: range is full'],
    [422, `Service "" is invalid: spec.clusterIPs: Invalid value: [""]: failed to allocate IP: ${why}`],
  ])
})

test('allocates the address before it validates the name, except in a dry run', async () => {
  const ask = openServer()
  const told = async (metadata: object, query = '') =>
    wordsOf(await ask('POST', SERVICES + query, { metadata, spec: { ports } }))
  const failed = (what: string) =>
    expect.stringMatching(
      `^Internal error occurred: failed to allocate a serviceIP: IPAddress.networking.k8s.io "[0-9.]+" is invalid: ${what}$`,
    )
  expect(await told({})).toEqual(failed('spec.parentRef.name: Required value'))
  expect(await told({ name: 'a/b' })).toEqual(failed(`spec.parentRef.name: Invalid value: "a/b": may not contain '/'`))
  // A dry run writes no IPAddress.
  expect(await told({}, '?dryRun=All')).toContain('metadata.name: Required value')
  expect(await told({ name: 'a/b' }, '?dryRun=All')).toContain('a DNS-1035 label must consist of')
})

test('reports both the shared nodePort and the duplicate of ports with the same number and protocol', async () => {
  const twice = ['a', 'b'].map((name) => ({ name, port: 80, protocol: 'UDP' }))
  expect(await refusal(`${SERVICES}?dryRun=All`, { spec: { type: 'NodePort', ports: twice } })).toMatch(
    /^\[spec\.ports\[1\]\.nodePort: Duplicate value: \d+, spec\.ports\[1\]: Duplicate value: core\.ServicePort/,
  )
})

test.each([
  ['10.0.0.7', '010.0.0.7'],
  ['010.0.0.7', '10.0.0.7'],
  ['10.0.0.7', '::ffff:10.0.0.7'],
])('an address is allocated once, in whatever notation: %s, then %s', async (first, second) => {
  const ask = openServer()
  const create = (name: string, clusterIP: string) =>
    ask('POST', SERVICES, { metadata: { name }, spec: { clusterIP, ports } })
  expect((await create('a', first)).body).toMatchObject({ spec: { clusterIP: first, clusterIPs: [first] } })
  expect(wordsOf(await create('b', second))).toBe(
    `spec.clusterIPs: Invalid value: []string{"${second}"}: failed to allocate IP ${second}: provided IP is already allocated`,
  )
})
