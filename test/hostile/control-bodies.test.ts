import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { startCluster } from '../../src/node/start.js'

const LIMIT = 100_000
const load = '/_fakecluster/state'
const hooks = '/_fakecluster/hooks'
const advance = '/_fakecluster/clock/advance'
const comment = (length: number) => `#${' '.repeat(length - 2)}\n`

const statusOf = async (reply: Promise<Response>) => (await reply).status

test.each([load, hooks, advance])('a body longer than may be is refused: %s', async (path) => {
  const cluster = createCluster({ seed: 1, controlLimit: LIMIT })
  const post = (body: string) => cluster.fetch(path, { method: 'POST', body })
  const reply = await post(comment(LIMIT + 1))
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
    413,
    expect.stringMatching(
      /^[a-z ]+: the body has more than 100000 bytes; start with --control-limit to take longer ones$/,
    ),
  ])
  expect(await statusOf(post(comment(LIMIT)))).not.toBe(413)
})

test('by default 32 MiB may be told', async () => {
  const cluster = createCluster({ seed: 1 })
  const body = 'x'.repeat(32 * 1024 * 1024)
  expect(await statusOf(cluster.fetch(advance, { method: 'POST', body }))).toBe(400)
  expect(await statusOf(cluster.fetch(advance, { method: 'POST', body: `${body}x` }))).toBe(413)
})

test('of a body that states no length no more is kept than may be', async () => {
  await using server = await startCluster({ seed: 1, controlLimit: LIMIT })
  const sent = await new Promise((resolve, reject) => {
    const outgoing = request(`${server.url}${load}`, { method: 'POST', agent: false }, (reply) =>
      resolve(reply.resume().statusCode),
    )
    outgoing.on('error', reject)
    for (let i = 0; i < 50; i++) outgoing.write(comment(10_000))
    outgoing.end()
  })
  expect(sent).toBe(413)
})

test('one that states too much is refused before it comes', async () => {
  await using server = await startCluster({ seed: 1, controlLimit: LIMIT })
  const status = await new Promise((resolve, reject) => {
    const headers = { 'Content-Length': LIMIT + 1 }
    const outgoing = request(`${server.url}${load}`, { method: 'POST', agent: false, headers }, (reply) => {
      resolve(reply.resume().statusCode)
      outgoing.destroy()
    })
    outgoing.on('error', reject).flushHeaders()
  })
  expect(status).toBe(413)
})
