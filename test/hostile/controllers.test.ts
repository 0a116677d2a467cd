import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { turnsOf } from './support/turns.js'

// What controllers make of what one client sends: others are answered between their writes.

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)
const APPS = '/apis/apps/v1/namespaces/default'
const MAPS = '/api/v1/namespaces/default/configmaps'
const SERVICES = '/api/v1/namespaces/default/services'

type Pod = { readonly spec?: { readonly containers: readonly { readonly env?: readonly object[] }[] } }

const labels = { app: 'a' }
const workload = (name: string, replicas: number, variables: number) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [{ name: 'c', image: 'a', env: range(variables).map((i) => ({ name: `E${i}`, value: 'v' })) }],
      },
    },
  },
})

const envs = (pods: readonly Pod[]) => new Set(pods.map(({ spec }) => spec?.containers[0]?.env))

test.each([
  ['ReplicaSet', 'replicasets', {}],
  ['Deployment', 'deployments', {}],
  ['StatefulSet', 'statefulsets', { podManagementPolicy: 'Parallel', serviceName: 's' }],
] as const)(
  'pods of a long template of a %s share it, and are each made in a turn of its own',
  async (kind, plural, more) => {
    const cluster = createCluster({ seed: 1 })
    const make = async (name: string, variables: number) => {
      const { spec, ...rest } = workload(name, 20, variables)
      const { turns, status } = await turnsOf(cluster, `${APPS}/${plural}`, {
        body: { ...rest, spec: { ...spec, ...more } },
      })
      expect(status).toBe(201)
      await cluster.settled()
      const pods = (await cluster.list('Pod')).items
      expect(pods).toHaveLength(20)
      await cluster.delete(kind, { name })
      await cluster.settled()
      return { turns, shared: envs(pods).size }
    }
    await make('warm', 5)
    const short = await make('short', 5)
    const long = await make('long', 5000)
    expect(long.shared).toBe(1)
    expect(long.turns).toBeGreaterThanOrEqual(short.turns + 20)
  },
)

test('dependents that are let go are written to in several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const orphan = async (owner: string, count: number) => {
    const { metadata } = await cluster.create('ConfigMap', { metadata: { name: owner } })
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: metadata.uid ?? '' }]
    for (const i of range(count))
      await cluster.create('ConfigMap', { metadata: { name: `${owner}-${i}`, ownerReferences } })
    const body = { propagationPolicy: 'Orphan' }
    const { turns, status } = await turnsOf(cluster, `${MAPS}/${owner}`, { method: 'DELETE', body })
    await cluster.settled()
    const left = (await cluster.list('ConfigMap')).items.filter(({ metadata }) =>
      metadata.name?.startsWith(`${owner}-`),
    )
    expect([status, left.length, left.some(({ metadata }) => metadata.ownerReferences)]).toEqual([200, count, false])
    return turns
  }
  await orphan('warm', 3)
  const few = await orphan('few', 3)
  expect(await orphan('many', 300)).toBeGreaterThanOrEqual(few + 10)
})

test('EndpointSlices of many pods are written in several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  await cluster.create('Node', { metadata: { name: 'n' } })
  const serve = async (name: string, count: number) => {
    for (const i of range(count)) {
      const address = `10.${name.length}.${i >> 8}.${i & 255}`
      const pod = { metadata: { name: `${name}-${i}`, labels: { of: name } } }
      await cluster.create('Pod', { ...pod, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'a' }] } })
      const status = { phase: 'Running', podIP: address, podIPs: [{ ip: address }] }
      await cluster.patch('Pod', { name: `${name}-${i}` }, { status }, { subresource: 'status' })
    }
    await cluster.settled()
    const body = { metadata: { name }, spec: { selector: { of: name }, ports: [{ port: 80 }] } }
    const { turns, status } = await turnsOf(cluster, SERVICES, { body })
    expect(status).toBe(201)
    await cluster.settled()
    const slices = (await cluster.list('EndpointSlice')).items.filter(
      ({ metadata }) => metadata.generateName === `${name}-`,
    )
    expect(slices).toHaveLength(Math.ceil(count / 100))
    return turns
  }
  await serve('a', 1)
  const few = await serve('bb', 1)
  expect(await serve('ccc', 2600)).toBeGreaterThanOrEqual(few + 1)
})
