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

describe('pods that fit nowhere', () => {
  const messageAt = async (version: string, spec: object, featureGates = {}) => {
    const cluster = at(version, { nodes: 1, featureGates })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { ...template('web').spec, ...spec } })
    return (await cluster.get('Pod', { name: 'web' })).status?.conditions?.[0]?.message
  }
  const asking = (cpu: string) => ({ containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] })
  const volume = { name: 'data', persistentVolumeClaim: { claimName: 'data' } }

  test('are not helped by preemption where they are larger than a node, which is told since 1.34', async () => {
    const fits = '0/1 nodes are available: 1 Insufficient cpu.'
    const [none, useless] = [
      '1 No preemption victims found for incoming pod',
      '1 Preemption is not helpful for scheduling',
    ]
    const preemption = (what: string) => `preemption: 0/1 nodes are available: ${what}.`
    expect(await messageAt('1.33', asking('9'))).toBe(`${fits} ${preemption(none)}`)
    expect(await messageAt('1.34', asking('9'))).toBe(`${fits} no new claims to deallocate, ${preemption(useless)}`)
    expect(await messageAt('1.37', asking('9'))).toBe(`${fits} ${preemption(useless)}`)
  })

  test('hear nothing of preemption since 1.34 if they are refused before their claims of devices are looked at', async () => {
    const missing = '0/1 nodes are available: persistentvolumeclaim "data" not found.'
    const asked = { volumes: [volume] }
    expect(await messageAt('1.33', asked)).toMatch(`${missing} preemption: `)
    expect(await messageAt('1.34', asked)).toBe(`${missing} not found`)
    expect(await messageAt('1.34', asked, { DynamicResourceAllocation: false })).toMatch(`${missing} preemption: `)
    expect(await messageAt('1.37', asked)).toBe(`${missing} not found`)
  })
})

describe('Jobs', () => {
  const job = (spec: object = {}) => ({
    metadata: { name: 'work' },
    spec: { template: { spec: { ...template('work').spec, restartPolicy: 'Never' } }, ...spec },
  })

  test('lose their start when they are suspended, since 1.36', async () => {
    for (const [version, isThere] of [
      ['1.35', true],
      ['1.36', false],
    ] as const) {
      const cluster = at(version, { controllers: ['jobs'], disableAdmissionPlugins: ['ServiceAccount'] })
      await cluster.create('Job', job())
      await cluster.clock.advance('2s')
      await cluster.patch('Job', { name: 'work' }, { spec: { suspend: true } })
      await cluster.clock.advance('2s')
      const { status } = await cluster.get('Job', { name: 'work' })
      expect(status?.conditions?.map(({ type }) => type)).toContain('Suspended')
      expect(status?.startTime !== undefined).toBe(isThere)
    }
  })

  test('count their active pods during the back-off, since 1.36', async () => {
    for (const [version, active] of [
      ['1.35', undefined],
      ['1.36', 1],
    ] as const) {
      const cluster = at(version, { controllers: ['jobs'], disableAdmissionPlugins: ['ServiceAccount'] })
      await cluster.create('Job', job({ parallelism: 2, completions: 4 }))
      await cluster.clock.advance('2s')
      const [pod] = (await cluster.list('Pod')).items
      await setPod(cluster, pod?.metadata.name ?? '', 'Failed')
      await cluster.clock.advance('2s')
      expect((await cluster.get('Job', { name: 'work' })).status).toMatchObject({ failed: 1 })
      expect((await cluster.get('Job', { name: 'work' })).status?.active).toBe(active)
    }
  })
})

describe('autoscalers', () => {
  const open = async (version: string, spec: object = {}) => {
    const cluster = at(version, {
      controllers: ['horizontal-pod-autoscaling'],
      disableAdmissionPlugins: ['ServiceAccount'],
    })
    await cluster.create('ReplicaSet', workload({ replicas: 5 }))
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }
    await cluster.create('HorizontalPodAutoscaler', {
      metadata: { name: 'web' },
      spec: { scaleTargetRef, maxReplicas: 3, ...spec },
    })
    await cluster.settled()
    return cluster
  }
  const wanted = async (cluster: Cluster) => (await cluster.get('ReplicaSet', { name: 'web' })).spec?.replicas
  const statusOf = async (cluster: Cluster) => (await cluster.get('HorizontalPodAutoscaler', { name: 'web' })).status

  test('act at once since 1.37, also on a new spec, and tell which one that was', async () => {
    const before = await open('1.36')
    expect(await wanted(before)).toBe(5)
    await before.clock.advance('15s')
    expect(await wanted(before)).toBe(3)
    expect(await statusOf(before)).not.toHaveProperty('observedGeneration')
    const cluster = await open('1.37')
    expect(await wanted(cluster)).toBe(3)
    await cluster.patch('HorizontalPodAutoscaler', { name: 'web' }, { spec: { maxReplicas: 2 } })
    expect(await wanted(cluster)).toBe(2)
    expect((await statusOf(cluster))?.observedGeneration).toBe(2)
  })

  test('tell since 1.37 whether they scaled to zero', async () => {
    const typesAt = async (version: string) => {
      const cluster = await open(version)
      await cluster.clock.advance('15s')
      return (await statusOf(cluster))?.conditions?.map(({ type, status }) => `${type} ${status}`)
    }
    expect(await typesAt('1.36')).not.toContain('ScaledToZero False')
    expect(await typesAt('1.37')).toContain('ScaledToZero False')
  })

  test('leave a target without replicas alone unless they scaled it to zero', async () => {
    const cluster = await open('1.37')
    await cluster.patch('ReplicaSet', { name: 'web' }, { spec: { replicas: 0 } })
    await cluster.clock.advance('15s')
    expect(await wanted(cluster)).toBe(0)
    const scaled = { type: 'ScaledToZero', status: 'True', reason: 'ScaledToZero', message: '' }
    const conditions = [{ ...scaled, lastTransitionTime: '2024-01-01T00:00:00Z' }]
    const ref = { name: 'web' }
    await cluster.patch('HorizontalPodAutoscaler', ref, { status: { conditions } }, { subresource: 'status' })
    await cluster.clock.advance('15s')
    // Its metrics are looked at again, and there are none.
    expect((await statusOf(cluster))?.conditions?.find(({ type }) => type === 'ScalingActive')?.reason).not.toBe(
      'ScalingDisabled',
    )
  })
})

