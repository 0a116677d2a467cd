import { expect, test } from 'vitest'
import { openServer, refusal, wordsOf } from '../asking.js'

const SERVICES = '/api/v1/namespaces/default/services'
const ports = [{ port: 80 }]
const externalIPs = ['192.0.2.1']

test('external IPs of an ExternalName make it no more accessible: it has no external traffic policy', async () => {
  const spec = { type: 'ExternalName', externalName: 'example.io', externalIPs }
  const { code, body } = await openServer()('POST', SERVICES, { metadata: { name: 'a' }, spec })
  expect(code).toBe(201)
  expect(body['spec']).not.toHaveProperty('externalTrafficPolicy')
  expect(await refusal(SERVICES, { spec: { ...spec, externalTrafficPolicy: 'Local' } })).toBe(
    'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
  )
})

test('the policy goes with the external IPs it was for', async () => {
  const ask = openServer()
  const made = await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: { ports, externalIPs } })
  expect(made.body).toMatchObject({ spec: { externalTrafficPolicy: 'Cluster' } })
  const changed = await ask('PATCH', `${SERVICES}/a`, { spec: { externalIPs: null } })
  expect(wordsOf(changed)).toBe(200)
  expect(changed.body['spec']).not.toHaveProperty('externalTrafficPolicy')
})

const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges'
const annotated = (ranges: string, spec: object = { type: 'LoadBalancer' }) => ({
  metadata: { name: 'a', annotations: { [RANGES]: ranges } },
  spec: { ports, ...spec },
})
const AT = `metadata.annotations[${RANGES}]`
const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

test.each([
  [annotated(' 10.0.0.0/8 , 2001:db8::/32'), 201],
  [annotated('  '), 201],
  [annotated('10.0.0.0/8,x'), `${AT}: Invalid value: "x": ${NO_CIDR}`],
  [annotated('10.0.0.0/8', {}), `${AT}: Forbidden: may only be used when \`type\` is 'LoadBalancer'`],
  // Not read where the field is set.
  [annotated('x', { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8'] }), 201],
])('source ranges in an annotation: %j', async (service, want) => {
  expect(await refusal(SERVICES, service)).toBe(want)
})

test('source ranges in an annotation that stay as they are may be faulty', async () => {
  const ask = openServer()
  const ranged = annotated('x', { type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8'] })
  expect((await ask('POST', SERVICES, ranged)).code).toBe(201)
  expect(wordsOf(await ask('PATCH', `${SERVICES}/a`, { spec: { loadBalancerSourceRanges: null } }))).toBe(200)
  const other = { metadata: { annotations: { [RANGES]: 'y' } } }
  expect(wordsOf(await ask('PATCH', `${SERVICES}/a`, other))).toBe(`${AT}: Invalid value: "y": ${NO_CIDR}`)
})

const HINTS = 'service.kubernetes.io/topology-aware-hints'
const MODE = 'service.kubernetes.io/topology-mode'

test.each([
  ['auto', 'auto', 201],
  [
    'auto',
    'disabled',
    `metadata.annotations[${MODE}]: Invalid value: "disabled": must match annotations[${HINTS}] when both are specified`,
  ],
])('both annotations of the topology mode must agree: %s and %s', async (hints, mode, want) => {
  const metadata = { name: 'a', annotations: { [HINTS]: hints, [MODE]: mode } }
  expect(await refusal(SERVICES, { metadata, spec: { ports } })).toBe(want)
})

test.each([
  ['1.33', /^metadata.generateName: Invalid value: "Bad": a DNS-1035 label/],
  ['1.34', /^200$/],
] as const)('%s: the generateName of a changed service: %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  await ask('POST', SERVICES, { metadata: { name: 'a' }, spec: { ports } })
  expect(String(wordsOf(await ask('PATCH', `${SERVICES}/a`, { metadata: { generateName: 'Bad' } })))).toMatch(words)
})

test('an ExternalName has no internal traffic policy, and one that does not exist is refused', async () => {
  const spec = { type: 'ExternalName', externalName: 'example.io' }
  const post = (internalTrafficPolicy: string) =>
    openServer()('POST', SERVICES, { metadata: { name: 'a' }, spec: { ...spec, internalTrafficPolicy } })
  expect((await post('Local')).body['spec']).not.toHaveProperty('internalTrafficPolicy')
  for (const odd of ['Odd', ''])
    expect(wordsOf(await post(odd))).toBe(
      `spec.internalTrafficPolicy: Unsupported value: "${odd}": supported values: "Cluster", "Local"`,
    )
})
