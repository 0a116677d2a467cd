import { expect, onTestFinished, test, vi } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { defaultControllers } from '../../src/controllers/built-in.js'
import { defineController } from '../../src/controllers/runtime/define.js'
import type { Draft } from '../../src/kinds/object-types.js'
import { requestFor } from './certificates/requests.js'

/** How far the clock moves at every reading, in milliseconds, as on a machine that is too busy. */
const STEP = 55

/** A clock of the system that moves at every reading; the timers of the test follow when it is told to pass on. */
function createMovingClock() {
  let passed = Date.UTC(2024, 0, 1)
  let readings = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Date, 'now').mockImplementation(() => passed + STEP * ++readings)
  onTestFinished(() => void vi.restoreAllMocks())
  onTestFinished(() => void vi.useRealTimers())
  return {
    async pass(seconds: number, step = 1) {
      for (let i = 0; i < seconds; i += step) {
        passed += step * 1000
        await vi.advanceTimersByTimeAsync(step * 1000)
      }
    },
  }
}

const container = { name: 'main', image: 'shop/api', resources: { requests: { cpu: '100m' } } }
const template = (app: string, spec: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [container], ...spec },
})
const workload = (app: string, more: object = {}) => ({
  metadata: { name: app },
  spec: { selector: { matchLabels: { app } }, template: template(app), ...more },
})
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }

/** Objects that give every built-in controller something to do at a later time. */
const OBJECTS: readonly (readonly [kind: string, object: Draft<string>])[] = [
  ['Namespace', { metadata: { name: 'ends' } }],
  ['ResourceQuota', { metadata: { name: 'quota' }, spec: { hard: { pods: '500' } } }],
  ['ResourceQuota', { metadata: { name: 'apart' }, spec: { hard: { 'count/leases.coordination.k8s.io': '9' } } }],
  [
    'Node',
    {
      metadata: {
        name: 'worker',
        annotations: { 'fakecluster/agent': 'running', 'node.alpha.kubernetes.io/ttl': '99' },
      },
    },
  ],
  [
    'PersistentVolume',
    {
      metadata: { name: 'disk' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/disk' } },
    },
  ],
  [
    'CertificateSigningRequest',
    {
      metadata: { name: 'node' },
      spec: {
        request: requestFor({ name: 'system:node:n', organizations: ['system:nodes'] }).request,
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['digital signature', 'client auth'],
      },
    },
  ],
  [
    'PodDisruptionBudget',
    { metadata: { name: 'budget' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } },
  ],
  ['StorageClass', { metadata: { name: 'fast' }, provisioner: 'example.com/disk', allowVolumeExpansion: true }],
  ['PersistentVolumeClaim', { metadata: { name: 'data' }, spec: { ...claim, storageClassName: 'fast' } }],
  ['Deployment', workload('web', { replicas: 3, minReadySeconds: 5 })],
  [
    'Deployment',
    workload('stuck', { progressDeadlineSeconds: 10, template: template('stuck', { nodeSelector: { no: 'where' } }) }),
  ],
  ['StatefulSet', workload('db', { serviceName: 'db', replicas: 2, minReadySeconds: 5 })],
  ['DaemonSet', workload('agent', { minReadySeconds: 5 })],
  [
    'ReplicationController',
    { metadata: { name: 'old' }, spec: { replicas: 1, selector: { app: 'old' }, template: template('old') } },
  ],
  [
    'Job',
    {
      metadata: { name: 'once' },
      spec: { ttlSecondsAfterFinished: 5, template: template('once', { restartPolicy: 'Never' }) },
    },
  ],
  [
    'Job',
    {
      metadata: { name: 'fails' },
      spec: {
        activeDeadlineSeconds: 20,
        template: template('fails', { restartPolicy: 'Never', containers: [{ ...container, command: ['false'] }] }),
      },
    },
  ],
  ['VolumeAttributesClass', { metadata: { name: 'fast' }, driverName: 'disks.example.com', parameters: { iops: '9' } }],
  [
    'StorageVersionMigration',
    { metadata: { name: 'maps' }, spec: { resource: { group: '', resource: 'configmaps' } } },
  ],
  [
    'ResourceClaimTemplate',
    {
      metadata: { name: 'gpu' },
      spec: { spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu' } }] } } },
    },
  ],
  [
    'Pod',
    {
      metadata: { name: 'devices' },
      spec: { containers: [container], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] },
    },
  ],
  [
    'DeviceTaintRule',
    {
      metadata: { name: 'broken' },
      spec: {
        deviceSelector: { driver: 'gpu.example.com' },
        taint: { key: 'example.com/broken', effect: 'NoExecute' },
      },
    },
  ],
  [
    'CronJob',
    {
      metadata: { name: 'often' },
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: template('often', { restartPolicy: 'Never' }) } },
      },
    },
  ],
  [
    'HorizontalPodAutoscaler',
    {
      metadata: { name: 'web' },
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
  ],
  [
    'Pod',
    {
      metadata: { name: 'scratch' },
      ...{
        spec: {
          containers: [container],
          volumes: [
            { name: 'tmp', ephemeral: { volumeClaimTemplate: { spec: { ...claim, storageClassName: 'fast' } } } },
          ],
        },
      },
    },
  ],
  ['Pod', { metadata: { name: 'lost' }, spec: { nodeName: 'nowhere', containers: [container] } }],
  [
    'Pod',
    {
      metadata: { name: 'patient' },
      spec: {
        nodeName: 'node-3',
        containers: [container],
        tolerations: [{ key: 'gone', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 3 }],
      },
    },
  ],
  ['Service', { metadata: { name: 'web' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } }],
  ['Service', { metadata: { name: 'manual' }, spec: { ports: [{ port: 80 }] } }],
  [
    'Endpoints',
    { metadata: { name: 'manual' }, subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }] },
  ],
  ['ServiceCIDR', { metadata: { name: 'more' }, spec: { cidrs: ['192.168.0.0/24'] } }],
  [
    'IPAddress',
    {
      metadata: { name: '10.96.7.7' },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'nobody' } },
    },
  ],
  [
    'Secret',
    {
      metadata: { name: 'token', annotations: { 'kubernetes.io/service-account.name': 'default' } },
      type: 'kubernetes.io/service-account-token',
    },
  ],
  [
    'LeaseCandidate',
    {
      metadata: { name: 'a' },
      spec: {
        leaseName: 'leader',
        binaryVersion: '1.33.0',
        emulationVersion: '1.33.0',
        strategy: 'OldestEmulationVersion',
        renewTime: '2024-01-01T00:00:00.000000Z',
      },
    },
  ],
  [
    'ClusterRole',
    {
      metadata: { name: 'all' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] },
      rules: [],
    },
  ],
  [
    'ClusterRole',
    {
      metadata: { name: 'part', labels: { part: 'yes' } },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  ],
  [
    'CustomResourceDefinition',
    {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
  ],
  [
    'ValidatingAdmissionPolicy',
    {
      metadata: { name: 'any' },
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
        },
        validations: [{ expression: 'true' }],
      },
    },
  ],
]

