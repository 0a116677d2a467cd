import { expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const PRESERVED = 'x-kubernetes-preserve-unknown-fields'
const BIGS = '/apis/example.com/v1/namespaces/default/bigs'
const PODS = '/api/v1/namespaces/default/pods'
const TOO_LARGE = 'etcdserver: request is too large'
const NOT_SENT =
  /^rpc error: code = ResourceExhausted desc = trying to send message larger than max \(\d+ vs\. 2097152\)$/

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

async function withBigs(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  await cluster.create(
    'CustomResourceDefinition',
    definitionOf('bigs.example.com', 'Big', [versionOf({ type: 'object', [PRESERVED]: true })]),
  )
  return cluster
}

async function ask(cluster: Cluster, method: string, path: string, body: object, type = 'application/json') {
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  })
  const { message, metadata } = (await reply.json()) as {
    readonly message?: string
    readonly metadata?: { readonly managedFields?: object }
  }
  return { status: reply.status, message, managedFields: metadata?.managedFields }
}

const big = (length: number) => ({
  apiVersion: 'example.com/v1',
  kind: 'Big',
  metadata: { name: 'a' },
  text: 'x'.repeat(length),
})

test('an object that etcd would refuse gets its error, by any verb', async () => {
  const cluster = await withBigs()
  expect(await ask(cluster, 'POST', BIGS, big(1_600_000))).toMatchObject({ status: 500, message: TOO_LARGE })
  const unsent = await ask(cluster, 'POST', BIGS, big(2_200_000))
  expect([unsent.status, unsent.message]).toEqual([500, expect.stringMatching(NOT_SENT)])
  expect(await ask(cluster, 'POST', BIGS, big(1_500_000))).toMatchObject({ status: 201 })
  expect(
    await ask(cluster, 'PATCH', `${BIGS}/a`, { more: 'x'.repeat(100_000) }, 'application/merge-patch+json'),
  ).toMatchObject({ status: 500, message: TOO_LARGE })
  const { metadata } = await cluster.get('Big', { name: 'a', namespace: 'default' })
  // A quote takes two bytes in JSON.
  const quotes = { ...big(0), metadata, text: '"'.repeat(800_000) }
  expect(await ask(cluster, 'PUT', `${BIGS}/a`, quotes)).toMatchObject({ status: 500, message: TOO_LARGE })
})

test('validation errors come before the error about the size', async () => {
  const cluster = createCluster({ seed: 1 })
  const map = { metadata: { name: 'a' }, data: { a: 'x'.repeat(2_500_000) } }
  expect(await ask(cluster, 'POST', '/api/v1/namespaces/default/configmaps', map)).toMatchObject({
    status: 422,
    message: expect.stringContaining('Too long: may not be more than 1048576 bytes') as unknown,
  })
})

const containers = (length: number) => range(length).map((i) => ({ name: `c${i}`, image: 'a' }))

test('drops managedFields that would make an object too large, except for an apply', async () => {
  const cluster = createCluster({ seed: 1 })
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: containers(8000) } }
  expect(await ask(cluster, 'POST', PODS, pod)).toMatchObject({ status: 201, managedFields: undefined })
  const applied = { ...pod, metadata: { name: 'b' }, spec: { containers: containers(9500) } }
  expect(
    await ask(cluster, 'PATCH', `${PODS}/b?fieldManager=a`, applied, 'application/apply-patch+yaml'),
  ).toMatchObject({ status: 500 })
  const small = { ...pod, metadata: { name: 'c' }, spec: { containers: containers(800) } }
  expect(await ask(cluster, 'POST', PODS, small)).toMatchObject({
    status: 201,
    managedFields: expect.anything() as unknown,
  })
})
