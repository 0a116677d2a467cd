import { X509Certificate } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import { type Asked, requestFor } from './requests.js'

const CLIENT = 'kubernetes.io/kube-apiserver-client'
const KUBELET = 'kubernetes.io/kube-apiserver-client-kubelet'
const SERVING = 'kubernetes.io/kubelet-serving'
const NODE: Asked = { name: 'system:node:n', organizations: ['system:nodes'] }

const open = () => createCluster({ seed: 1, controllers: ['certificate-signing', 'root-certificates'] })
const nameOf = (cluster: Cluster) => cluster.get('CertificateSigningRequest', { name: 'r' })
const statusOf = async (cluster: Cluster) => (await nameOf(cluster)).status ?? {}
const conditionsOf = async (cluster: Cluster) =>
  ((await statusOf(cluster)).conditions ?? []).map(({ type, reason, message }) => [type, reason, message])

async function ask(cluster: Cluster, asked: Asked, signerName: string, usages: readonly string[], more: object = {}) {
  const { request, key } = requestFor(asked)
  await cluster.create('CertificateSigningRequest', {
    metadata: { name: 'r' },
    spec: { request, signerName, usages, ...more },
  })
  await cluster.settled()
  return key
}

async function decide(cluster: Cluster, type: 'Approved' | 'Denied') {
  const condition = { type, status: 'True', reason: 'Test', message: 'by hand' }
  await cluster.patch(
    'CertificateSigningRequest',
    { name: 'r' },
    { status: { conditions: [condition] } },
    { subresource: 'approval' },
  )
  await cluster.settled()
}

/** The signed certificate, verified against the authority that `kube-root-ca.crt` publishes in every namespace. */
async function certificateOf(cluster: Cluster): Promise<X509Certificate> {
  const { certificate = '' } = await statusOf(cluster)
  const { data = {} } = await cluster.get('ConfigMap', { name: 'kube-root-ca.crt' })
  const issued = new X509Certificate(atob(certificate))
  const authority = new X509Certificate(data['ca.crt'] ?? '')
  expect(issued.verify(authority.publicKey)).toBe(true)
  expect(issued.checkIssued(authority)).toBe(true)
  return issued
}

test('signs an approved request with its subject, key and usages, for a year', async () => {
  const cluster = open()
  const key = await ask(cluster, { name: 'ann', organizations: ['people', 'admins'] }, CLIENT, ['client auth'])
  expect(await statusOf(cluster)).toEqual({})
  await decide(cluster, 'Approved')
  const certificate = await certificateOf(cluster)
  expect(certificate.subject).toBe('O=people\nO=admins\nCN=ann')
  expect(certificate.publicKey.equals(key)).toBe(true)
  expect(certificate.ca).toBe(false)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  // Both times are five minutes earlier.
  expect([certificate.validFrom, certificate.validTo]).toEqual(['Dec 31 23:55:00 2023 GMT', 'Dec 30 23:55:00 2024 GMT'])
})

test.each(['rsa', 'P-384', 'ed25519'] as const)('signs a request with a key of type %s', async (type) => {
  const cluster = open()
  const key = await ask(cluster, { name: 'ann', type }, CLIENT, ['client auth', 'digital signature'])
  await decide(cluster, 'Approved')
  expect((await certificateOf(cluster)).publicKey.equals(key)).toBe(true)
})

test('does not sign a request that is not signed with its own key', async () => {
  const cluster = open()
  await ask(cluster, { name: 'ann', isForged: true }, CLIENT, ['client auth'])
  await decide(cluster, 'Approved')
  expect((await statusOf(cluster)).certificate).toBeUndefined()
  expect(await conditionsOf(cluster)).toEqual([['Approved', 'Test', 'by hand']])
})

test('the clock waits while a signature is verified', async () => {
  const cluster = open()
  await ask(cluster, { name: 'ann' }, CLIENT, ['client auth'])
  const verify = crypto.subtle.verify.bind(crypto.subtle)
  const slow = vi.spyOn(crypto.subtle, 'verify').mockImplementation(async (...given) => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return verify(...given)
  })
  const condition = { type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' }
  const options = { subresource: 'approval' } as const
  await cluster.patch('CertificateSigningRequest', { name: 'r' }, { status: { conditions: [condition] } }, options)
  await cluster.clock.advance('1s')
  slow.mockRestore()
  expect(await statusOf(cluster)).toHaveProperty('certificate')
})

test('approves and signs the client certificate of a kubelet', async () => {
  const cluster = open()
  await ask(cluster, NODE, KUBELET, ['client auth', 'digital signature'], { expirationSeconds: 3600 })
  expect(await conditionsOf(cluster)).toEqual([
    ['Approved', 'AutoApproved', 'Auto approving kubelet client certificate after SubjectAccessReview.'],
  ])
  const { validTo, subject } = await certificateOf(cluster)
  expect([subject, validTo]).toEqual(['O=system:nodes\nCN=system:node:n', 'Jan  1 01:00:00 2024 GMT'])
})

