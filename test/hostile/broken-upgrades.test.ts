import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { expect, test } from 'vitest'
import { takeUpgrades } from '../../src/node/server/serve.js'

const HEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\n'

test.each(['websocket', 'SPDY/3.1'])(
  'a connection that breaks while an upgrade to %s waits for the reply before it does no harm',
  async (upgrade) => {
    // A reply that never ends.
    const server = createServer((_, outgoing) => outgoing.flushHeaders())
    const sockets: Socket[] = []
    takeUpgrades(server, { fetch: () => Response.error(), scheme: 'http', report: () => undefined })
    server.on('upgrade', (_, socket) => sockets.push(socket as Socket)) // a TCP connection is a Socket
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // it listens on a TCP port
    const client = connect(port, '127.0.0.1').on('error', () => undefined)
    client.write(`${HEAD}\r\n${HEAD}Connection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`)
    await expect.poll(() => sockets.length).toBe(1)
    for (const socket of sockets) {
      expect(socket.listenerCount('error')).toBeGreaterThan(0)
      socket.destroy(new Error('write ECONNRESET'))
    }
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
    client.destroy()
    await new Promise((resolve) => server.close(resolve))
  },
)
