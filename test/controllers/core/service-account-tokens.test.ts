import { expect, test } from 'vitest'
import type { ClusterOptions } from '../../../src/cluster/options.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const REF = { name: 'robot-token' }

async function start(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, ...options })
  await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  await cluster.create('Secret', secret())
  return cluster
}

const secret = (account = 'robot') => ({
  metadata: { ...REF, annotations: { 'kubernetes.io/service-account.name': account } },
  type: 'kubernetes.io/service-account-token',
})
const names = async (cluster: Cluster) =>
  (await cluster.list('Secret', { namespace: 'default' })).items.map(({ metadata }) => metadata.name)
const tokenOf = async (cluster: Cluster) => atob((await cluster.get('Secret', REF)).data?.['token'] ?? '')

async function review(cluster: Cluster, token: string): Promise<unknown> {
  const reply = await cluster.fetch('/apis/authentication.k8s.io/v1/tokenreviews', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spec: { token } }),
  })
  return ((await reply.json()) as { readonly status: unknown }).status // as the struct has it
}

test('fills the token Secret of a service account with a token that a TokenReview authenticates', async () => {
  const cluster = await start()
  const account = await cluster.get('ServiceAccount', { name: 'robot' })
  const { metadata, data } = await cluster.get('Secret', REF)
  expect(metadata.annotations).toEqual({
    'kubernetes.io/service-account.name': 'robot',
    'kubernetes.io/service-account.uid': account.metadata.uid,
  })
  expect(Object.keys(data ?? {}).sort()).toEqual(['ca.crt', 'namespace', 'token'])
  const token = await tokenOf(cluster)
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toEqual({
    iss: 'kubernetes/serviceaccount',
    'kubernetes.io/serviceaccount/namespace': 'default',
    'kubernetes.io/serviceaccount/secret.name': 'robot-token',
    'kubernetes.io/serviceaccount/service-account.name': 'robot',
    'kubernetes.io/serviceaccount/service-account.uid': account.metadata.uid,
    sub: 'system:serviceaccount:default:robot',
  })
  expect(await review(cluster, token)).toMatchObject({
    authenticated: true,
    user: {
      username: 'system:serviceaccount:default:robot',
      uid: account.metadata.uid,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    },
  })
})

test('keeps and restores the token; it is invalid once its Secret is marked invalid or deleted', async () => {
  const cluster = await start()
  const token = await tokenOf(cluster)
  await cluster.patch('Secret', REF, { metadata: { labels: { a: 'b' } } })
  expect(await tokenOf(cluster)).toBe(token)
  await cluster.patch('Secret', REF, { data: { token: null, 'ca.crt': btoa('another') } })
  expect(await tokenOf(cluster)).toBe(token)
  expect((await cluster.get('Secret', REF)).data?.['ca.crt']).not.toBe(btoa('another'))
  await cluster.patch('Secret', REF, {
    metadata: { labels: { 'kubernetes.io/legacy-token-invalid-since': '2024-01-01' } },
  })
  expect(JSON.stringify(await review(cluster, token))).toContain('has been marked invalid')
  await cluster.delete('Secret', REF)
  expect(JSON.stringify(await review(cluster, token))).toContain('Token has been invalidated')
})

test('deletes token Secrets whose service account does not exist, is deleted, or has another uid', async () => {
  const cluster = await start()
  await cluster.delete('ServiceAccount', { name: 'robot' })
  expect(await names(cluster)).toEqual([])
  await cluster.create('Secret', secret('nobody'))
  expect(await names(cluster)).toEqual([])
  await cluster.create('ServiceAccount', { metadata: { name: 'robot' } })
  const former = secret()
  const annotations = { ...former.metadata.annotations, 'kubernetes.io/service-account.uid': 'another' }
  await cluster.create('Secret', { ...former, metadata: { ...REF, annotations } })
  expect(await names(cluster)).toEqual([])
})

test('removes a deleted Secret from the secrets of its service account', async () => {
  const cluster = await start()
  await cluster.patch('ServiceAccount', { name: 'robot' }, { secrets: [{ name: 'robot-token' }] })
  await cluster.delete('Secret', REF)
  expect((await cluster.get('ServiceAccount', { name: 'robot' })).secrets ?? []).toEqual([])
})

test('keeps a token Secret that is a fixture, even without its service account', async () => {
  const fixtures = [{ apiVersion: 'v1', kind: 'Secret', ...secret('nobody') }]
  const cluster = createCluster({ seed: 1, fixtures })
  await cluster.clock.advance('1h')
  expect(await names(cluster)).toEqual(['robot-token'])
})

test('without the controller a token Secret gets no data', async () => {
  const cluster = await start({ controllers: 'none' })
  expect((await cluster.get('Secret', REF)).data).toBeUndefined()
})
