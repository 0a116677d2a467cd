import { createPublicKey, createVerify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { writeToken } from '../../../src/server/accounts/json-web-token.js'
import { createSigningKey } from '../../../src/server/accounts/signing-key.js'
import { testKey } from '../../../src/server/accounts/test-key.js'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import type { Cluster } from '../../../src/cluster/types.js'

type Json = { readonly [member: string]: unknown }

const ISSUER = 'https://kubernetes.default.svc.cluster.local'
const NOW = Date.UTC(2024, 0, 1) / 1000
const HOUR = 3600
const PATH = '/api/v1/namespaces/default/serviceaccounts/robot/token'

/** A cluster with the service account `robot`. */
async function open(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, controllers: 'none', ...options })
  await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  return cluster
}

/** A cluster with a random signing key. */
async function unseeded(): Promise<Cluster> {
  const cluster = createCluster({ controllers: 'none', clock: 'virtual' })
  await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  return cluster
}

async function ask(cluster: Cluster, method: string, path: string, body?: object, token?: string) {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'curl/8',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const reply = await cluster.fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { code: reply.status, body: (await reply.json()) as Json } // every reply is an object
}

const tokenOf = async (cluster: Cluster, spec: object = {}, secret?: string): Promise<string> => {
  const { body } = await ask(cluster, 'POST', PATH, { spec }, secret)
  return (body['status'] as { readonly token: string }).token // the status of a TokenRequest
}
const partOf = (token: string, part: number): Json =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString()) as Json // header and claims are objects
const claimsOf = (token: string) => partOf(token, 1)

async function review(cluster: Cluster, token: string, audiences?: readonly string[]): Promise<unknown> {
  const spec = { token, ...(audiences ? { audiences } : {}) }
  const { body } = await ask(cluster, 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec })
  return body['status']
}

const pod = (cluster: Cluster, spec: object = {}) =>
  cluster.create('Pod', {
    metadata: { name: 'p' },
    spec: { serviceAccountName: 'robot', containers: [{ name: 'c', image: 'i' }], ...spec },
  })
const uidOf = async (cluster: Cluster, kind: string, name: string) =>
  (await cluster.get(kind, { name })).metadata.uid ?? ''

describe('a TokenRequest', () => {
  test('is answered with its token and expirationTimestamp, and stores nothing', async () => {
    const cluster = await open()
    const { revision } = cluster.snapshot().state
    const { code, body } = await ask(cluster, 'POST', PATH, { spec: {} })
    expect(code).toBe(201)
    expect(body).toEqual({
      kind: 'TokenRequest',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {
        name: 'robot',
        namespace: 'default',
        creationTimestamp: '2024-01-01T00:00:00Z',
        managedFields: [
          {
            manager: 'curl',
            operation: 'Update',
            apiVersion: 'authentication.k8s.io/v1',
            time: '2024-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:spec': { 'f:expirationSeconds': {} } },
            subresource: 'token',
          },
        ],
      },
      spec: { audiences: [ISSUER], expirationSeconds: HOUR, boundObjectRef: null },
      status: { token: expect.any(String) as string, expirationTimestamp: '2024-01-01T01:00:00Z' },
    })
    expect(cluster.snapshot().state.revision).toBe(revision)
  })

  test('returns a token that the published key verifies, and that depends on the seed', async () => {
    const cluster = await open()
    const token = await tokenOf(cluster)
    // The format of a JWKS.
    const { keys } = (await ask(cluster, 'GET', '/openid/v1/jwks')).body as { readonly keys: readonly Json[] }
    const [header, claims, signature = ''] = token.split('.')
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
    const verify = createVerify('RSA-SHA256').update(`${header}.${claims}`)
    expect(verify.verify(key, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(partOf(token, 0)).toEqual({ alg: 'RS256', kid: keys[0]?.['kid'] })
    expect(claimsOf(token)).toEqual({
      aud: [ISSUER],
      exp: NOW + HOUR,
      iat: NOW,
      iss: ISSUER,
      jti: expect.any(String) as string,
      'kubernetes.io': {
        namespace: 'default',
        serviceaccount: { name: 'robot', uid: await uidOf(cluster, 'ServiceAccount', 'robot') },
      },
      nbf: NOW,
      sub: 'system:serviceaccount:default:robot',
    })
    expect(await tokenOf(await open())).toBe(token)
    expect(await tokenOf(cluster)).not.toBe(token)
  })

  test('binds the token to a pod and its node, to a Secret or to a Node', async () => {
    const cluster = await open()
    await cluster.create('Node', { metadata: { name: 'n' } })
    await cluster.create('Secret', { metadata: { name: 's' } })
    await pod(cluster, { nodeName: 'n' })
    const [podUid, node, secret] = await Promise.all([
      uidOf(cluster, 'Pod', 'p'),
      uidOf(cluster, 'Node', 'n'),
      uidOf(cluster, 'Secret', 's'),
    ])
    const bound = async (kind: string, name: string, spec: object = {}) =>
      claimsOf(await tokenOf(cluster, { boundObjectRef: { kind, apiVersion: 'v1', name }, ...spec }))
    expect(await bound('Pod', 'p')).toMatchObject({
      'kubernetes.io': { pod: { name: 'p', uid: podUid }, node: { name: 'n', uid: node } },
    })
    expect(await bound('Secret', 's')).toMatchObject({ 'kubernetes.io': { secret: { name: 's', uid: secret } } })
    expect(await bound('Node', 'n')).toMatchObject({ 'kubernetes.io': { node: { name: 'n', uid: node } } })
    // The default expiration of a projected volume (3607 s) is extended to a year, for clients that read the token only
    // once.
    const projected = await bound('Pod', 'p', { expirationSeconds: HOUR + 7 })
    expect(projected).toMatchObject({
      exp: NOW + 365 * 24 * HOUR,
      'kubernetes.io': { warnafter: NOW + HOUR + 7 },
    })
  })

  test.each<[body: object, code: number, message: string]>([
    [
      { spec: { expirationSeconds: 599 } },
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
    ],
    [
      { spec: { expirationSeconds: 2 ** 32 + 1 } },
      422,
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
    ],
    [
      { metadata: { name: 'other' }, spec: {} },
      422,
      'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
    ],
    [
      { metadata: { namespace: 'other' }, spec: {} },
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [{ spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'q' } } }, 404, 'pods "q" not found'],
    [{ spec: { boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'q' } } }, 404, 'nodes "q" not found'],
    [{ spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1' } } }, 400, 'Name parameter required.'],
    [
      { spec: { boundObjectRef: { kind: 'Deployment', apiVersion: 'apps/v1', name: 'q' } } },
      400,
      'cannot bind token to object of type apps/v1, Kind=Deployment',
    ],
    [
      { spec: { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'q' } } },
      400,
      'cannot bind token to object of type /v1, Kind=ConfigMap',
    ],
    [
      { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' } } },
      400,
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    ],
    [
      { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's', uid: 'u' } } },
      409,
      'Operation cannot be fulfilled on Secret "s": the UID in the bound object reference (u) does not match the UID in record. The object might have been deleted and then recreated',
    ],
  ])('is refused: %j', async (body, code, message) => {
    const cluster = await open()
    await cluster.create('ServiceAccount', { metadata: { name: 'another' } })
    await pod(cluster, { serviceAccountName: 'another' })
    await cluster.create('Secret', { metadata: { name: 's' } })
    const reply = await ask(cluster, 'POST', PATH, body)
    expect([reply.code, reply.body['message']]).toEqual([code, message])
  })

  test('for a missing service account is 404', async () => {
    const cluster = await open()
    const reply = await ask(cluster, 'POST', PATH.replace('robot', 'nobody'), { spec: {} })
    expect([reply.code, reply.body['message']]).toEqual([404, 'serviceaccounts "nobody" not found'])
  })
})

