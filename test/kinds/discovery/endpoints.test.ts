import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/kinds/core/endpoints.js'
import { kubernetesProfile } from '../../profiles.js'
import { changeRefusal, openServer, refusal } from '../asking.js'

const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
const ENDPOINTS = '/api/v1/namespaces/default/endpoints'
const slice = (endpoint: object, addressType = 'IPv4') => ({ addressType, endpoints: [endpoint] })
const IP = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

describe('an EndpointSlice', () => {
  test.each([
    [{}, 'addressType: Required value'],
    [{ addressType: 'IP' }, 'addressType: Unsupported value: "IP": supported values: "FQDN", "IPv4", "IPv6"'],
    [slice({}), 'endpoints[0].addresses: Required value: must contain at least 1 address'],
    [
      slice({ addresses: Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`) }),
      'endpoints[0].addresses: Too many: 101: must have at most 100 items',
    ],
    [slice({ addresses: ['x'] }), `endpoints[0].addresses[0]: Invalid value: "x": ${IP}`],
    [slice({ addresses: ['::2'] }), 'endpoints[0].addresses: Invalid value: "::2": must be an IPv4 address'],
    [
      slice({ addresses: ['::0002'] }, 'IPv6'),
      'endpoints[0].addresses[0]: Invalid value: "::0002": must be in canonical form ("::2")',
    ],
    [
      slice({ addresses: ['127.0.0.1'] }),
      'endpoints[0].addresses[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
    [
      slice({ addresses: ['169.254.1.1'] }),
      'endpoints[0].addresses[0]: Invalid value: "169.254.1.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
    [
      slice({ addresses: ['224.0.0.1'] }),
      'endpoints[0].addresses[0]: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ],
    [
      slice({ addresses: ['fe80::1'] }, 'IPv6'),
      'endpoints[0].addresses[0]: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    ],
    [
      slice({ addresses: ['ff02::1'] }, 'IPv6'),
      'endpoints[0].addresses[0]: Invalid value: "ff02::1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    ],
    [
      slice({ addresses: ['::'] }, 'IPv6'),
      'endpoints[0].addresses[0]: Invalid value: "::": may not be unspecified (::)',
    ],
    [
      slice({ addresses: ['host'] }, 'FQDN'),
      'endpoints[0].addresses[0]: Invalid value: "host": should be a domain with at least two segments separated by dots',
    ],
    [
      slice({ addresses: ['10.0.0.1'], hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }),
      'endpoints[0].hints.forZones[1].name: Duplicate value: "a"',
    ],
    [{ addressType: 'IPv4', ports: [{ name: 'a' }, { name: 'a' }] }, 'ports[1].name: Duplicate value: "a"'],
    [
      { addressType: 'IPv4', ports: [{ protocol: 'X' }] },
      'ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
    ],
  ])('is refused with %j', async (object, wanted) => {
    expect(await refusal(SLICES, object)).toBe(wanted)
  })

  test('cannot change its addressType', async () => {
    expect(await changeRefusal(SLICES, { addressType: 'IPv4' }, { addressType: 'IPv6' })).toBe(
      'addressType: Invalid value: "IPv6": field is immutable',
    )
  })
})

test('a slice drops deprecatedTopology and hints for nodes, and changed labels increment its generation', async () => {
  const ask = openServer()
  const endpoint = { addresses: ['10.0.0.1'], deprecatedTopology: { a: 'b' }, hints: { forNodes: [{ name: 'n' }] } }
  const { body } = await ask('POST', SLICES, { metadata: { name: 'a' }, ...slice(endpoint) })
  expect(body['endpoints']).toEqual([{ addresses: ['10.0.0.1'], conditions: {}, hints: {} }])
  const changes = [
    { metadata: { labels: { a: 'b' } } },
    { metadata: { annotations: { a: 'b' } } },
    { ports: [{ port: 1 }] },
  ]
  const generations: unknown[] = []
  for (const change of changes) {
    const { body: next } = await ask('PATCH', `${SLICES}/a`, change)
    generations.push((next['metadata'] as { readonly generation: number }).generation) // every object has metadata
  }
  expect(generations).toEqual([2, 2, 3])
})

test('warns of the addressType FQDN', async () => {
  const { warning } = await openServer()('POST', SLICES, { metadata: { name: 'a' }, addressType: 'FQDN' })
  expect(warning).toBe('299 - "spec.addressType: FQDN endpoints are deprecated"')
})

describe('Endpoints', () => {
  test.each([
    [{}, 'subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
    [
      { addresses: [{ ip: '' }] },
      `[subsets[0].addresses[0].ip: Invalid value: "": ${IP}, subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address]`,
    ],
    [
      { notReadyAddresses: [{ ip: '0.0.0.0' }] },
      'subsets[0].notReadyAddresses[0].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
    ],
    [
      { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }, { port: 2, name: 'b' }] },
      'subsets[0].ports[0].name: Required value',
    ],
    [
      { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 0 }] },
      'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
    ],
  ])('are refused with %j', async (subset, wanted) => {
    expect(await refusal(ENDPOINTS, { subsets: [subset] })).toBe(wanted)
  })
})

const DEPRECATED = '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"'

test('every answer about Endpoints has a deprecation warning, also an error', async () => {
  const ask = openServer()
  expect((await ask('GET', ENDPOINTS)).warning).toBe(DEPRECATED)
  expect(await ask('GET', `${ENDPOINTS}?labelSelector=a+b`)).toMatchObject({ code: 400, warning: DEPRECATED })
  expect(await ask('GET', `${ENDPOINTS}/none`)).toMatchObject({ code: 404, warning: DEPRECATED })
})

test.each([
  [[], '<none>'],
  [[{ notReadyAddresses: [{ ip: '10.0.0.1' }] }], ''],
  [[{ addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], ports: [{ port: 80 }] }], '10.0.0.1:80,[fd00::1]:80'],
  [[{ addresses: ['1', '2', '3', '4'].map((n) => ({ ip: `10.0.0.${n}` })) }], '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...'],
])('prints the Endpoints %j in a table', (subsets, wanted) => {
  const column = endpoints(kubernetesProfile).table.columns.find(({ name }) => name === 'Endpoints')
  expect(column?.cell({ kind: 'Endpoints', apiVersion: 'v1', metadata: { name: 'a' }, subsets }, 0)).toBe(wanted)
})
