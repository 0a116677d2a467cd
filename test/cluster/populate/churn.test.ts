import { describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'

const SIZES = { nodes: 6, deployments: 4, pods: 60, namespaces: 2 }

async function busy(controllers: 'default' | 'none', seed = 1): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, controllers })
  await cluster.populate({ ...SIZES, churn: '5/s' }, { seed })
  return cluster
}

const revision = (cluster: Cluster) => cluster.snapshot().state.revision

describe.each(['default', 'none'] as const)('churn with controllers %s', (controllers) => {
  test('replaces pods, makes some unready and records Events, and keeps their number', async () => {
    const cluster = await busy(controllers)
    const names = async () => new Set((await cluster.list('Pod')).items.map(({ metadata }) => metadata.name))
    const [before, events] = [await names(), (await cluster.list('Event')).items.length]
    await cluster.clock.advance('20s')
    const after = await names()
    expect([...after].filter((name) => !before.has(name)).length).toBeGreaterThan(3)
    expect((await cluster.list('Event')).items.length).toBeGreaterThan(events)
    const pods = (await cluster.list('Pod')).items
    const unready = pods.filter(({ status }) =>
      status?.conditions?.some(({ reason }) => reason === 'ContainersNotReady'),
    )
    expect(unready.length).toBeGreaterThan(0)
    expect(pods.filter(({ metadata }) => !metadata.deletionTimestamp).length).toBeGreaterThanOrEqual(SIZES.pods - 2)
    cluster.controllers.verify()
  })

  test('is the same for the same seed', async () => {
    const [one, same, other] = await Promise.all([busy(controllers), busy(controllers), busy(controllers, 2)])
    for (const cluster of [one, same, other]) await cluster.clock.advance('5s')
    expect(await same.dump()).toBe(await one.dump())
    expect(await other.dump()).not.toBe(await one.dump())
  })

  test('continues in a fork as in the cluster', async () => {
    const cluster = await busy(controllers)
    await cluster.clock.advance('2s')
    const fork = cluster.fork()
    for (const each of [cluster, fork]) await each.clock.advance('5s')
    expect(await fork.dump()).toBe(await cluster.dump())
  })
})

test('churn rolls Deployments out', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'default' })
  await cluster.populate({ nodes: 6, deployments: 4, pods: 30, namespaces: 2, churn: '5/s' }, { seed: 1 })
  const generations = async () =>
    (await cluster.list('Deployment')).items.map(({ metadata }) => metadata.generation ?? 0).reduce((a, b) => a + b)
  const before = await generations()
  await cluster.clock.advance('40s')
  expect(await generations()).toBeGreaterThan(before)
})

test('churn ends with its timer when it is disposed of', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const churn = await cluster.populate({ ...SIZES, churn: '5/s' }, { seed: 1 })
  await cluster.clock.advance('2s')
  churn[Symbol.dispose]()
  const before = revision(cluster)
  await cluster.clock.advance('1m')
  expect(revision(cluster)).toBe(before)
  expect(cluster.controllers.names()).toEqual([])
})

test('schedules no timer without churn', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  await cluster.populate(SIZES, { seed: 1 })
  expect(await cluster.clock.next()).toBe(false)
})

test('churn runs on the system clock too', async () => {
  const cluster = createCluster({ controllers: 'none' })
  await cluster.populate({ ...SIZES, churn: '100/s' }, { seed: 1 })
  const { metadata } = await cluster.list('Pod')
  for await (const { type } of cluster.watch('Pod', { resourceVersion: metadata.resourceVersion ?? '' })) {
    expect(['ADDED', 'MODIFIED', 'DELETED']).toContain(type)
    break
  }
  cluster.close()
})
