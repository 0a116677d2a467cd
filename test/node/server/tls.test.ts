import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { connect } from 'node:net'
import { type TLSSocket, connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type StartedCluster, startCluster } from '../../../src/node/start.js'
import { createCertificate } from '../../../src/node/server/tls.js'

let server: StartedCluster
let ca: Buffer

beforeAll(async () => {
  server = await startCluster({ profile: 'example', tls: true, token: 'secret' })
  const { clusters } = parse(server.kubeconfig) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
  }
  ca = Buffer.from(clusters[0]!.cluster['certificate-authority-data'], 'base64')
})

afterAll(() => server.close())

const status = async (host: string, trusted: Buffer | undefined) => {
  const { port } = new URL(server.url)
  const headers = { authorization: 'Bearer secret' }
  const [reply] = (await once(
    get({
      host,
      port,
      path: '/api/v1/namespaces',
      agent: false,
      ca: trusted,
      headers,
      lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    }),
    'response',
  )) as [IncomingMessage]
  return reply.resume().statusCode
}

test.each(['127.0.0.1', 'localhost'])('clients that trust the certificate of the kubeconfig reach %s', async (host) => {
  expect(new URL(server.url).protocol).toBe('https:')
  expect(await status(host, ca)).toBe(200)
})

test('clients that do not trust it, or use another host name, fail', async () => {
  await expect(status('127.0.0.1', undefined)).rejects.toThrow('self-signed certificate')
  await expect(status('example.com', ca)).rejects.toThrow("does not match certificate's altnames")
})

test('the certificate names the host that the server listens on', async () => {
  const names = async (host: string) => new X509Certificate((await createCertificate([host])).cert).subjectAltName
  expect([await names('127.0.0.1'), await names('0.0.0.0'), await names('api.test'), await names('10.0.0.1')]).toEqual([
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:api.test',
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:10.0.0.1',
  ])
})

test('a client that would resume its session is connected anew', async () => {
  const open = async (session?: Buffer): Promise<TLSSocket> => {
    const socket = connectTls({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      ca,
      ...(session && { session }),
    })
    await once(socket, 'secureConnect')
    return socket
  }
  const first = await open()
  const [session] = (await once(first.resume(), 'session')) as [Buffer]
  first.destroy()
  const second = await open(session)
  expect(second.isSessionReused()).toBe(false)
  second.write('GET /version HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\n\r\n')
  const [reply] = (await once(second, 'data')) as [Buffer]
  expect(reply.toString()).toMatch(/^HTTP\/1\.1 200 /)
  second.destroy()
})

test('closing does not wait for a TLS handshake', async () => {
  const other = await startCluster({ profile: 'example', tls: true })
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = new Promise((resolve) =>
    socket
      .on('error', () => undefined)
      .on('close', resolve)
      .resume(),
  )
  await other.close()
  await expect(closed).resolves.toBeTypeOf('boolean')
})
