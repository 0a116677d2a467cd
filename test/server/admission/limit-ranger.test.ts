import { describe, expect, it } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

type Amounts = { readonly [resource: string]: string }
type Limit = {
  readonly type: string
  readonly min?: Amounts
  readonly max?: Amounts
  readonly default?: Amounts
  readonly defaultRequest?: Amounts
  readonly maxLimitRequestRatio?: Amounts
}
type Resources = { readonly requests?: Amounts; readonly limits?: Amounts }

async function open(...limits: readonly Limit[]): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  await range(cluster, 'r', limits)
  return cluster
}
const range = (cluster: Cluster, name: string, limits: readonly Limit[]) =>
  cluster.create('LimitRange', { metadata: { name }, spec: { limits: [...limits] } })
const container = (name: string, resources: Resources = {}) => ({ name, image: 'i', resources })
const pod = (cluster: Cluster, resources: Resources = {}, spec: object = {}) =>
  cluster.create('Pod', { metadata: { name: 'p' }, spec: { containers: [container('c', resources)], ...spec } })

async function refusal(write: Promise<unknown>): Promise<unknown> {
  try {
    await write
    return 'none'
  } catch (error) {
    return (error as { message: string }).message
  }
}

describe('defaults of a LimitRange', () => {
  const containers = {
    type: 'Container',
    default: { memory: '512Mi', cpu: '1' },
    defaultRequest: { cpu: '500m', memory: '256Mi' },
  }

  it('are set for containers without resources, with an annotation', async () => {
    const cluster = await open(containers)
    const { metadata, spec } = await pod(
      cluster,
      {},
      {
        containers: [container('a'), container('b', { requests: { cpu: '100m' }, limits: { memory: '1Gi' } })],
        initContainers: [container('i')],
      },
    )
    expect(spec?.containers?.map(({ resources }) => resources)).toEqual([
      { limits: { cpu: '1', memory: '512Mi' }, requests: { cpu: '500m', memory: '256Mi' } },
      { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '1Gi' } },
    ])
    expect(spec?.initContainers?.[0]?.resources).toEqual({
      limits: { cpu: '1', memory: '512Mi' },
      requests: { cpu: '500m', memory: '256Mi' },
    })
    expect(metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; cpu limit for container b; cpu, memory request for init container i; cpu, memory limit for init container i',
    })
  })

  it('leave a pod alone that sets all resources', async () => {
    const cluster = await open(containers)
    const all = { cpu: '1', memory: '1Gi' }
    expect((await pod(cluster, { requests: all, limits: all })).metadata.annotations).toBeUndefined()
  })

  it('make a pod burstable', async () => {
    expect((await pod(await open(containers))).status?.qosClass).toBe('Burstable')
  })
})

describe('a LimitRange for containers', () => {
  const cpu = (value: string) => ({ cpu: value })

  it.each<[name: string, limit: Limit, resources: Resources, message: string]>([
    [
      'a request below the minimum',
      { type: 'Container', min: cpu('500m') },
      { requests: cpu('100m') },
      'minimum cpu usage per Container is 500m, but request is 100m',
    ],
    [
      'a limit above the maximum',
      { type: 'Container', max: cpu('1') },
      { requests: cpu('1'), limits: cpu('2') },
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      'a limit above the maximal ratio to the request',
      { type: 'Container', maxLimitRequestRatio: cpu('3') },
      { requests: cpu('300m'), limits: cpu('1') },
      'cpu max limit to request ratio per Container is 3, but provided ratio is 3.333333',
    ],
    [
      'a ratio without a request',
      { type: 'Container', maxLimitRequestRatio: cpu('3') },
      {},
      'cpu max limit to request ratio per Container is 3, but no request is specified or request is 0',
    ],
    [
      'a ratio without a limit',
      { type: 'Container', maxLimitRequestRatio: cpu('3') },
      { requests: cpu('1') },
      'cpu max limit to request ratio per Container is 3, but no limit is specified or limit is 0',
    ],
    [
      'a bound of pods without any request or limit',
      { type: 'Pod', min: { memory: '1Gi' }, max: { memory: '2Gi' } },
      {},
      '[minimum memory usage per Pod is 1Gi.  No request is specified, maximum memory usage per Pod is 2Gi.  No limit is specified]',
    ],
  ])('refuses %s', async (_, limit, resources, message) => {
    const told = await refusal(pod(await open(limit), resources))
    expect(told).toBe(`pods "p" is forbidden: ${message}`)
  })

  it('reports equal violations of several containers once', async () => {
    const cluster = await open({ type: 'Container', min: cpu('1') })
    const containers = [container('a', { requests: cpu('500m') }), container('b', { requests: cpu('500m') })]
    const initContainers = [container('i', { requests: cpu('250m') })]
    expect(await refusal(pod(cluster, {}, { containers, initContainers }))).toBe(
      'pods "p" is forbidden: [minimum cpu usage per Container is 1, but request is 500m, minimum cpu usage per Container is 1, but request is 250m]',
    )
  })
})

