import { type AddressInfo, createServer as createListener } from 'node:net'
import { createServer } from 'node:http'
import { once } from 'node:events'

/** An answer of a test server: a JSON body, sent with 200 or with its `status`. */
type Answer = { readonly status?: number; readonly [member: string]: unknown }

const SERVER: { readonly [path: string]: Answer } = {
  '/version': { gitVersion: 'v1.35.0' },
  '/api': { versions: ['v1'] },
  '/apis': { groups: [] },
  '/api/v1': {
    kind: 'APIResourceList',
    groupVersion: 'v1',
    resources: [
      { name: 'pods', singularName: 'pod', kind: 'Pod', namespaced: true, verbs: ['list'], shortNames: ['po'] },
    ],
  },
}

/** Starts a server that knows Pods only; the test answers the paths for which `answer` returns something. */
export async function startScripted(answer: (path: string) => Answer | undefined) {
  const server = createServer(({ url = '' }, reply) => {
    const { status = 200, ...body } = answer(url) ?? SERVER[url] ?? { status: 404 }
    reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  return listening(server)
}

/** Starts a server that accepts connections and never answers. */
export const startMute = () => listening(createListener())

/** Listens on a free port until it is disposed of, with all connections. */
export async function listening(server: ReturnType<typeof createListener>) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const sockets = new Set<{ destroy: () => void }>()
  server.on('connection', (socket) => sockets.add(socket))
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
