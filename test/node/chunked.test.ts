import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startCluster } from '../../src/node/start.js'

/** Sends a body in chunks, with no length stated. */
const send = (url: string, chunks: readonly string[]) =>
  new Promise<number | undefined>((resolve, reject) => {
    const outgoing = request(
      `${url}/api/v1/nodes`,
      { method: 'POST', headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' } },
      (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      },
    )
    outgoing.on('error', reject)
    for (const chunk of chunks) outgoing.write(chunk)
    outgoing.end()
  })

test('a body in chunks is read up to the limit and no further', async () => {
  const server = await startCluster({ profile: 'example', seed: 1 })
  try {
    expect(await send(server.url, ['{"metadata":{"na', 'me":"n"}}'])).toBe(201)
    expect(
      await send(
        server.url,
        Array.from({ length: 8 }, () => ' '.repeat(1024 * 1024)),
      ),
    ).toBe(413)
  } finally {
    await server.close()
  }
})
