import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const spec = { group: 'metrics.example.io', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 }
const metadata = { name: 'v1.metrics.example.io' }
const service = { namespace: 'default', name: 'metrics', port: 443 }
const available = (status: string, reason: string, message: string, time = '2024-01-01T00:00:00Z') => [
  { lastTransitionTime: time, type: 'Available', status, reason, message },
]
const open = () => {
  const cluster = createCluster({ seed: 1, controllers: ['api-services'] })
  const conditions = async () => (await cluster.get('APIService', metadata)).status?.conditions
  return { cluster, conditions }
}

test('an APIService without a service is Local; one whose service does not exist is not available', async () => {
  const { cluster, conditions } = open()
  await cluster.create('APIService', { metadata, spec })
  expect(await conditions()).toEqual(available('True', 'Local', 'Local APIServices are always available'))
  await cluster.clock.advance('5s')
  await cluster.patch('APIService', metadata, { spec: { service, insecureSkipTLSVerify: true } })
  expect(await conditions()).toEqual(
    available('False', 'ServiceNotFound', 'service/metrics in "default" is not present', '2024-01-01T00:00:05Z'),
  )
})

test('checks the port and the endpoints of the service, and keeps a condition written by others meanwhile', async () => {
  const { cluster, conditions } = open()
  await cluster.create('APIService', { metadata, spec: { ...spec, service, insecureSkipTLSVerify: true } })
  await cluster.create('v1/Service', { metadata: { name: 'metrics' }, spec: { ports: [{ port: 80, name: 'http' }] } })
  expect(await conditions()).toEqual(
    available('False', 'ServicePortError', 'service/metrics in "default" is not listening on port 443'),
  )
  await cluster.patch('v1/Service', { name: 'metrics' }, { spec: { ports: [{ port: 443, name: 'https' }] } })
  const missing = 'endpoints for service/metrics in "default" have no addresses with port name "https"'
  expect(await conditions()).toEqual(available('False', 'MissingEndpoints', missing))
  const passed = available('True', 'Passed', 'all checks passed')
  await cluster.patch('APIService', metadata, { status: { conditions: passed } }, { subresource: 'status' })
  expect(await conditions()).toEqual(passed)
  await cluster.clock.advance('1m')
  await cluster.delete('v1/Service', { name: 'metrics' })
  expect(await conditions()).toEqual(
    available('False', 'ServiceNotFound', 'service/metrics in "default" is not present', '2024-01-01T00:01:00Z'),
  )
})