test('signs the serving certificate of a kubelet with its subjectAltNames, only after manual approval', async () => {
  const cluster = open()
  const others = [
    [0x82, 'n.example'],
    [0x87, '\u0001\u0002\u0003\u0004'],
  ] as const
  await ask(cluster, { ...NODE, others }, SERVING, ['server auth', 'digital signature', 'key encipherment'])
  expect(await conditionsOf(cluster)).toEqual([])
  await decide(cluster, 'Approved')
  expect((await certificateOf(cluster)).subjectAltName).toBe('DNS:n.example, IP Address:1.2.3.4')
})

const dns = [[0x82, 'n.example']] as const
const email = [[0x81, 'a@n.example']] as const
test.each([
  [CLIENT, { name: 'ann' }, ['client auth', 'server auth'], 'invalid usage for client certificate: server auth'],
  [CLIENT, { name: 'ann' }, ['digital signature'], 'missing required usage for client certificate: client auth'],
  [KUBELET, { name: 'ann' }, ['client auth'], 'subject organization is not system:nodes'],
  [KUBELET, { ...NODE, others: dns }, ['client auth'], 'DNS subjectAltNames are not allowed'],
  [KUBELET, { ...NODE, name: 'ann' }, ['client auth'], 'subject common name does not begin with system:node:'],
  [KUBELET, NODE, ['client auth'], 'usages did not match [client auth digital signature key encipherment]'],
  [SERVING, NODE, ['server auth'], 'DNS or IP subjectAltName is required'],
  [SERVING, { ...NODE, others: [...dns, ...email] }, ['server auth'], 'Email subjectAltNames are not allowed'],
  [
    SERVING,
    { ...NODE, others: dns },
    ['server auth'],
    'usages did not match [digital signature key encipherment server auth]',
  ],
])('%s fails an approved request that it must not sign: %o for %o', async (signerName, asked, usages, message) => {
  const cluster = open()
  await ask(cluster, asked, signerName, usages)
  await decide(cluster, 'Approved')
  expect(await conditionsOf(cluster)).toEqual([
    ['Approved', 'Test', 'by hand'],
    ['Failed', 'SignerValidationFailure', message],
  ])
  expect((await statusOf(cluster)).certificate).toBeUndefined()
})

test('does not sign a request that is denied or for another signer', async () => {
  const denied = open()
  await ask(denied, { name: 'ann' }, CLIENT, ['client auth'])
  await decide(denied, 'Denied')
  const other = open()
  await ask(other, { name: 'ann' }, 'example.com/mine', ['client auth'])
  await decide(other, 'Approved')
  for (const cluster of [denied, other]) expect((await statusOf(cluster)).certificate).toBeUndefined()
})

test('deletes requests an hour after they are approved, or a day after creation while pending', async () => {
  const signed = open()
  await ask(signed, { name: 'ann' }, CLIENT, ['client auth'])
  await decide(signed, 'Approved')
  await signed.clock.advance('59m')
  expect((await signed.list('CertificateSigningRequest')).items).toHaveLength(1)
  await signed.clock.advance('1m')
  expect((await signed.list('CertificateSigningRequest')).items).toEqual([])
  expect(await signed.clock.next()).toBe(false)
  const left = open()
  await ask(left, { name: 'ann' }, CLIENT, ['client auth'])
  await left.clock.advance('23h')
  expect((await left.list('CertificateSigningRequest')).items).toHaveLength(1)
  await left.clock.advance('1h')
  expect((await left.list('CertificateSigningRequest')).items).toEqual([])
})

test('deletes a request when its certificate has expired', async () => {
  const cluster = open()
  await ask(cluster, { name: 'ann' }, CLIENT, ['client auth'], { expirationSeconds: 600 })
  await decide(cluster, 'Approved')
  await cluster.clock.advance('10m')
  expect((await cluster.list('CertificateSigningRequest')).items).toEqual([])
})

test('does not approve a request that is a fixture', async () => {
  const cluster = open()
  const { request } = requestFor(NODE)
  const spec = { request, signerName: KUBELET, usages: ['client auth', 'digital signature'] }
  await cluster.load([
    { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', metadata: { name: 'r' }, spec },
  ])
  await cluster.settled()
  expect(await conditionsOf(cluster)).toEqual([])
})

test('the same seed signs the same certificate', async () => {
  const { request } = requestFor({ name: 'ann' })
  const sign = async () => {
    const cluster = open()
    await cluster.create('CertificateSigningRequest', {
      metadata: { name: 'r' },
      spec: { request, signerName: CLIENT, usages: ['client auth'] },
    })
    await decide(cluster, 'Approved')
    return (await statusOf(cluster)).certificate
  }
  const first = await sign()
  expect(first).toBeDefined()
  expect(await sign()).toBe(first)
})