test('a clock that moves at every reading makes no controller fail', { timeout: 120_000 }, async () => {
  const { pass } = createMovingClock()
  const paced = defineController({
    name: 'paced',
    watches: { Namespace: 'own' },
    reconcile(_, world) {
      const due = (world.memory as number | undefined) ?? world.now() + 3000
      if (due <= world.now()) return world.remember(undefined)
      world.remember(due)
      return { after: due - world.now() }
    },
  })
  const cluster = createCluster({
    ...{ seed: 1, clock: 'system', kubernetesVersion: '1.37', nodes: 3, controllers: ['default', paced] },
    ...{ featureGates: { CoordinatedLeaderElection: true }, journal: { requests: 100_000, bytes: 2 ** 30 } },
  })
  cluster.controllers.react({
    ...{ name: 'beats', when: { kind: 'Lease', name: 'beating' }, every: '100ms', times: 50 },
    then: [{ patch: { spec: { holderIdentity: 'run {{ run }}' } } }],
  })
  for (const [kind, object] of OBJECTS) await cluster.create(kind, object)
  await cluster.create('Lease', { metadata: { name: 'beating' } })
  await pass(30)
  await cluster.patch('Node', { name: 'node-3' }, { spec: { taints: [{ key: 'gone', effect: 'NoExecute' }] } })
  await cluster.patch('Node', { name: 'node-2' }, { metadata: { annotations: { 'fakecluster/agent': 'silent' } } })
  await cluster.patch(
    'PersistentVolumeClaim',
    { name: 'data' },
    { spec: { resources: { requests: { storage: '2Gi' } } } },
  )
  await cluster.patch(
    'ResourceQuota',
    { name: 'apart' },
    { status: { hard: { 'count/leases.coordination.k8s.io': '7' } } },
    { subresource: 'status' },
  )
  await cluster.delete('FlowSchema', { name: 'probes' })
  await cluster.delete('PersistentVolumeClaim', { name: 'data' })
  await cluster.delete('PersistentVolume', { name: 'disk' })
  await cluster.delete('VolumeAttributesClass', { name: 'fast' })
  await cluster.delete('Service', { name: 'kubernetes' })
  await cluster.delete('ServiceCIDR', { name: 'more' })
  await cluster.delete('Namespace', { name: 'ends' })
  const { spec } = await cluster.get('Service', { name: 'web' })
  await cluster.delete('IPAddress', { name: spec?.clusterIP ?? '' })
  await pass(400, 2)
  await cluster.delete('Deployment', { name: 'web' })
  await pass(7200, 1200)
  await cluster.settled()
  cluster.controllers.verify()
  const acted = new Set(cluster.journal.requests({ via: 'controller' }).map(({ by }) => by?.controller))
  expect(defaultControllers.map(({ name }) => name).filter((name) => !acted.has(name))).toEqual([])
})
