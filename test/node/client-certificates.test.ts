import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { parseStart } from '../../src/node/cli/start-command.js'
import { type StartOptions, startCluster } from '../../src/node.js'
import { requestFor } from '../controllers/certificates/requests.js'

const folder = mkdtempSync(join(tmpdir(), 'client-certificates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type KeyPair = { readonly key: string; readonly cert: string }
type Shown = Partial<KeyPair> & { readonly token?: string }

const HOUR = 3_600_000
const UID = '1.3.6.1.4.1.57683.2'

async function authority(): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: 'clients' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })
  return { key: made.private, cert: made.cert }
}

async function issued(ca: KeyPair, subject: readonly object[], { usage = 'clientAuth', ends = HOUR } = {}) {
  const made = await generate(subject as never, {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 2 * HOUR),
    notAfterDate: new Date(Date.now() + ends),
    ca,
    extensions: [{ name: 'extKeyUsage', [usage]: true } as never],
  })
  return { key: made.private, cert: made.cert }
}

const ANN = [
  { name: 'organizationName', value: 'dev' },
  { name: 'organizationName', value: 'ops' },
  { name: 'commonName', value: 'ann' },
]

let trusted: KeyPair
const file = join(folder, 'ca.pem')
beforeAll(async () => {
  trusted = await authority()
  writeFileSync(file, trusted.cert)
})

type UserInfo = { readonly username: string; readonly groups: readonly string[] }
type Body = { readonly message?: string; readonly status?: { readonly userInfo: UserInfo } }

/** Sends a request with what a client shows. */
const ask = (url: string, path: string, { token, ...shown }: Shown, body?: object) =>
  new Promise<{ readonly status: number | undefined; readonly body: Body }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const options = {
      method: body ? 'POST' : 'GET',
      headers,
      rejectUnauthorized: false,
      agent: false as const,
      ...shown,
    }
    request(`${url}${path}`, options, (reply) => {
      let text = ''
      reply.on('data', (piece) => (text += piece))
      reply.on('end', () => resolve({ status: reply.statusCode, body: JSON.parse(text) as Body }))
    })
      .on('error', reject)
      .end(body && JSON.stringify(body))
  })

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }

async function whoami(url: string, shown: Shown): Promise<UserInfo | number | undefined> {
  const { status, body } = await ask(url, '/apis/authentication.k8s.io/v1/selfsubjectreviews', shown, REVIEW)
  return status === 201 ? body.status?.userInfo : status
}

const start = (options: StartOptions = {}) =>
  startCluster({ tls: true, clientCaFile: file, authorization: 'rbac', controllers: 'none', ...options })

const credentialOf = ({ cert }: KeyPair) => ({
  'authentication.kubernetes.io/credential-id': [
    `X509SHA256=${new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase()}`,
  ],
})

test('who shows a certificate of a named authority is the user in it, of its groups', async () => {
  await using server = await start()
  const ann = await issued(trusted, ANN)
  expect(await whoami(server.url, ann)).toEqual({
    username: 'ann',
    groups: ['dev', 'ops', 'system:authenticated'],
    extra: credentialOf(ann),
  })
  const refused = await ask(server.url, '/api/v1/nodes', ann)
  expect(refused.body.message).toContain('User "ann" cannot list resource "nodes"')
  const entry = server.cluster.journal.requests({ user: 'ann' }).at(-1)
  expect(entry?.reply).toMatchObject({ type: 'status' })
  // Control is not asked as anybody, and a WebSocket is opened as the same user.
  const socket = new WebSocket(`${server.url.replace('https', 'wss')}/api/v1/pods?watch=true`, {
    ...ann,
    rejectUnauthorized: false,
  })
  const status = await new Promise((resolve) =>
    socket.on('unexpected-response', (_, reply) => resolve(reply.statusCode)),
  )
  expect(status).toBe(403)
})

test('a certificate goes before a token; one that proves nothing leaves it to the token', async () => {
  await using server = await start({ users: [{ name: 'bob', token: 'bob-token' }] })
  const [ann, nameless] = [await issued(trusted, ANN), await issued(trusted, ANN.slice(0, 2))]
  const [foreign, expired] = [await issued(await authority(), ANN), await issued(trusted, ANN, { ends: -HOUR })]
  const serving = await issued(trusted, ANN, { usage: 'serverAuth' })
  expect(await whoami(server.url, { ...ann, token: 'bob-token' })).toMatchObject({ username: 'ann' })
  for (const shown of [nameless, foreign, expired, serving])
    expect(await whoami(server.url, { ...shown, token: 'bob-token' })).toMatchObject({ username: 'bob' })
  for (const shown of [foreign, expired, serving]) expect(await whoami(server.url, shown)).toBe(401)
  expect((await ask(server.url, '/api/v1/nodes', nameless)).body.message).toContain(
    'User "system:anonymous" cannot list',
  )
  expect((await ask(server.url, '/api/v1/nodes', foreign)).body).toMatchObject({ message: 'Unauthorized', code: 401 })
})

