import { expect, test } from 'vitest'
import { cells } from '../causes.js'
import { service } from '../../../src/kinds/core/service/service.js'

const spec = { type: 'LoadBalancer', externalIPs: ['192.0.2.9'] }

test.each([
  [
    [{ ip: '198.51.100.7' }, { hostname: 'b.example' }, { ip: '10.0.0.1' }, { hostname: 'b.example' }, {}],
    '10.0.0.1,198.51.100.7,b.example,192.0.2.9',
  ],
  [[], '192.0.2.9'],
])('the points of a load balancer are told once, in order, before the external IPs: %j', (ingress, expected) => {
  const row = cells(service, { metadata: { name: 'a' }, spec, status: { loadBalancer: { ingress } } })
  expect(row[3]).toBe(expected)
})
