import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startCluster } from '../../src/node/start.js'

const MIB = 1024 * 1024
const [LINES, KEPT] = [40, 10]
// MiB: a generous bound for what the socket buffers of the operating system hold.
const BETWEEN = 20

test(
  'buffers no more output for an attached client that does not read than a log keeps',
  { timeout: 60_000 },
  async () => {
    const logs = { text: 'x'.repeat(MIB), every: '1s', after: '10s', times: LINES } as const
    const server = await startCluster({
      port: 0,
      clock: 'virtual',
      seed: 1,
      nodes: 1,
      containers: { logs: [logs], exit: { after: '80s' } },
    })
    try {
      const { cluster, url } = server
      const spec = { nodeName: 'node-1', containers: [{ name: 'web', image: 'a' }] }
      await cluster.create('v1/Pod', { metadata: { name: 'web' }, spec })
      await cluster.clock.advance('1s')
      const path = '/api/v1/namespaces/default/pods/web/attach?stdout=true'
      const socket = new WebSocket(url.replace('http', 'ws') + path, ['v5.channel.k8s.io'])
      let read = 0
      socket.on('message', (data: Buffer) => void (read += data.length))
      const closed = new Promise((resolve) => void socket.on('close', resolve))
      await new Promise((resolve) => void socket.once('message', resolve))
      socket.pause()
      for (let i = 0; i < 55; i++) {
        await cluster.clock.advance('1s')
        // A round trip of another request lets the sockets transfer what was written.
        await fetch(`${url}/api/v1/nodes`).then((reply) => reply.text())
      }
      socket.resume()
      await cluster.clock.advance('60s')
      await closed
      expect(read).toBeGreaterThan(KEPT * MIB * 0.5)
      expect(read).toBeLessThan((KEPT + BETWEEN) * MIB)
    } finally {
      await server.close()
    }
  },
)
