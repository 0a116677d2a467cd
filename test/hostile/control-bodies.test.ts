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

test.each([load, hooks, advance])('a body above the limit is refused with 413: %s', async (path) => {
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

test('the default limit is 32 MiB', async () => {
  const cluster = createCluster({ seed: 1 })
  const body = 'x'.repeat(32 * 1024 * 1024)
  expect(await statusOf(cluster.fetch(advance, { method: 'POST', body }))).toBe(400)
  expect(await statusOf(cluster.fetch(advance, { method: 'POST', body: `${body}x` }))).toBe(413)
})

test('a chunked body above the limit is refused with 413', async () => {
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

test('a Content-Length above the limit is refused before the body arrives', async () => {
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

const documents = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: c${i} }\ndata: { a: ${'x'.repeat(200)} }\n`,
  ).join('')

/** Loads a body that has arrived as a whole, and counts the requests of another client that are answered meanwhile. */
async function answeredDuring(
  body: string,
  query = '',
): Promise<{ readonly reply: Response; readonly answered: number }> {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.fetch('/api/v1/nodes')
  let isOver = false
  const loading = cluster.fetch(`${load}${query}`, { method: 'POST', body }).finally(() => (isOver = true))
  let answered = 0
  while (!isOver) {
    expect(await statusOf(cluster.fetch('/api/v1/nodes'))).toBe(200)
    await new Promise((resolve) => setImmediate(resolve))
    answered++
  }
  return { reply: await loading, answered }
}

test.each([
  ['documents', documents(4000)],
  [
    'a list of texts',
    JSON.stringify(
      Array.from({ length: 40 }, (_, i) => ({
        name: `f${i}`,
        text: documents(100).replaceAll('name: c', `name: c${i}-`),
      })),
    ),
  ],
  [
    'one List',
    `apiVersion: v1\nkind: List\nitems:\n${documents(4000)
      .replaceAll('---\n', '- ')
      .replaceAll(/^(?=kind|metadata|data)/gm, '  ')}`,
  ],
])('other requests are answered while a load of %s is read', async (_, body) => {
  const { reply, answered } = await answeredDuring(body)
  expect(reply.status).toBe(200)
  expect(answered).toBeGreaterThan(30)
})

test('a load is all or nothing, and its error names file, line and column', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const post = async (body: string) => {
    const reply = await cluster.fetch(`${load}?name=f.yaml`, { method: 'POST', body })
    return { status: reply.status, message: ((await reply.json()) as { message: string }).message }
  }
  expect(await post(`${documents(2000)}---\napiVersion: v1\nkind: Config\nmetadata: { name: a }\n`)).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^load: f\.yaml:10003:1: /),
  })
  expect(await cluster.list('ConfigMap', { namespace: 'default' })).toMatchObject({ items: [] })
  const list = JSON.stringify([{ name: 'a.yaml', text: documents(1) }, { name: 'b.yaml' }])
  expect(await post(list)).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^load: f\.yaml: a list of texts/),
  })
  expect(await post('[{"kind": "Node"}]')).toMatchObject({ status: 422, message: expect.stringMatching(/is a list$/) })
})

test('a multi-byte character may be split between chunks', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const bytes = new TextEncoder().encode(
    '\ufeffkind: ConfigMap\napiVersion: v1\nmetadata: { name: a }\ndata: { a: "ä€😀\u2028" }\n',
  )
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  expect(await statusOf(cluster.fetch(load, init))).toBe(200)
  expect(await cluster.get('ConfigMap', { name: 'a', namespace: 'default' })).toMatchObject({
    data: { a: 'ä€😀\u2028' },
  })
})
