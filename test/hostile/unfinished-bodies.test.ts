import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startCluster } from '../../src/node.js'
import { openSocket } from './support/pipelined.js'

const PATH = '/api/v1/namespaces/default/configmaps'
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`
const PART = Buffer.alloc(2_900_000, ' ')
// As busy as the machine may be.
const SOON = { timeout: 20_000 }

test('bodies that do not end take 128 MiB together, and release it when their clients leave', async () => {
  await using server = await startCluster({ seed: 1 })
  const post = (name: string, letters: number) =>
    fetch(`${server.url}${PATH}?dryRun=All`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name }, data: { a: 'x'.repeat(letters) } }),
    })
  const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(server.url)))
  const refused: string[] = []
  for (const socket of sockets) {
    socket.on('error', () => undefined).on('data', (piece) => refused.push(String(piece)))
    socket.write(HEAD)
    await new Promise((resolve) => socket.write(PART, resolve))
  }
  // 46 bodies fit.
  await expect.poll(() => refused.length, SOON).toBe(14)
  expect(refused[0]).toMatch(/^HTTP\/1.1 429 /)
  expect(refused[0]).toContain('\r\nRetry-After: 1\r\n')
  expect(refused[0]).toContain('"message":"Too many requests, please try again later."')
  expect((await post('small', 1)).status).toBe(201)
  await expect.poll(async () => (await post('large', 900_000)).status, SOON).toBe(429)
  await Promise.all(sockets.map((socket) => once(socket.destroy(), 'close')))
  await expect.poll(async () => (await post('large', 900_000)).status, SOON).toBe(201)
})
