import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { podNames, said, setPod, template } from './apps/pods.js'

const at = (kubernetesVersion: string, options: Parameters<typeof createCluster>[0] = {}) =>
  createCluster({ kubernetesVersion, seed: 1, ...options })

const workload = (spec: object = {}) => ({
  metadata: { name: 'web' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template('web'), ...spec },
})

describe('the generation that was observed', () => {
  const conditionsOf = async (cluster: Cluster, name: string) =>
    (await cluster.get('Pod', { name })).status?.conditions?.map((each) => [each.type, each.observedGeneration])

  test('is told by kubelets since 1.34, in the status and in their conditions', async () => {
    const cluster = at('1.34', { nodes: 1 })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: template('web').spec })
    await cluster.clock.advance('5s')
    expect((await cluster.get('Pod', { name: 'web' })).status).toMatchObject({
      observedGeneration: 1,
      phase: 'Running',
    })
    expect(await conditionsOf(cluster, 'web')).toEqual([
      ['PodReadyToStartContainers', 1],
      ['Initialized', 1],
      ['Ready', 1],
      ['ContainersReady', 1],
      ['PodScheduled', 1],
    ])
    const containers = [{ name: 'c', image: 'i:2' }]
    await cluster.patch('Pod', { name: 'web' }, { spec: { containers } }, { type: 'strategic' })
    expect((await cluster.get('Pod', { name: 'web' })).status?.observedGeneration).toBe(2)
  })

  test('is not told before', async () => {
    const cluster = at('1.33', { nodes: 1 })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: template('web').spec })
    await cluster.clock.advance('5s')
    const { status } = await cluster.get('Pod', { name: 'web' })
    expect(status?.phase).toBe('Running')
    expect(JSON.stringify(status)).not.toContain('observedGeneration')
  })

  test('is told by the scheduler and by taint eviction', async () => {
    const cluster = at('1.37', { nodes: 1 })
    const { spec } = template('web')
    await cluster.create('Pod', { metadata: { name: 'large' }, spec: { ...spec, nodeSelector: { size: 'large' } } })
    expect(await conditionsOf(cluster, 'large')).toEqual([['PodScheduled', 1]])
    await cluster.create('Pod', { metadata: { name: 'web', finalizers: ['example.com/kept'] }, spec })
    await cluster.clock.advance('5s')
    const taints = [{ key: 'broken', effect: 'NoExecute' }]
    await cluster.patch('Node', { name: 'node-1' }, { spec: { taints } })
    expect(await conditionsOf(cluster, 'web')).toContainEqual(['DisruptionTarget', 1])
  })
})

describe('terminating replicas', () => {
  const countsOf = async (cluster: Cluster) => {
    const [set] = (await cluster.list('ReplicaSet')).items
    const deployment = await cluster.get('Deployment', { name: 'web' })
    return [set?.status?.terminatingReplicas, deployment.status?.terminatingReplicas]
  }
  const scaleDown = async (cluster: Cluster) => {
    await cluster.create('Deployment', workload())
    await cluster.clock.advance('5s')
    await cluster.patch('Deployment', { name: 'web' }, { spec: { replicas: 1 } })
    await cluster.settled()
  }

  test('are counted by ReplicaSets and Deployments since 1.35', async () => {
    const cluster = at('1.35', { nodes: 1 })
    await scaleDown(cluster)
    expect(await countsOf(cluster)).toEqual([1, 1])
    await cluster.clock.advance('40s')
    expect(await countsOf(cluster)).toEqual([0, 0])
  })

  test('are not counted before, nor by ReplicationControllers', async () => {
    const before = at('1.34', { nodes: 1 })
    await scaleDown(before)
    expect(await countsOf(before)).toEqual([undefined, undefined])
    const cluster = at('1.35', { nodes: 1 })
    const { spec } = workload()
    await cluster.create('ReplicationController', {
      metadata: { name: 'web' },
      spec: { ...spec, selector: { app: 'web' } },
    })
    const { status } = await cluster.get('ReplicationController', { name: 'web' })
    expect(status).toMatchObject({ replicas: 2 })
    expect(status).not.toHaveProperty('terminatingReplicas')
  })
})

