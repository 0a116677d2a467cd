import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { turnsOf, turnsWhile } from './support/turns.js'

// Controllers yield to the event loop between writes, so that other requests are answered while they work on what one
// client sent.

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
  'pods of a %s with a long template share it, and each is created in a turn of its own',
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

test('orphaning many dependents takes several turns', async () => {
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

test('writing the EndpointSlices of many pods takes several turns', async () => {
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

const texts = (length: number, value = 'v') => Object.fromEntries(range(length).map((i) => [`k${i}`, value]))
const MERGE = 'application/merge-patch+json'
const QUOTAS = '/api/v1/namespaces/default/resourcequotas'
const CONTROLLERS = '/api/v1/namespaces/default/replicationcontrollers'
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'

test.each([
  [
    'ResourceQuota',
    QUOTAS,
    (length: number) => ({
      hard: Object.fromEntries(range(length).map((i) => [`count/k${i}.example.com`, '1'])),
    }),
    10_000,
    73,
  ],
  [
    'ReplicationController',
    CONTROLLERS,
    (length: number) => ({
      replicas: 1,
      selector: { k0: 'v' },
      template: { metadata: { labels: texts(length) }, spec: { containers: [{ name: 'c', image: 'a' }] } },
    }),
    20_000,
    95,
  ],
  [
    'StatefulSet',
    `${APPS}/statefulsets`,
    (length: number) => ({ ...workload('a', 1, length).spec, serviceName: 's' }),
    10_000,
    80,
  ],
  ['Deployment', `${APPS}/deployments`, (length: number) => workload('a', 1, length).spec, 10_000, 80],
])('the writes of a controller for a large %s take several turns', async (_, path, spec, length, turns) => {
  const cluster = createCluster({ seed: 1 })
  const make = async (name: string, size: number) => {
    const made = await turnsOf(cluster, path, { body: { metadata: { name }, spec: spec(size) } })
    expect(made.status).toBe(201)
    await cluster.settled()
    return made.turns
  }
  await make('warm', 5)
  const few = await make('few', 5)
  const many = await make('many', length)
  expect(many).toBeGreaterThanOrEqual(few + turns)
})

test('writing the status of a PodDisruptionBudget with many disruptedPods takes several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const disrupt = async (name: string, length: number) => {
    await turnsOf(cluster, BUDGETS, {
      body: { metadata: { name }, spec: { minAvailable: 1, selector: { matchLabels: labels } } },
    })
    const { turns, status } = await turnsOf(cluster, `${BUDGETS}/${name}/status`, {
      method: 'PATCH',
      type: MERGE,
      body: { status: { disruptedPods: texts(length, '2020-01-01T00:00:00Z') } },
    })
    expect(status).toBe(200)
    await cluster.settled()
    const { status: left } = await cluster.get('PodDisruptionBudget', { name })
    expect(left?.disruptedPods).toBeUndefined()
    return turns
  }
  await disrupt('warm', 5)
  const few = await disrupt('few', 5)
  expect(await disrupt('many', 20_000)).toBeGreaterThanOrEqual(few + 63)
})

test('scaling a Deployment with many labels takes several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const scale = async (name: string, length: number) => {
    const own = { of: name, ...texts(length, '') }
    await turnsOf(cluster, `${APPS}/deployments`, {
      body: {
        metadata: { name },
        spec: {
          replicas: 0,
          selector: { matchLabels: own },
          template: { metadata: { labels: own }, spec: { containers: [{ name: 'c', image: 'a' }] } },
        },
      },
    })
    await cluster.settled()
    const body = { spec: { replicas: 1 } }
    const { turns, status } = await turnsOf(cluster, `${APPS}/deployments/${name}/scale`, {
      method: 'PATCH',
      type: MERGE,
      body,
    })
    expect(status).toBe(200)
    await cluster.settled()
    expect((await cluster.list('Pod', { labelSelector: `of=${name}` })).items).toHaveLength(1)
    return turns
  }
  await scale('warm', 5)
  const few = await scale('few', 5)
  expect(await scale('many', 20_000)).toBeGreaterThanOrEqual(few + 50)
})