describe('a TokenReview', () => {
  test('reads a token as from a header', async () => {
    const users = [{ name: 'ann', uid: 'u-ann', groups: ['dev'], token: 'ann-token' }]
    const cluster = createCluster({ seed: 1, users, authorization: 'rbac' })
    const judged = async (to: Cluster, token: string, audiences?: readonly string[]) =>
      (await to.create('TokenReview', { spec: { token, ...(audiences ? { audiences } : {}) } })).status
    const ann = { username: 'ann', uid: 'u-ann', groups: ['dev', 'system:authenticated'] }
    const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] }
    for (const token of ['ann-token more', 'ann-token  '])
      expect(await judged(cluster, token)).toEqual({ authenticated: true, user: ann, audiences: [ISSUER] })
    for (const token of [' ann-token', ' '])
      expect(await judged(cluster, token)).toEqual({ authenticated: true, user: anonymous, audiences: [ISSUER] })
    expect(await judged(cluster, ' x', ['other'])).toEqual({
      authenticated: true,
      user: anonymous,
      audiences: ['other'],
    })
    expect(await judged(cluster, '\tann-token')).toEqual({ user: {}, error: 'invalid bearer token' })
    const known = createCluster({ seed: 1, users, authorization: 'rbac', anonymousAuth: false })
    expect(await judged(known, ' ann-token')).toEqual({ user: {} })
  })

  test('returns the user and the audiences of a token', async () => {
    const cluster = await open()
    await pod(cluster, { nodeName: 'gone' })
    const token = await tokenOf(cluster, {
      audiences: ['vault', ISSUER],
      boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' },
    })
    const [uid, podUid] = [await uidOf(cluster, 'ServiceAccount', 'robot'), await uidOf(cluster, 'Pod', 'p')]
    const user = {
      username: 'system:serviceaccount:default:robot',
      uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      extra: {
        'authentication.kubernetes.io/credential-id': [`JTI=${String(claimsOf(token)['jti'])}`],
        'authentication.kubernetes.io/node-name': ['gone'],
        'authentication.kubernetes.io/pod-name': ['p'],
        'authentication.kubernetes.io/pod-uid': [podUid],
      },
    }
    expect(await review(cluster, token)).toEqual({ authenticated: true, user, audiences: [ISSUER] })
    expect(await review(cluster, token, ['vault', 'x'])).toEqual({ authenticated: true, user, audiences: ['vault'] })
    expect(await review(cluster, token, ['x'])).toEqual({
      user: {},
      error: `[invalid bearer token, token audiences ["vault" "${ISSUER}"] is invalid for the target audiences ["x"]]`,
    })
  })

  const refused = (why: string) => ({ user: {}, error: `[invalid bearer token, ${why}]` })

  test('refuses an expired token, with a leeway of a minute', async () => {
    const cluster = await open()
    const token = await tokenOf(cluster, { expirationSeconds: 600 })
    await cluster.clock.advance('11m')
    expect(await review(cluster, token)).toMatchObject({ authenticated: true })
    await cluster.clock.advance('1s')
    expect(await review(cluster, token)).toEqual(refused('service account token has expired'))
  })

  test('refuses a token with a changed claim or a foreign signature', async () => {
    const cluster = await open()
    const token = await tokenOf(cluster)
    const [header = '', , signature = ''] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'admin' })).toString('base64url')
    expect(await review(cluster, `${header}.${claims}.${signature}`)).toEqual(
      refused('go-jose/go-jose: error in cryptographic primitive'),
    )
    const foreign = await tokenOf(await unseeded())
    expect(await review(cluster, foreign)).toEqual(refused('invalid signature, no keys found'))
  })

  test('refuses a token of a deleted pod or service account', async () => {
    const cluster = await open()
    await pod(cluster)
    const ref = { kind: 'Pod', apiVersion: 'v1', name: 'p' }
    const [token, bound] = [await tokenOf(cluster), await tokenOf(cluster, { boundObjectRef: ref })]
    const old = await uidOf(cluster, 'Pod', 'p')
    await cluster.delete('Pod', { name: 'p' })
    expect(await review(cluster, bound)).toEqual(refused('service account token has been invalidated'))
    await pod(cluster)
    expect(await review(cluster, bound)).toEqual(
      refused(`pod UID (${await uidOf(cluster, 'Pod', 'p')}) does not match service account pod ref claim (${old})`),
    )
    const account = await uidOf(cluster, 'ServiceAccount', 'robot')
    await cluster.delete('ServiceAccount', { name: 'robot' })
    expect(await review(cluster, token)).toEqual(refused('serviceaccounts "robot" not found'))
    await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
    expect(await review(cluster, token)).toEqual(
      refused(
        `service account UID (${await uidOf(cluster, 'ServiceAccount', 'robot')}) does not match claim (${account})`,
      ),
    )
  })
})

