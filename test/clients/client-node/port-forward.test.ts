import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { configOf, k8s } from '../support/client-node.js'
import { profiles, startServer } from '../support/server.js'

test.each(profiles)('a port is forwarded to what a script answers (%s)', async (profile) => {
  const ends: (() => unknown)[] = []
  const server = await startServer({ profile, controllers: 'default' }, (end) => void ends.push(end))
  const status = { conditions: [{ type: 'Ready', status: 'True' }] }
  await server.cluster.load([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'worker-1' }, status }])
  server.cluster.containers.play([{ http: { '/healthz': 'ok\n' } }])
  const containers = [{ name: 'web', image: 'a', ports: [{ containerPort: 80 }] }]
  await server.cluster.create('v1/Pod', { metadata: { name: 'web' }, spec: { nodeName: 'worker-1', containers } })
  await server.cluster.waitFor('v1/Pod', { name: 'web' }, (pod) => JSON.stringify(pod['status']).includes('"Running"'))
  const forward = new k8s.PortForward(configOf(server))
  const local = createServer((socket) => void forward.portForward('default', 'web', [80], socket, null, socket))
  await once(local.listen(0, '127.0.0.1'), 'listening')
  const { port } = local.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok\n')
  local.close()
  for (const end of ends) await end()
})
