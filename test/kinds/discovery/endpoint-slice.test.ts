import { expect, test } from 'vitest'
import { openServer } from '../asking.js'

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
