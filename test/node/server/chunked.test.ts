import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startCluster } from '../../../src/node/start.js'

/** Sends a chunked body, without a Content-Length. */
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

test('a chunked body is read, and answered with 413 beyond the limit', async () => {
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