describe('a LimitRange for pods', () => {
  it('bounds the sum of the containers', async () => {
    const cluster = await open({ type: 'Pod', max: { cpu: '2' } })
    const half = { requests: { cpu: '500m' }, limits: { cpu: '1' } }
    const containers = [container('a', half), container('b', half)]
    await pod(cluster, {}, { containers })
    const more = [...containers, container('c', half)]
    expect(await refusal(pod(cluster, {}, { containers: more }))).toBe(
      'pods "p" is forbidden: maximum cpu usage per Pod is 2, but limit is 3',
    )
  })
})

describe('a LimitRange for PersistentVolumeClaims', () => {
  const claim = (cluster: Cluster, storage: string, options: object = {}) =>
    cluster.create(
      'PersistentVolumeClaim',
      {
        metadata: { name: 'c' },
        spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage } } },
      },
      options,
    )

  it('bounds the storage request, at create and at resize', async () => {
    const cluster = await open({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } })
    expect(await refusal(claim(cluster, '500Mi'))).toBe(
      'persistentvolumeclaims "c" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi',
    )
    expect(await refusal(claim(cluster, '3Gi'))).toBe(
      'persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi',
    )
    await cluster.create('StorageClass', { metadata: { name: 'fast' }, provisioner: 'p', allowVolumeExpansion: true })
    await claim(cluster, '1Gi')
    await cluster.patch(
      'PersistentVolumeClaim',
      { name: 'c' },
      { status: { phase: 'Bound' } },
      { subresource: 'status' },
    )
    const grow = cluster.patch(
      'PersistentVolumeClaim',
      { name: 'c' },
      { spec: { resources: { requests: { storage: '3Gi' } } } },
    )
    expect(await refusal(grow)).toContain('maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi')
  })
})

describe('a LimitRange', () => {
  it('does not check existing pods, nor those of other namespaces', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
    await pod(cluster)
    await range(cluster, 'r', [{ type: 'Container', min: { cpu: '1' } }])
    await cluster.patch('Pod', { name: 'p' }, { metadata: { labels: { a: 'b' } } })
    await cluster.create('Namespace', { metadata: { name: 'other' } })
    const spec = { containers: [container('c', { requests: { cpu: '100m' } })] }
    await cluster.create('Pod', { metadata: { name: 'p', namespace: 'other' }, spec })
    await cluster.delete('Pod', { name: 'p' })
    expect(await refusal(pod(cluster, { requests: { cpu: '100m' } }))).toContain('minimum cpu usage')
  })

  it('is applied after another one, and the last to set a default writes the annotation', async () => {
    const cluster = await open({ type: 'Container', defaultRequest: { cpu: '100m' } })
    await range(cluster, 's', [{ type: 'Container', defaultRequest: { memory: '1Gi' } }])
    const { metadata, spec } = await pod(cluster)
    expect(spec?.containers?.[0]?.resources).toEqual({ requests: { cpu: '100m', memory: '1Gi' } })
    expect(metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger': 'LimitRanger plugin set: memory request for container c',
    })
  })

  it('has no effect without the plug-in LimitRanger', async () => {
    const cluster = createCluster({
      seed: 1,
      controllers: 'none',
      disableAdmissionPlugins: ['LimitRanger', 'ServiceAccount'],
    })
    await range(cluster, 'r', [{ type: 'Container', min: { cpu: '1' } }])
    expect((await pod(cluster)).spec?.containers?.[0]?.resources).toEqual({})
  })
})

it('takes what a pod has as a whole for its resources, except huge pages', async () => {
  const cluster = createCluster({
    ...{ seed: 1, controllers: 'none', kubernetesVersion: '1.37' },
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  await range(cluster, 'r', [{ type: 'Pod', min: { memory: '1Mi' }, max: { cpu: '1', 'hugepages-2Mi': '2Mi' } }])
  const resources = { requests: { cpu: '1', memory: '1' }, limits: { cpu: '2', 'hugepages-2Mi': '4Mi' } }
  expect(await refusal(pod(cluster, {}, { resources }))).toBe(
    'pods "p" is forbidden: [minimum memory usage per Pod is 1Mi, but request is 1, maximum cpu usage per Pod is 1, but limit is 2, maximum hugepages-2Mi usage per Pod is 2Mi.  No limit is specified]',
  )
})
