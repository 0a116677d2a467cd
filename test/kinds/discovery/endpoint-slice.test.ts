import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'

const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'

test.each([
  [[], '<unset>'],
  [[{ port: null }], '<unset>'],
  [[{ port: 80 }, { name: 'a', port: null }], '80,a'],
])('prints the ports %j as %s', async (ports, shown) => {
  const ask = openServer()
  await ask('POST', SLICES, { metadata: { name: 'a' }, addressType: 'IPv4', endpoints: [], ports })
  const { body } = await ask('GET', `${SLICES}/a`, undefined, {
    accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
  })
  expect(body).toMatchObject({ rows: [{ cells: ['a', 'IPv4', shown, '<unset>', expect.any(String)] }] })
})

test.each([
  ['1.35', '01.2.3.4', 201],
  ['1.36', '01.2.3.4', 'endpoints[0].addresses[0]: Invalid value: "01.2.3.4": must not have leading 0s'],
  [
    '1.36',
    '::ffff:1.2.3.4',
    'endpoints[0].addresses[0]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
  ],
] as const)('%s: the address %s: %s', async (kubernetesVersion, address, words) => {
  const slice = { metadata: { name: 'a' }, addressType: 'IPv4', endpoints: [{ addresses: [address] }] }
  expect(wordsOf(await openServer({ kubernetesVersion })('POST', SLICES, slice))).toBe(words)
})
