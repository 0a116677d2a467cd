import { describe, expect, it } from 'vitest'
import type { ResourceQuota } from '../../../src/kinds/core/resource-quota.js'
import { charge } from '../../../src/kinds/quota/charge.js'
import { evaluatorOf, evaluatorsFor } from '../../../src/kinds/quota/evaluators.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import type { KubeObject } from '../../../src/schema/object.js'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const context = { now: NOW, featureGates: featureGatesOf('1.33') }
type Amounts = { readonly [resource: string]: string }

const quotaOf = (hard: Amounts, used: Amounts = {}, spec: object = {}, name = 'q'): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name, namespace: 'n' },
  spec: { hard, ...spec },
  status: { hard, used: { ...Object.fromEntries(Object.keys(hard).map((each) => [each, '0'])), ...used } },
})
const object = (kind: string, spec: object, others: object = {}): KubeObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'o' }, spec, ...others }) as KubeObject
const pod = (resources: object = {}, spec: object = {}, others: object = {}) =>
  object('Pod', { containers: [{ name: 'c', resources }], ...spec }, others)

type Write = { readonly old?: KubeObject; readonly subresource?: string; readonly group?: string }

function charged(resource: string, quotas: readonly ResourceQuota[], next: KubeObject, write: Write = {}) {
  const { old, subresource = '', group = '' } = write
  const evaluator = evaluatorOf(group, resource)
  if (!evaluator?.handles({ subresource, next, old })) return 'not asked'
  const outcome = charge(quotas, evaluator, { subresource, next, old }, context)
  return 'refusal' in outcome ? outcome.refusal : outcome.charged.map(({ status }) => status?.used)
}

