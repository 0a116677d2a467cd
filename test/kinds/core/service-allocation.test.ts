import { expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../asking.js'

const SERVICES = '/api/v1/namespaces/default/services'
const ports = [{ port: 80 }]

/** What becomes of a service that is stated anew. */
async function restated(first: object, next: object) {
  const ask = openServer()
  const { body } = await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: first })
  const answer = await ask('PUT', `${SERVICES}/a`, { metadata: { name: 'a' }, spec: next })
  return { before: body['spec'], answer }
}

test('families are those of the addresses, not those there were', async () => {
  const { answer } = await restated(
    { clusterIP: 'None' },
    { clusterIP: 'None', selector: { a: 'b' }, ipFamilyPolicy: 'RequireDualStack', ports },
  )
  expect(wordsOf(answer)).toBe(
    'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
  )
})

test('an address that is changed alone stands for the list of them', async () => {
  const { answer } = await restated({ clusterIP: 'None', ports }, { clusterIP: '1.2.3', ports })
  expect(wordsOf(answer)).toContain('spec.clusterIPs[0]: Invalid value: "1.2.3": must be a valid IP address')
})

test('what is of the second family is not to be had', async () => {
  expect(await refusal(SERVICES, { spec: { clusterIP: 'fd00::1', ports } })).toBe(
    'spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster',
  )
})

test('a port keeps its node port by its name', async () => {
  const { before, answer } = await restated({ type: 'NodePort', ports }, { type: 'NodePort', ports: [{ port: 81 }] })
  const { nodePort } = (before as { ports: [{ nodePort: number }] }).ports[0] // as a server fills it
  expect(answer.body).toMatchObject({ spec: { ports: [{ port: 81, nodePort }] } })
})

test('one node port twice by one protocol is an error of the server', async () => {
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

test('a PUT of the status of none makes a service, which is given no address', async () => {
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
  ['a refusal', 'POST', { spec: { ports: [{ port: 80, protocol: 'X' }] } }],
  ['a name that is taken', 'POST', { spec: { ports } }],
  ['a deletion', 'DELETE', {}],
])('%s gives back what was taken, which takes a revision', async (_, method, body) => {
  const ask = openServer()
  await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: { ports } })
  const revision = async () => {
    const { resourceVersion } = (await ask('GET', SERVICES)).body['metadata'] as { resourceVersion: string } // of every list
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

test('an address without a name to write it with is an error of the server', async () => {
  const { code, body } = await openServer()('POST', SERVICES, { spec: {} })
  expect([code, body['message']]).toEqual([
    500,
    'Internal error occurred: failed to allocate a serviceIP: IPAddress.networking.k8s.io "10.0.0.2" is invalid: spec.parentRef.name: Required value',
  ])
})

test('an address is written with the name of its service before that is looked at', async () => {
  const ask = openServer()
  const told = async (metadata: object, query = '') =>
    wordsOf(await ask('POST', SERVICES + query, { metadata, spec: { ports } }))
  const failed = (what: string) =>
    expect.stringMatching(
      `^Internal error occurred: failed to allocate a serviceIP: IPAddress.networking.k8s.io "[0-9.]+" is invalid: ${what}$`,
    )
  expect(await told({})).toEqual(failed('spec.parentRef.name: Required value'))
  expect(await told({ name: 'a/b' })).toEqual(failed(`spec.parentRef.name: Invalid value: "a/b": may not contain '/'`))
  // Nothing is written in a dry run.
  expect(await told({}, '?dryRun=All')).toContain('metadata.name: Required value')
  expect(await told({ name: 'a/b' }, '?dryRun=All')).toContain('a DNS-1035 label must consist of')
})

test('ports of one number and protocol, which share a node port, are refused for both', async () => {
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