test('mirroring Endpoints with many addresses takes several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const core = '/api/v1/namespaces/default'
  const turnsUntilSettled = async (name: string, count: number) => {
    await turnsOf(cluster, `${core}/services`, { body: { metadata: { name }, spec: { ports: [{ port: 80 }] } } })
    const addresses = range(count).map((i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }))
    const body = { metadata: { name }, subsets: [{ addresses, ports: [{ port: 80 }] }] }
    const { turns, status } = await turnsOf(cluster, `${core}/endpoints`, { body })
    expect(status).toBe(201)
    return turns + (await turnsWhile(() => cluster.settled()))
  }
  await turnsUntilSettled('warm', 1)
  // About 50 turns are the server's own, for the write; without yielding the controller would take one for all
  // addresses.
  const before = await turnsUntilSettled('few', 1000)
  expect(await turnsUntilSettled('many', 40_000)).toBeGreaterThanOrEqual(before + 150)
  const { items } = await cluster.list('EndpointSlice', { namespace: 'default' })
  expect(items.map(({ endpoints }) => endpoints?.length)).toContain(1000)
})

test('Endpoints of many subsets are mirrored in several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const core = '/api/v1/namespaces/default'
  const turnsUntilMirrored = async (name: string, count: number, isServed: boolean) => {
    if (isServed)
      await turnsOf(cluster, `${core}/services`, { body: { metadata: { name }, spec: { ports: [{ port: 80 }] } } })
    const subsets = range(count).map((i) => ({
      addresses: [{ ip: `10.0.${i >> 8}.${i & 255}` }],
      ports: [{ port: i + 1 }],
    }))
    let turns = 0
    await turnsWhile(
      async () => {
        const { status } = await turnsOf(cluster, `${core}/endpoints`, { body: { metadata: { name }, subsets } })
        expect(status).toBe(201)
        await cluster.settled()
      },
      () => {
        if (cluster.journal.requests({ kind: 'EndpointSlice' }).length === before) turns++
      },
    )
    return turns
  }
  let before = 0
  await turnsUntilMirrored('warm', 1, true)
  before = cluster.journal.requests({ kind: 'EndpointSlice' }).length
  const written = await turnsUntilMirrored('written', 4000, false)
  // Before the first slice is written: what each is to state, and to which ports which addresses belong.
  expect(await turnsUntilMirrored('many', 4000, true)).toBeGreaterThanOrEqual(written + 7)
})

test('claims of a pod are made in several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const make = async (name: string, count: number) => {
    const { spec } = workload(name, 1, 1)
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    const volumeClaimTemplates = range(count).map((i) => ({ metadata: { name: `v${i}` }, spec: claim }))
    const body = { metadata: { name }, spec: { ...spec, serviceName: 's', volumeClaimTemplates } }
    let { last } = cluster.journal
    let most = 0
    await turnsWhile(
      async () => {
        expect((await turnsOf(cluster, `${APPS}/statefulsets`, { body })).status).toBe(201)
        await cluster.settled()
      },
      () => {
        most = Math.max(most, cluster.journal.last - last)
        last = cluster.journal.last
      },
    )
    const { items } = await cluster.list('PersistentVolumeClaim')
    expect(items.filter(({ metadata }) => metadata.name?.endsWith(`-${name}-0`))).toHaveLength(count)
    return most
  }
  await make('warm', 2)
  // A turn has room for 24 writes: those of a claim, its volume and its Events may end beyond.
  expect(await make('many', 600)).toBeLessThan(60)
})

test('what a pod of many containers takes grows with their number', async () => {
  const cluster = createCluster({ seed: 1, agents: { nodes: '*' } })
  await cluster.create('Node', { metadata: { name: 'large' } })
  const run = async (name: string, count: number) => {
    const containers = range(count).map((i) => ({ name: `c${i}`, image: 'a' }))
    await cluster.create('Pod', { metadata: { name }, spec: { nodeName: 'large', containers } })
    const begun = process.cpuUsage()
    await cluster.clock.advance('5s')
    const { user } = process.cpuUsage(begun)
    expect((await cluster.get('Pod', { name })).status?.phase).toBe('Running')
    return user
  }
  await run('warm', 300)
  const few = await run('few', 300)
  // It would be a hundred times as much if each container looked at all others.
  expect(await run('many', 3000)).toBeLessThan(40 * few)
})