describe('pods', () => {
  it('are charged under each name of their resources', () => {
    const hard = {
      'count/pods': '9',
      pods: '9',
      cpu: '9',
      'requests.cpu': '9',
      'limits.memory': '9Gi',
      'requests.ephemeral-storage': '9Gi',
      'hugepages-2Mi': '1Gi',
      'requests.hugepages-2Mi': '1Gi',
      'requests.example.com/gpu': '9',
      secrets: '9',
    }
    const amounts = {
      cpu: '500m',
      memory: '1Gi',
      'ephemeral-storage': '2Gi',
      'hugepages-2Mi': '4Mi',
      'example.com/gpu': '2',
    }
    expect(
      charged('pods', [quotaOf(hard, { cpu: '1', secrets: '3' })], pod({ requests: amounts, limits: amounts })),
    ).toEqual([
      {
        'count/pods': '1',
        cpu: '1500m',
        'hugepages-2Mi': '4Mi',
        'limits.memory': '1Gi',
        pods: '1',
        'requests.cpu': '500m',
        'requests.ephemeral-storage': '2Gi',
        'requests.example.com/gpu': '2',
        'requests.hugepages-2Mi': '4Mi',
        secrets: '3',
      },
    ])
  })

  it('are charged the maximum of init containers and of all others together, plus the overhead', () => {
    const of = (name: string, cpu: string, others: object = {}) => ({
      name,
      resources: { requests: { cpu } },
      ...others,
    })
    const spec = {
      containers: [of('a', '1'), of('b', '1')],
      initContainers: [of('stays', '1', { restartPolicy: 'Always' }), of('starts', '3')],
      overhead: { cpu: '250m' },
    }
    expect(charged('pods', [quotaOf({ cpu: '9' })], object('Pod', spec))).toEqual([{ cpu: '4250m' }])
  })

  it('that are resized are charged the resources of their status while those are higher', () => {
    const status = { containerStatuses: [{ name: 'c', resources: { requests: { cpu: '3' } } }] }
    const old = pod({ requests: { cpu: '3' } }, {}, { status })
    const resize = { old, subresource: 'resize' }
    const quotas = [quotaOf({ cpu: '5' }, { cpu: '3' })]
    expect(charged('pods', quotas, pod({ requests: { cpu: '4' } }, {}, { status }), resize)).toEqual([{ cpu: '4' }])
    expect(charged('pods', quotas, pod({ requests: { cpu: '1' } }, {}, { status }), resize)).toEqual([])
    expect(charged('pods', quotas, pod({ requests: { cpu: '6' } }, {}, { status }), resize)).toBe(
      'exceeded quota: q, requested: cpu=3, used: cpu=3, limited: cpu=5',
    )
  })

  it('must specify the cpu and memory that a quota limits', () => {
    const hard = { 'limits.cpu': '1', memory: '1Gi', 'requests.ephemeral-storage': '1Gi' }
    const spec = {
      containers: [{ name: 'b' }, { name: 'a' }],
      initContainers: [{ name: 'i', resources: { limits: { cpu: '1' } } }],
    }
    expect(charged('pods', [quotaOf(hard)], object('Pod', spec))).toBe(
      'failed quota: q: must specify limits.cpu for: a,b; memory for: a,b,i',
    )
  })

  it('that have finished, or exceed their grace period, count only as objects', () => {
    const quotas = [quotaOf({ pods: '0', 'count/pods': '9' })]
    expect(charged('pods', quotas, pod({}, {}, { status: { phase: 'Failed' } }))).toEqual([
      { 'count/pods': '1', pods: '0' },
    ])
    const leaving = (deletionTimestamp: string) =>
      charged(
        'pods',
        quotas,
        pod({}, {}, { metadata: { name: 'o', deletionTimestamp, deletionGracePeriodSeconds: 30 } }),
      )
    expect(leaving('2025-12-31T23:59:00Z')).toEqual([{ 'count/pods': '1', pods: '0' }])
    expect(leaving('2025-12-31T23:59:45Z')).toBe('exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0')
  })

  it.each<[scope: string, inside: KubeObject, outside: KubeObject]>([
    ['Terminating', pod({}, { activeDeadlineSeconds: 0 }), pod()],
    ['NotTerminating', pod(), pod({}, { activeDeadlineSeconds: 5 })],
    ['BestEffort', pod(), pod({ requests: { cpu: '1' } })],
    ['NotBestEffort', pod({ requests: { cpu: '1' } }), pod()],
    ['PriorityClass', pod({}, { priorityClassName: 'high' }), pod()],
    [
      'CrossNamespacePodAffinity',
      pod(
        {},
        { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['m'] }] } } },
      ),
      pod(
        {},
        { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z' }] } } },
      ),
    ],
  ])('are charged to a quota with scope %s only if they match it', (scope, inside, outside) => {
    for (const spec of [
      { scopes: [scope] },
      { scopeSelector: { matchExpressions: [{ scopeName: scope, operator: 'Exists' }] } },
    ]) {
      expect(charged('pods', [quotaOf({ pods: '1' }, {}, spec)], inside)).toEqual([{ pods: '1' }])
      expect(charged('pods', [quotaOf({ pods: '1' }, {}, spec)], outside)).toEqual([])
    }
  })

  it('are charged to a quota by the name of their PriorityClass', () => {
    const select = (operator: string, values?: readonly string[]) => {
      const matchExpressions = [{ scopeName: 'PriorityClass', operator, ...(values ? { values } : {}) }]
      return quotaOf({ pods: '1' }, {}, { scopeSelector: { matchExpressions } })
    }
    const high = pod({}, { priorityClassName: 'high' })
    expect(charged('pods', [select('In', ['high'])], high)).toEqual([{ pods: '1' }])
    expect(charged('pods', [select('In', ['low'])], high)).toEqual([])
    expect(charged('pods', [select('NotIn', ['high'])], high)).toEqual([])
    expect(charged('pods', [select('NotIn', ['high'])], pod())).toEqual([{ pods: '1' }])
    expect(charged('pods', [select('DoesNotExist')], pod())).toEqual([{ pods: '1' }])
  })

  it('that match a scope after an update are charged to it in full', () => {
    const old = pod()
    const next = pod({}, { activeDeadlineSeconds: 5 })
    const quotas = [
      quotaOf({ pods: '1' }, { pods: '1' }, { scopes: ['NotTerminating'] }, 'a'),
      quotaOf({ pods: '1' }, {}, { scopes: ['Terminating'] }, 'b'),
    ]
    expect(charged('pods', quotas, next, { old })).toEqual([{ pods: '1' }])
    expect(charged('pods', quotas, pod(), { old })).toBe('not asked')
  })
})