test('the uid is that of the attribute of Kubernetes; two of them, or an empty one, are refused', async () => {
  await using server = await start()
  const uid = (value: string) => ({ name: UID, value })
  const named = await issued(trusted, [...ANN, uid('u-1')])
  expect(await whoami(server.url, named)).toMatchObject({ username: 'ann', uid: 'u-1' })
  expect(await whoami(server.url, await issued(trusted, [...ANN, uid('u-1'), uid('u-2')]))).toBe(401)
})

test('a kubeconfig has a certificate where TLS is served, which the cluster has issued', async () => {
  await using server = await start({ seed: 1, users: [{ name: 'bob', groups: ['dev'], uid: 'u-bob', token: 't' }] })
  const userOf = (text: string) => (parse(text) as { users: { user: Record<string, string> }[] }).users[0]!.user
  const pairOf = (user: Record<string, string>) => ({
    cert: atob(user['client-certificate-data'] ?? ''),
    key: atob(user['client-key-data'] ?? ''),
  })
  const bob = pairOf(userOf(await server.kubeconfigFor('bob')))
  expect(await whoami(server.url, bob)).toEqual({
    username: 'bob',
    uid: 'u-bob',
    groups: ['dev', 'system:authenticated'],
    extra: credentialOf(bob),
  })
  expect(userOf(await server.kubeconfigFor('bob', { certificate: false }))).toEqual({ token: 't' })
  await server.cluster.create('ServiceAccount', { metadata: { name: 'operator' } })
  expect(userOf(await server.kubeconfigFor({ serviceAccount: 'default/operator' }))['token']).toBeDefined()
  // A year by the cluster's clock.
  await server.cluster.clock.advance(`${24 * 366}h`)
  expect(await whoami(server.url, bob)).toBe(401)
})

test('a signed CertificateSigningRequest logs in; what only bears the signature of the public key does not', async () => {
  await using server = await start({ controllers: ['certificate-signing'], seed: 1 })
  const { request: asked, secret } = requestFor({ name: 'ann', organizations: ['dev'] })
  const key = secret.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { cluster } = server
  const name = 'ann'
  await cluster.create('CertificateSigningRequest', {
    metadata: { name },
    spec: {
      request: asked,
      signerName: 'kubernetes.io/kube-apiserver-client',
      usages: ['client auth'],
    },
  })
  const status = { conditions: [{ type: 'Approved', status: 'True' as const, reason: 'Mine', message: '' }] }
  await cluster.patch('CertificateSigningRequest', { name }, { status }, { subresource: 'approval' })
  await cluster.waitFor('CertificateSigningRequest', { name }, ({ status: now }) => now?.certificate !== undefined)
  const made = await cluster.get('CertificateSigningRequest', { name })
  const shown = { cert: atob(made.status?.certificate ?? ''), key }
  expect(await whoami(server.url, shown)).toMatchObject({ username: 'ann', groups: ['dev', 'system:authenticated'] })
  await using other = await start({ seed: 1 })
  expect(await whoami(other.url, shown)).toBe(401)
})

test('a user may be known by a certificate of whatever authority', async () => {
  const bob = await issued(await authority(), [{ name: 'commonName', value: 'whoever' }])
  await using server = await start({ users: [{ name: 'bob', groups: ['dev'], certificate: bob.cert }] })
  expect(await whoami(server.url, bob)).toMatchObject({ username: 'bob', groups: ['dev', 'system:authenticated'] })
})

test('what clients show takes TLS, and a file of authorities', async () => {
  expect(() => parseStart(['--client-ca-file', 'ca.pem'])).toThrow('--client-ca-file is for certificates')
  await expect(startCluster({ clientCaFile: file })).rejects.toThrow('clientCaFile needs tls')
  const empty = join(folder, 'empty.pem')
  writeFileSync(empty, 'nothing')
  await expect(start({ clientCaFile: empty })).rejects.toThrow(`${empty} holds no certificates in PEM.`)
})