test('the name of a ReplicaSet is cut since 1.34 where that of its Deployment leaves no room', async () => {
  const name = 'w'.repeat(250)
  const { metadata: _, ...deployment } = workload({ replicas: 0 })
  const cluster = at('1.34', { controllers: ['deployments'] })
  await cluster.create('Deployment', { metadata: { name }, ...deployment })
  const [set] = (await cluster.list('ReplicaSet')).items
  expect(set?.metadata.name).toMatch(/^w{242,244}-[a-z0-9]{8,10}$/)
  expect(set?.metadata.name).toHaveLength(253)
})

describe('StatefulSets', () => {
  const open = (version: string) =>
    at(version, {
      controllers: ['stateful-sets', 'garbage-collection'],
      disableAdmissionPlugins: ['ServiceAccount', 'StorageObjectInUseProtection'],
    })
  const names = ['web-0', 'web-1', 'web-2', 'web-3']
  const run = async (cluster: Cluster, spec: object) => {
    await cluster.create('StatefulSet', workload({ replicas: 4, podManagementPolicy: 'Parallel', ...spec }))
    for (const name of names) await setPod(cluster, name)
  }
  const update = (cluster: Cluster) =>
    cluster.patch(
      'StatefulSet',
      { name: 'web' },
      { spec: { template: { spec: { containers: [{ name: 'c', image: 'i:2' }] } } } },
    )

  test('tell what they did in sentences since 1.35', async () => {
    for (const [version, word] of [
      ['1.34', 'create'],
      ['1.35', 'Create'],
    ] as const) {
      const cluster = open(version)
      await cluster.create('StatefulSet', workload({ replicas: 1 }))
      expect(await said(cluster, 'StatefulSet')).toEqual([
        `SuccessfulCreate: ${word} Pod web-0 in StatefulSet web successful`,
      ])
    }
  })

  test('replace as many pods at a time as maxUnavailable says, since 1.37', async () => {
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '50%' } }
    for (const [version, gone] of [
      ['1.36', ['web-3']],
      ['1.37', ['web-2', 'web-3']],
    ] as const) {
      const cluster = open(version)
      await run(cluster, { updateStrategy })
      await update(cluster)
      // They are deleted at once without a node, and made again of the new template.
      const fresh = (await cluster.list('Pod')).items.filter(({ spec }) => spec?.containers[0]?.image === 'i:2')
      expect(fresh.map(({ metadata }) => metadata.name)).toEqual(gone)
    }
  })

  test('replace unhealthy pods first that are managed in parallel, since 1.37', async () => {
    const cluster = open('1.37')
    await run(cluster, {})
    await setPod(cluster, 'web-0', 'Running', false)
    await update(cluster)
    const fresh = (await cluster.list('Pod')).items.filter(({ spec }) => spec?.containers[0]?.image === 'i:2')
    expect(fresh.map(({ metadata }) => metadata.name)).toEqual(['web-0'])
  })

  test('wait for minReadySeconds between updates since 1.34', async () => {
    for (const [version, count] of [
      ['1.33', 2],
      ['1.34', 1],
    ] as const) {
      const cluster = open(version)
      await run(cluster, { minReadySeconds: 30 })
      await cluster.clock.advance('1m')
      await update(cluster)
      await setPod(cluster, 'web-3')
      const fresh = (await cluster.list('Pod')).items.filter(({ spec }) => spec?.containers[0]?.image === 'i:2')
      expect(fresh).toHaveLength(count)
    }
  })

  test('complete updates of OnDelete since 1.37', async () => {
    for (const [version, isCurrent] of [
      ['1.36', false],
      ['1.37', true],
    ] as const) {
      const cluster = open(version)
      await run(cluster, { updateStrategy: { type: 'OnDelete' } })
      await update(cluster)
      for (const name of names) await cluster.delete('Pod', { name })
      expect(await podNames(cluster)).toEqual(names)
      for (const name of names) await setPod(cluster, name)
      const { status } = await cluster.get('StatefulSet', { name: 'web' })
      expect(status?.currentRevision === status?.updateRevision).toBe(isCurrent)
    }
  })
})
