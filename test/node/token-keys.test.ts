import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseStart } from '../../src/node/cli/start-command.js'
import { prepareCluster } from '../../src/node/start.js'
import type { StartOptions } from '../../src/node/options.js'

const folder = mkdtempSync(join(tmpdir(), 'fakecluster-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes keys in PEM to a file, and returns its path. */
function written(name: string, ...keys: readonly string[]): string {
  const file = join(folder, name)
  writeFileSync(file, keys.join(''))
  return file
}

const pem = (curve?: string): string => {
  const { privateKey } = curve
    ? generateKeyPairSync('ec', { namedCurve: curve })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: curve ? 'sec1' : 'pkcs8', format: 'pem' }).toString()
}
const publicPem = (key: string) => createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()

const start = (serviceAccountTokens: StartOptions['serviceAccountTokens']) =>
  prepareCluster({
    seed: 1,
    controllers: 'none',
    disableAdmissionPlugins: ['ServiceAccount'],
    fixtures: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'default' } },
    ...(serviceAccountTokens ? { serviceAccountTokens } : {}),
  })
type Cluster = Awaited<ReturnType<typeof start>>

/** What replies have of what is asked. */
type Reply = {
  readonly status: {
    readonly token: string
    readonly authenticated?: boolean
    readonly audiences?: readonly string[]
    readonly error?: string
  }
  readonly keys: readonly { readonly [member: string]: string }[]
  readonly issuer: string
  readonly id_token_signing_alg_values_supported: readonly string[]
}

async function send(cluster: Cluster, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await cluster.fetch(`https://localhost:6443${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await reply.json()) as Reply // of the path that is asked
}

const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/robot/token'
const tokenOf = async (cluster: Cluster, spec = {}): Promise<string> =>
  (await send(cluster, 'POST', ACCOUNT, { spec })).status.token
const partOf = (token: string, part: number) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as { readonly [claim: string]: unknown }
const review = async (cluster: Cluster, token: string, audiences?: readonly string[]) =>
  (await send(cluster, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } })).status

test.each([
  ['RS256', undefined, 'sha256', { kty: 'RSA' }],
  ['ES256', 'P-256', 'sha256', { kty: 'EC', crv: 'P-256' }],
  ['ES384', 'P-384', 'sha384', { kty: 'EC', crv: 'P-384' }],
  ['ES512', 'P-521', 'sha512', { kty: 'EC', crv: 'P-521' }],
])('tokens are signed with a key of %s, which the key set has', async (alg, curve, hash, kind) => {
  const key = pem(curve)
  const cluster = await start({ signingKeyFile: written(`${alg}.key`, key), keyFiles: [written('keys', key, pem())] })
  const token = await tokenOf(cluster)
  const { keys } = await send(cluster, 'GET', '/openid/v1/jwks')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatchObject({ use: 'sig', alg, ...kind })
  expect(partOf(token, 0)).toEqual({ alg, kid: keys[0]?.['kid'] })
  const [head, body, signature = ''] = token.split('.')
  const verifier = createVerify(hash).update(`${head}.${body}`)
  const told = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  expect(verifier.verify({ key: told, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true)
  const { id_token_signing_alg_values_supported: algorithms } = await send(
    cluster,
    'GET',
    '/.well-known/openid-configuration',
  )
  expect(algorithms).toEqual([...new Set([alg, 'RS256'])].sort())
  expect((await review(cluster, token)).authenticated).toBe(true)
  expect((await review(cluster, `${token.slice(0, -8)}AAAAAAAA`)).error).toContain(
    'go-jose/go-jose: error in cryptographic primitive',
  )
})

test('a public key verifies tokens, and one that is not among them does not', async () => {
  const key = pem('P-256')
  const signingKeyFile = written('signing', key)
  const known = await start({ signingKeyFile, keyFiles: [written('public', publicPem(key))] })
  expect((await review(known, await tokenOf(known))).authenticated).toBe(true)
  const foreign = await start({ signingKeyFile, keyFiles: [written('other', pem())] })
  expect(await review(foreign, await tokenOf(foreign))).toEqual({
    error: '[invalid bearer token, invalid signature, no keys found]',
    user: {},
  })
})

test('tokens are of the first issuer and for all of them, and those of each are known', async () => {
  const cluster = await start({ issuers: ['https://new.example', 'https://old.example'] })
  const token = await tokenOf(cluster)
  expect(partOf(token, 1)).toMatchObject({
    iss: 'https://new.example',
    aud: ['https://new.example', 'https://old.example'],
  })
  expect((await review(cluster, token, ['https://old.example'])).audiences).toEqual(['https://old.example'])
  const old = await start({ issuers: ['https://old.example'] })
  expect((await review(cluster, await tokenOf(old))).authenticated).toBe(true)
  expect((await review(old, token)).error).toBe('invalid bearer token')
  const { issuer } = await send(cluster, 'GET', '/.well-known/openid-configuration')
  expect(issuer).toBe('https://new.example')
})

test('audiences may differ from the issuers', async () => {
  const cluster = await start({ issuers: ['https://issuer.example'], audiences: ['api', 'more'] })
  const token = await tokenOf(cluster)
  expect(partOf(token, 1)).toMatchObject({ iss: 'https://issuer.example', aud: ['api', 'more'] })
  expect((await review(cluster, token)).audiences).toEqual(['api', 'more'])
  expect((await review(cluster, await tokenOf(cluster, { audiences: ['vault'] }))).error).toContain(
    'token audiences ["vault"] is invalid for the target audiences ["api" "more"]',
  )
})

test('there are no OpenID documents of an issuer that is no URL of HTTPS', async () => {
  const cluster = await start({ issuers: ['cluster'] })
  expect(partOf(await tokenOf(cluster), 1)['iss']).toBe('cluster')
  for (const path of ['/openid/v1/jwks', '/.well-known/openid-configuration'])
    expect((await cluster.fetch(path)).status).toBe(404)
})

test('what is wrong with files and flags is told', async () => {
  const empty = written('empty')
  const key = written('some', pem())
  await expect(start({ signingKeyFile: empty })).rejects.toThrow(`${empty} holds a key that cannot be read.`)
  await expect(start({ signingKeyFile: key, keyFiles: [empty] })).rejects.toThrow(`${empty} holds no keys in PEM.`)
  const edwards = written(
    'edwards',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  await expect(start({ signingKeyFile: edwards })).rejects.toThrow('neither RSA nor ECDSA on P-256, P-384 or P-521')
  await expect(start({ keyFiles: [key] })).rejects.toThrow('if there is a signingKeyFile')
  await expect(start({ issuers: [] })).rejects.toThrow('a list of texts that are not empty, each once')
  await expect(start({ issuers: ['a', 'a'] })).rejects.toThrow('each once')
  expect(() => parseStart(['--service-account-key-file', key])).toThrow('--service-account-signing-key-file signs')
})

test('flags have the names of kube-apiserver', () => {
  const flags = [
    '--service-account-issuer=https://a.example',
    '--service-account-issuer=b',
    '--api-audiences=x,y',
    '--service-account-signing-key-file=s',
    '--service-account-key-file=k',
  ]
  expect(parseStart(flags)).toMatchObject({
    options: {
      serviceAccountTokens: {
        issuers: ['https://a.example', 'b'],
        audiences: ['x', 'y'],
        signingKeyFile: 's',
        keyFiles: ['k'],
      },
    },
  })
})