describe('services', () => {
  const hard = { services: '5', 'services.nodeports': '3', 'services.loadbalancers': '1' }
  const ports = [{ port: 1, nodePort: 30001 }, { port: 2 }]

  it.each([
    ['ClusterIP', {}, '0', '0'],
    ['NodePort', {}, '2', '0'],
    ['LoadBalancer', {}, '2', '1'],
    ['LoadBalancer', { allocateLoadBalancerNodePorts: false }, '1', '1'],
  ])('of type %s with %j are charged by their ports and load balancer', (type, others, nodePorts, balancers) => {
    expect(charged('services', [quotaOf(hard)], object('Service', { type, ports, ...others }))).toEqual([
      { services: '1', 'services.loadbalancers': balancers, 'services.nodeports': nodePorts },
    ])
  })

  it('are charged only what an update adds', () => {
    const old = object('Service', { type: 'NodePort', ports })
    const quotas = [quotaOf(hard, { services: '1', 'services.nodeports': '2' })]
    expect(charged('services', quotas, object('Service', { type: 'LoadBalancer', ports }), { old })).toEqual([
      { services: '1', 'services.loadbalancers': '1', 'services.nodeports': '2' },
    ])
    const three = { type: 'LoadBalancer', ports: [...ports, { port: 3 }, { port: 4 }] }
    expect(charged('services', quotas, object('Service', three), { old })).toBe(
      'exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=2, limited: services.nodeports=3',
    )
  })
})

describe('persistent volume claims', () => {
  const claim = (storage: string, spec: object = {}, status: object = {}) =>
    object('PersistentVolumeClaim', { resources: { requests: { storage } }, ...spec }, { status })

  it('are charged in total and to their class, in whole bytes', () => {
    const hard = {
      persistentvolumeclaims: '2',
      'count/persistentvolumeclaims': '2',
      'requests.storage': '9Gi',
      'gold.storageclass.storage.k8s.io/requests.storage': '9Gi',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '2',
      'tin.storageclass.storage.k8s.io/persistentvolumeclaims': '2',
    }
    expect(charged('persistentvolumeclaims', [quotaOf(hard)], claim('1500m', { storageClassName: 'gold' }))).toEqual([
      {
        'count/persistentvolumeclaims': '1',
        'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
        'gold.storageclass.storage.k8s.io/requests.storage': '2',
        persistentvolumeclaims: '1',
        'requests.storage': '2',
        'tin.storageclass.storage.k8s.io/persistentvolumeclaims': '0',
      },
    ])
  })

  it('are charged what they grow by; an update of the status is never refused', () => {
    const quotas = [quotaOf({ 'requests.storage': '2Gi' }, { 'requests.storage': '1Gi' })]
    const old = claim('1Gi')
    expect(charged('persistentvolumeclaims', quotas, claim('2Gi'), { old })).toEqual([{ 'requests.storage': '2Gi' }])
    expect(charged('persistentvolumeclaims', quotas, claim('3Gi'), { old })).toBe(
      'exceeded quota: q, requested: requests.storage=2Gi, used: requests.storage=1Gi, limited: requests.storage=2Gi',
    )
    const given = claim('1Gi', {}, { allocatedResources: { storage: '4Gi' } })
    expect(charged('persistentvolumeclaims', quotas, given, { old, subresource: 'status' })).toEqual([
      { 'requests.storage': '4Gi' },
    ])
  })

  it('match the scope VolumeAttributesClass only while its feature gate is on', () => {
    const quota = quotaOf(
      { persistentvolumeclaims: '1' },
      {},
      {
        scopeSelector: { matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator: 'In', values: ['fast'] }] },
      },
    )
    const evaluator = evaluatorOf('', 'persistentvolumeclaims')
    const next = claim('1Gi', {}, { currentVolumeAttributesClassName: 'fast' })
    const open = { ...context, featureGates: { ...featureGatesOf('1.33'), VolumeAttributesClass: true } }
    const write = { subresource: '', next, old: undefined }
    expect(evaluator && charge([quota], evaluator, write, open)).toMatchObject({
      charged: [{ status: { used: { persistentvolumeclaims: '1' } } }],
    })
    expect(charged('persistentvolumeclaims', [quota], next)).toEqual([])
  })
})

