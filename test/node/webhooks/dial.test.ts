import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../../../src/node/server/tls.js'
import { dial } from '../../../src/node/webhooks/dial.js'
import type { Dialled } from '../../../src/model/registry/webhook.js'

let certificate: { readonly key: string; readonly cert: string }
let server: ReturnType<typeof createServer>
let base: string
let connections = 0

beforeAll(async () => {
  certificate = await createCertificate(['127.0.0.1'])
  server = createServer({ ...certificate, requestCert: true, rejectUnauthorized: false }, (request, reply) => {
    if (request.url === '/close') request.socket.destroy()
    else if (request.url === '/slow') return
    else if (request.url === '/who') reply.end((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
    else reply.end(`${request.method} ${request.url}`)
  })
  server.on('secureConnection', () => void connections++)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const to = (url: string, more: Partial<Dialled> = {}) =>
  dial({ url, method: 'POST', headers: {}, body: '{}', ca: certificate.cert, timeout: 5000, ...more })

test('a webhook whose own certificate is the bundle is trusted, and its connection is kept', async () => {
  const before = connections
  for (const path of ['/a', '/b']) {
    const { status, body } = await to(`${base}${path}`)
    expect([status, new TextDecoder().decode(body)]).toEqual([200, `POST ${path}`])
  }
  expect(connections - before).toBe(1)
})

test('a webhook is shown the certificate that it is to know the server by, by a connection of its own', async () => {
  const who = async (more: Partial<Dialled>) => new TextDecoder().decode((await to(`${base}/who`, more)).body)
  expect([await who({}), await who({ certificate }), await who({})]).toEqual(['', 'fakecluster', ''])
})

test('what is not trusted, ends, refuses, or is late, is told in the words of Go', async () => {
  const why = (url: string, more: Partial<Dialled> = {}) => to(url, more).then(String, (error: Error) => error.message)
  expect(await why(base, { ca: undefined })).toBe(
    'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  )
  expect(await why(base, { serverName: 'hooks.shop.svc' })).toContain(
    'tls: failed to verify certificate: x509: certificate is ',
  )
  expect(await why(`${base}/close`)).toBe('EOF')
  expect(await why('https://127.0.0.1:1/')).toBe('dial tcp 127.0.0.1:1: connect: connection refused')
  expect(await why(`${base}/slow`, { timeout: 50 })).toBe('context deadline exceeded')
})
