import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'
import { podRequest as example } from './examples.js'

const PATH = '/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests'
const [NOT_BEFORE, NOT_AFTER] = ['2026-11-29T05:39:16Z', '2026-11-30T05:39:16Z']
const open = (start = NOT_BEFORE) => openServer({ kubernetesVersion: '1.37', start })
// For the key of the example, valid for a day.
const CHAIN = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBMDCB46ADAgECAhRbNwYqeajXQ7GJjkvwKt/tpoNCATAFBgMrZXAwDjEMMAoG',
  'A1UEAwwDcG9kMB4XDTI2MTEyOTA1MzkxNloXDTI2MTEzMDA1MzkxNlowDjEMMAoG',
  'A1UEAwwDcG9kMCowBQYDK2VwAyEA75apkrNghbjQ/tFf+cwyI+dZLKiwRqZZmNvQ',
  'l/wyGaqjUzBRMB0GA1UdDgQWBBTMjGM/rWw527XvwTit5QeFFLFAbzAfBgNVHSME',
  'GDAWgBTMjGM/rWw527XvwTit5QeFFLFAbzAPBgNVHRMBAf8EBTADAQH/MAUGAytl',
  'cANBAMRlz5yTGtxiN9pTVUlsda7vnIhy++F7NMYNDXIoI6CUSxGHgE/m6rtqifIk',
  's74O2uABCmueD2YcJa3KNILchgo=',
  '-----END CERTIFICATE-----',
].join('\n')
// For another key.
const OTHER = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBMTCB5KADAgECAhQwMxd52HE81anBIHY/4+wJ4INb3jAFBgMrZXAwDzENMAsG',
  'A1UEAwwEbGVhZjAgFw0yNjExMjkwNTM2MjZaGA8yMTI2MTEwNTA1MzYyNlowDzEN',
  'MAsGA1UEAwwEbGVhZjAqMAUGAytlcAMhAI9Hl2opdM1se0AVfciiUmhJVHakqyBd',
  '0KH/XLxoxcR3o1AwTjAdBgNVHQ4EFgQUyawgzf7uZo2YasASRimTHCUcBRgwHwYD',
  'VR0jBBgwFoAUyawgzf7uZo2YasASRimTHCUcBRgwDAYDVR0TAQH/BAIwADAFBgMr',
  'ZXADQQCApSE1qjYn2hfYf/k2x8NPvvutHTt5ICgQeK1Bk9QHAa8hsCIfWlb5/1Wd',
  'v/QthD0C2AGw+T5o3hTCCFr4BXoG',
  '-----END CERTIFICATE-----',
].join('\n')

const condition = { status: 'True', lastTransitionTime: NOT_BEFORE, reason: 'Done', message: '' }
const issued = {
  conditions: [{ ...condition, type: 'Issued' }],
  certificateChain: CHAIN,
  notBefore: NOT_BEFORE,
  notAfter: NOT_AFTER,
  beginRefreshAt: new Date(Date.parse(NOT_BEFORE) + 3_600_000).toISOString().replace('.000', ''),
}

/** Returns what a server says to a status, and to another one after it. */
async function written(first: object, second?: object, start?: string): Promise<readonly unknown[]> {
  const ask = open(start)
  await ask('POST', PATH, example)
  const write = async (status: object) => wordsOf(await ask('PATCH', `${PATH}/web-1/status`, { status }))
  return [await write(first), ...(second ? [await write(second)] : [])]
}

test('a certificate of a day is asked for, if nothing else is', async () => {
  const { body } = await open()('POST', PATH, example)
  expect(body).toMatchObject({ spec: { maxExpirationSeconds: 86400 }, status: {} })
})

test('a certificate is issued once', async () => {
  const more = { conditions: [{ ...condition, type: 'Failed' }] }
  expect(await written(issued, more)).toEqual([
    200,
    'status: Invalid value: immutable after PodCertificateRequest is issued, denied, or failed',
  ])
})

test.each([
  [{ certificateChain: '' }, 'must contain at least one certificate'],
  [{ certificateChain: OTHER }, 'leaf certificate was not issued to the requested public key'],
  [
    { certificateChain: `${CHAIN}\n-----BEGIN X-----\nAAAA\n-----END X-----` },
    'must consist entirely of CERTFICATE PEM blocks',
  ],
  [{ notAfter: null }, 'status.notAfter: Required value: must be present and consistent with the issued certificate'],
  [{ notBefore: NOT_AFTER }, 'must be set to the NotBefore time encoded in the leaf certificate'],
  [{ notAfter: NOT_BEFORE }, 'must be set to the NotAfter time encoded in the leaf certificate'],
  [{ beginRefreshAt: NOT_BEFORE }, 'must be at least 10 minutes after status.notBefore'],
  [{ beginRefreshAt: NOT_AFTER }, 'must be at least 10 minutes before status.notAfter'],
])('a certificate with %j is refused: %s', async (change, words) => {
  expect((await written({ ...issued, ...change }))[0]).toContain(words)
})

test('a certificate must be new, and valid for an hour at least and no longer than was asked for', async () => {
  const later = new Date(Date.parse(NOT_BEFORE) + 600_000).toISOString()
  expect((await written(issued, undefined, later))[0]).toContain("within 5 minutes of kube-apiserver's current time")
  const ask = open()
  await ask('POST', PATH, {
    ...example,
    spec: { ...example.spec, maxExpirationSeconds: 3600 },
  })
  expect(wordsOf(await ask('PATCH', `${PATH}/web-1/status`, { status: issued }))).toBe(
    'status.certificateChain: Invalid value: 86400000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds (3600)',
  )
})

test('a signer needs the right to sign', async () => {
  const ask = openServer({
    kubernetesVersion: '1.37',
    start: NOT_BEFORE,
    authorization: 'rbac',
    users: [
      { name: 'root', token: 'root-token', groups: ['system:masters'] },
      { name: 'ann', token: 'ann-token' },
    ],
    fixtures: RIGHTS,
  })
  const as = (name: string) => ({ authorization: `Bearer ${name}-token` })
  await ask('POST', PATH, example, as('root'))
  const status = { conditions: [{ ...condition, type: 'Denied' }] }
  const reply = await ask('PATCH', `${PATH}/web-1/status`, { status }, as('ann'))
  expect(wordsOf(reply)).toBe(
    'spec.signerName: Forbidden: User "ann" is not permitted to "sign" for signer "example.com/pods"',
  )
  expect(await ask('PATCH', `${PATH}/web-1/status`, { status }, as('root'))).toMatchObject({ code: 200 })
})

const group = 'rbac.authorization.k8s.io'
const RIGHTS = [
  {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'requests' },
    rules: [{ apiGroups: ['certificates.k8s.io'], resources: ['podcertificaterequests/status'], verbs: ['*'] }],
  },
  {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'requests' },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'requests' },
    subjects: [{ apiGroup: group, kind: 'User', name: 'ann' }],
  },
]