describe('objects', () => {
  it('of any resource are counted on create', () => {
    const lease = object('Lease', {})
    const group = 'coordination.k8s.io'
    const quotas = [quotaOf({ 'count/leases.coordination.k8s.io': '1' })]
    expect(charged('leases', quotas, lease, { group })).toEqual([{ 'count/leases.coordination.k8s.io': '1' }])
    expect(charged('leases', quotas, lease, { group, old: lease })).toBe('not asked')
  })

  it('may be limited by two names, such as secrets and count/secrets', () => {
    expect(charged('secrets', [quotaOf({ secrets: '0', 'count/secrets': '5' })], object('Secret', {}))).toBe(
      'exceeded quota: q, requested: secrets=1, used: secrets=0, limited: secrets=0',
    )
  })

  it('that are Events or reviews are not counted', () => {
    expect(evaluatorOf('', 'events')).toBeUndefined()
    expect(evaluatorOf('authentication.k8s.io', 'tokenreviews')).toBeUndefined()
    expect(evaluatorsFor(['count/events', 'count/deployments.apps', 'pods']).map((each) => each.resource)).toEqual([
      'pods',
      'deployments',
    ])
  })
})

describe('claims of devices', () => {
  const exactly = (deviceClassName: string, more: object = { allocationMode: 'ExactCount', count: 2 }) => ({
    exactly: { deviceClassName, ...more },
  })
  const choice = (deviceClassName: string, count: number) => ({ deviceClassName, allocationMode: 'ExactCount', count })
  const usedBy = (...requests: readonly object[]) => {
    const hard = { 'count/resourceclaims.resource.k8s.io': '9', [of('gpu')]: '99', [of('nic')]: '99' }
    const claim = object('ResourceClaim', { devices: { requests } })
    return charged('resourceclaims', [quotaOf(hard)], claim, { group: 'resource.k8s.io' })
  }
  const of = (name: string) => `${name}.deviceclass.resource.k8s.io/devices`

  it('are charged for the devices that they may get, by class', () => {
    const all = exactly('nic', { allocationMode: 'All' })
    const either = { firstAvailable: [choice('gpu', 4), choice('gpu', 1), choice('nic', 3)] }
    expect(usedBy(exactly('gpu'), all, either, exactly('other'))).toEqual([
      { 'count/resourceclaims.resource.k8s.io': '1', [of('gpu')]: '6', [of('nic')]: '35' },
    ])
    expect(usedBy()).toEqual([{ 'count/resourceclaims.resource.k8s.io': '1', [of('gpu')]: '0', [of('nic')]: '0' }])
  })

  it('are charged for none where they ask for none', () => {
    const names = 'count/resourceclaims.resource.k8s.io'
    for (const spec of [{}, { devices: {} }, { devices: { requests: null } }])
      expect(
        charged('resourceclaims', [quotaOf({ [names]: '9' })], object('ResourceClaim', spec), {
          group: 'resource.k8s.io',
        }),
      ).toEqual([{ [names]: '1' }])
  })

  it('are refused if the quota of a class is exceeded', () => {
    const next = object('ResourceClaim', { devices: { requests: [exactly('gpu')] } })
    const quotas = [quotaOf({ [of('gpu')]: '3' }, { [of('gpu')]: '2' })]
    expect(charged('resourceclaims', quotas, next, { group: 'resource.k8s.io' })).toBe(
      `exceeded quota: q, requested: ${of('gpu')}=2, used: ${of('gpu')}=2, limited: ${of('gpu')}=3`,
    )
  })
})

describe('a quota', () => {
  const next = object('ConfigMap', {})

  it('without usage in its status refuses what it limits', () => {
    const { status: _, ...fresh } = quotaOf({ configmaps: '5' })
    expect(charged('configmaps', [fresh], next)).toEqual([])
    const unknown = {
      ...quotaOf({ configmaps: '5', 'count/configmaps': '5' }),
      status: { hard: { 'count/configmaps': '5', configmaps: '5' } },
    }
    expect(charged('configmaps', [unknown], next)).toBe(
      'status unknown for quota: q, resources: configmaps,count/configmaps',
    )
  })

  it('that is exceeded refuses an object although another quota has room', () => {
    const quotas = [
      quotaOf({ configmaps: '1' }, {}, {}, 'a'),
      quotaOf({ configmaps: '2' }, { configmaps: '2' }, {}, 'b'),
    ]
    expect(charged('configmaps', quotas, next)).toBe(
      'exceeded quota: b, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
    )
  })
})
