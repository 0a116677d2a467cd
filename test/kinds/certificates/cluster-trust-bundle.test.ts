import { expect, test } from 'vitest'
import { openServer, wordsOf } from '../asking.js'
import { trustBundle } from './examples.js'

const PATH = '/apis/certificates.k8s.io/v1/clustertrustbundles'
const newest = { kubernetesVersion: '1.37' } as const
const ANCHOR = trustBundle.spec.trustBundle
// The certificate of no authority.
const LEAF = [
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

const refused = async (trustBundle: string) =>
  wordsOf(await openServer(newest)('POST', PATH, { metadata: { name: 'a' }, spec: { trustBundle } }))
const WORDS = 'spec.trustBundle: Invalid value: "<value omitted>": '

test.each([
  ['', 'at least one trust anchor must be provided'],
  [ANCHOR.replaceAll('CERTIFICATE', 'KEY'), 'entry 0 has bad block type: KEY'],
  [ANCHOR.replace('-----\n', '-----\na: b\n\n'), 'entry 0 has PEM block headers'],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'entry 0 does not parse as X.509'],
  [LEAF, 'entry 0 does not have the CA bit set'],
  [ANCHOR + ANCHOR, 'duplicate trust anchor (indices [0 1])'],
])('a bundle %j is refused: %s', async (bundle, words) => {
  expect(await refused(bundle)).toBe(WORDS + words)
})

test('the name of a bundle of a signer begins with that of the signer', async () => {
  const ask = openServer(newest)
  const create = async (name: string, signerName?: string) =>
    wordsOf(await ask('POST', PATH, { metadata: { name }, spec: { trustBundle: ANCHOR, signerName } }))
  expect(await create('plain')).toBe(201)
  expect(await create('example.com:people:1', 'example.com/people')).toBe(201)
  expect(await create('other', 'example.com/people')).toContain('must be named with prefix example.com:people:')
  expect(await create('a:b')).toContain('ClusterTrustBundle without signer name must not have ":" in its name')
  const { body } = await ask('GET', `${PATH}?fieldSelector=spec.signerName%3Dexample.com/people`)
  expect(body['items']).toMatchObject([{ metadata: { name: 'example.com:people:1' } }])
})

test('a bundle of a signer needs the right to attest for it', async () => {
  const ask = openServer({
    ...newest,
    authorization: 'rbac',
    users: [{ name: 'ann', token: 'ann-token' }],
    fixtures: [
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'bundles' },
        rules: [
          { apiGroups: ['certificates.k8s.io'], resources: ['clustertrustbundles'], verbs: ['*'] },
          {
            apiGroups: ['certificates.k8s.io'],
            resources: ['signers'],
            resourceNames: ['own.com/*'],
            verbs: ['attest'],
          },
        ],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'bundles' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'bundles' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
      },
    ],
  })
  const create = (domain: string) => {
    const body = {
      metadata: { name: `${domain}:people:1` },
      spec: { signerName: `${domain}/people`, trustBundle: ANCHOR },
    }
    return ask('POST', PATH, body, { authorization: 'Bearer ann-token' })
  }
  expect(await create('own.com')).toMatchObject({ code: 201 })
  expect(await create('other.com')).toMatchObject({
    code: 403,
    body: { message: expect.stringContaining('user not permitted to attest for signerName "other.com/people"') },
  })
})