describe('a request with a service account token', () => {
  const whoAmI = async (cluster: Cluster, token?: string) => {
    const { code, body } = await ask(cluster, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, token)
    // The status of a SelfSubjectReview.
    const { userInfo } = (body['status'] ?? {}) as { readonly userInfo?: { readonly username: string } }
    return code === 201 ? userInfo?.username : code
  }

  test('is authenticated as that account, in a cluster without a token', async () => {
    const cluster = await open()
    const token = await tokenOf(cluster)
    expect(await whoAmI(cluster, token)).toBe('system:serviceaccount:default:robot')
    expect(await whoAmI(cluster)).toBe('admin')
    expect(await whoAmI(cluster, 'anything')).toBe('admin')
    await cluster.clock.advance('2h')
    expect(await whoAmI(cluster, token)).toBe(401)
  })

  test('is accepted beside the secret token, in forks too', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none', token: 'secret' })
    await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
    const token = await tokenOf(cluster, {}, 'secret')
    expect(await whoAmI(cluster, token)).toBe('system:serviceaccount:default:robot')
    expect(await whoAmI(cluster, 'secret')).toBe('admin')
    expect(await whoAmI(cluster, 'other')).toBe(401)
    expect(await whoAmI(cluster.fork(), token)).toBe('system:serviceaccount:default:robot')
  })

  test('is refused where the token is signed by the public test key and the cluster has a secret token', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none', token: 'secret' })
    await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
    const claims = claimsOf(await tokenOf(cluster, {}, 'secret'))
    const forged = writeToken(createSigningKey(testKey), claims)
    expect(await whoAmI(cluster, forged)).toBe(401)
    expect(await whoAmI(await open(), forged)).toBe('system:serviceaccount:default:robot')
  })

  test('has the account as its user in the journal', async () => {
    const cluster = await open()
    await ask(cluster, 'GET', '/api/v1/pods', undefined, await tokenOf(cluster))
    expect(cluster.journal.requests().at(-1)?.user).toBe('system:serviceaccount:default:robot')
  })
})

test('serves OpenID discovery: the issuer and its keys', async () => {
  const reply = await (await open()).fetch('http://localhost:8080/.well-known/openid-configuration')
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
  })
  expect(await reply.json()).toEqual({
    issuer: ISSUER,
    jwks_uri: 'http://localhost:8080/openid/v1/jwks',
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  const keys = await (await open()).fetch('/openid/v1/jwks')
  expect(keys.headers.get('content-type')).toBe('application/jwk-set+json')
})
