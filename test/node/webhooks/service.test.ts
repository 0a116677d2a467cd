import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createCluster } from '../../../src/node.js'
import { configuration } from '../../server/admission/webhooks/hooks.js'

test.each([{}, { port: 443 }, { port: 8443 }])(
  'a Service with %j is what its URL names, also after a redirect',
  async (port) => {
    const asked: (string | undefined)[] = []
    const server = createServer(async (request, reply) => {
      asked.push(request.url)
      const { uid } = JSON.parse(Buffer.concat(await request.toArray()).toString()).request
      if (request.url?.startsWith('/one')) reply.writeHead(307, { location: '/two' }).end()
      else
        reply.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            apiVersion: 'admission.k8s.io/v1',
            kind: 'AdmissionReview',
            response: { uid, allowed: true },
          }),
        )
    })
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
    const { port: bound } = server.address() as AddressInfo // of a server that listens on a port
    try {
      const cluster = createCluster({
        seed: 1,
        controllers: 'none',
        services: { 'shop/hooks': `http://127.0.0.1:${bound}/` },
      })
      const clientConfig = { service: { namespace: 'shop', name: 'hooks', path: '/one', ...port } }
      await cluster.load([configuration('ValidatingWebhookConfiguration', { clientConfig })])
      await cluster.create('ConfigMap', { metadata: { name: 'a' } })
      expect(asked).toEqual(['/one?timeout=10s', '/two'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)
