import { request } from 'node:https'

type Webhooks = AsyncDisposable & { readonly ask: (request: Request) => Promise<Response> }

/** Starts the server of the webhooks that the stories' configurations name, on port 19599 of this machine. */
export async function startWebhooks(): Promise<Webhooks> {
  // Plain JavaScript, which came with the recordings.
  const program = new URL('testdata/hooks.mjs', import.meta.url).href
  const { start } = (await import(program)) as { readonly start: () => Promise<() => void> }
  const stop = await start()
  return { ask, [Symbol.asyncDispose]: async () => stop() }
}

/** Asks that server, whatever authority its certificate is of. */
async function ask(asked: Request): Promise<Response> {
  const { pathname, search } = new URL(asked.url)
  const body = Buffer.from(await asked.arrayBuffer())
  const options = {
    host: '127.0.0.1',
    port: 19599,
    path: pathname + search,
    method: asked.method,
    headers: Object.fromEntries(asked.headers),
    rejectUnauthorized: false,
  }
  return new Promise((resolve, reject) => {
    const sent = request(options, (reply) => {
      const pieces: Buffer[] = []
      reply.on('data', (piece: Buffer) => pieces.push(piece))
      reply.on('error', reject)
      reply.on('end', () => {
        const { 'content-type': type = '' } = reply.headers
        resolve(
          new Response(Buffer.concat(pieces), { status: reply.statusCode ?? 500, headers: { 'content-type': type } }),
        )
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