test('a taint that is not tolerated is not named in messages since 1.34', async () => {
  for (const [version, taint] of [
    ['1.33', ' {own: yes}'],
    ['1.34', '(s)'],
  ] as const) {
    const cluster = at(version, { nodes: 1 })
    const taints = [{ key: 'own', value: 'yes', effect: 'NoSchedule' }]
    await cluster.patch('Node', { name: 'node-1' }, { spec: { taints } })
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: template('web').spec })
    const { status } = await cluster.get('Pod', { name: 'web' })
    expect(status?.conditions?.[0]?.message).toMatch(
      `0/1 nodes are available: 1 node(s) had untolerated taint${taint}.`,
    )
  }
})

describe('claims', () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const open = async (version: string) => {
    const cluster = at(version, {
      controllers: ['claim-protection'],
      disableAdmissionPlugins: ['ServiceAccount', 'StorageObjectInUseProtection'],
    })
    await cluster.create('PersistentVolumeClaim', { metadata: { name: 'data' }, spec })
    const ref = { name: 'data' }
    await cluster.patch('PersistentVolumeClaim', ref, { status: { phase: 'Bound' } }, { subresource: 'status' })
    const told = async () =>
      (await cluster.get('PersistentVolumeClaim', ref)).status?.conditions?.map((each) => [
        ...[each.type, each.status, each.reason, each.lastTransitionTime],
      ])
    return { cluster, told }
  }

  test('tell since 1.37 whether pods use them', async () => {
    const { cluster, told } = await open('1.37')
    expect(await told()).toEqual([['Unused', 'True', 'NoPodsUsingPVC', '2024-01-01T00:00:00Z']])
    await cluster.clock.advance('1m')
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]
    await cluster.create('Pod', { metadata: { name: 'web' }, spec: { ...template('web').spec, volumes } })
    expect(await told()).toEqual([['Unused', 'False', 'PodUsingPVC', '2024-01-01T00:01:00Z']])
    await cluster.clock.advance('1m')
    await cluster.delete('Pod', { name: 'web' })
    expect(await told()).toEqual([['Unused', 'True', 'NoPodsUsingPVC', '2024-01-01T00:02:00Z']])
  })

  test('do not tell it before', async () => {
    const { told } = await open('1.36')
    expect(await told()).toBeUndefined()
  })
})

describe('traffic distribution', () => {
  const hintsAt = async (version: string, trafficDistribution: string) => {
    const cluster = at(version, { controllers: ['endpoint-slices'], disableAdmissionPlugins: ['ServiceAccount'] })
    const labels = { 'topology.kubernetes.io/zone': 'a' }
    await cluster.create('Node', { metadata: { name: 'node-1', labels } })
    const metadata = { name: 'web', labels: { app: 'web' } }
    await cluster.create('Pod', { metadata, spec: { ...template('web').spec, nodeName: 'node-1' } })
    const conditions = [{ type: 'Ready', status: 'True' }]
    const status = { phase: 'Running', podIP: '10.0.0.1', podIPs: [{ ip: '10.0.0.1' }], conditions }
    await cluster.patch('Pod', { name: 'web' }, { status }, { subresource: 'status' })
    const ports = [{ port: 80 }]
    await cluster.create('Service', {
      metadata: { name: 'web' },
      spec: { selector: { app: 'web' }, ports, trafficDistribution },
    })
    const { items } = await cluster.list('EndpointSlice', { labelSelector: 'kubernetes.io/service-name=web' })
    return items[0]?.endpoints[0]?.hints
  }

  test('may prefer the same zone or node since 1.34', async () => {
    const [forZones, forNodes] = [[{ name: 'a' }], [{ name: 'node-1' }]]
    expect(await hintsAt('1.34', 'PreferClose')).toEqual({ forZones })
    expect(await hintsAt('1.34', 'PreferSameZone')).toEqual({ forZones })
    expect(await hintsAt('1.34', 'PreferSameNode')).toEqual({ forZones, forNodes })
    await expect(hintsAt('1.33', 'PreferSameNode')).rejects.toThrow(
      'spec.trafficDistribution: Unsupported value: "PreferSameNode": supported values: "PreferClose"',
    )
    await expect(hintsAt('1.34', 'Far')).rejects.toThrow(
      'supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    )
  })
})
