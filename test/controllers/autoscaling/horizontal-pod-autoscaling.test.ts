import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'
import type { Draft } from '../../../src/kinds/object-types.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

type Spec = NonNullable<Draft<'HorizontalPodAutoscaler'>['spec']>

const cpu = (averageUtilization: number) => [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } },
]

/** A cluster with a ReplicaSet, whose pods the test creates itself, and its autoscaler with a target of 50% CPU. */
async function open(
  replicas: number,
  spec: Partial<Spec> = {},
  metrics = true,
  kubernetesVersion: KubernetesVersion = '1.33',
): Promise<Cluster> {
  const cluster = createCluster({
    seed: 1,
    kubernetesVersion,
    controllers: ['horizontal-pod-autoscaling'],
    disableAdmissionPlugins: ['ServiceAccount'],
  })
  if (metrics) await registerMetrics(cluster)
  const labels = { app: 'a' }
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '200m', memory: '100Mi' } } }]
  await cluster.create('ReplicaSet', {
    metadata: { name: 'r' },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  })
  for (let i = 0; i < replicas; i++) await runPod(cluster, `p${i}`)
  await cluster.create('HorizontalPodAutoscaler', {
    metadata: { name: 'h' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r' },
      maxReplicas: 10,
      metrics: cpu(50),
      ...spec,
    },
  })
  return cluster
}

/** Registers the metrics API, as metrics-server does. */
const registerMetrics = (cluster: Cluster) =>
  cluster.create('APIService', {
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: { group: 'metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100 },
  })

async function runPod(
  cluster: Cluster,
  name: string,
  phase = 'Running',
  more: { container?: string; whole?: { readonly [resource: string]: string } } = {},
) {
  const { container = 'c', whole } = more
  const containers = [{ name: container, image: 'i', resources: { requests: { cpu: '200m', memory: '100Mi' } } }]
  const spec = { containers, ...(whole ? { resources: { requests: whole } } : {}) }
  await cluster.create('Pod', { metadata: { name, labels: { app: 'a' } }, spec })
  const time = '2023-12-31T00:00:00Z'
  const conditions = [{ type: 'Ready', status: phase === 'Running' ? 'True' : 'False', lastTransitionTime: time }]
  await cluster.patch('Pod', { name }, { status: { phase, startTime: time, conditions } }, { subresource: 'status' })
}

const uses = (cluster: Cluster, amount: string, more: object = {}) =>
  cluster.containers.play({ image: 'i', usage: { cpu: amount }, ...more })
const wanted = async (cluster: Cluster) => (await cluster.get('ReplicaSet', { name: 'r' })).spec?.replicas
const statusOf = async (cluster: Cluster) => (await cluster.get('HorizontalPodAutoscaler', { name: 'h' })).status
const conditionsOf = async (cluster: Cluster) =>
  Object.fromEntries(
    ((await statusOf(cluster))?.conditions ?? []).map(({ type, status, reason, message }) => [
      type,
      `${status} ${reason}: ${message}`,
    ]),
  )
const eventsOf = async (cluster: Cluster) =>
  (await cluster.list('v1/Event')).items.map(
    (event) => `${String(event['type'])} ${String(event['reason'])}: ${String(event['message'])}`,
  )
const tick = (cluster: Cluster) => cluster.clock.advance('15s')

test('twice the target utilization doubles the replicas, fifteen seconds after the autoscaler is created', async () => {
  const cluster = await open(2)
  uses(cluster, '200m')
  await cluster.clock.advance('14s')
  expect(await wanted(cluster)).toBe(2)
  await cluster.clock.advance('1s')
  expect(await wanted(cluster)).toBe(4)
  expect(await statusOf(cluster)).toMatchObject({
    lastScaleTime: '2024-01-01T00:00:15Z',
    currentReplicas: 2,
    desiredReplicas: 4,
    currentMetrics: [
      { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 100, averageValue: '200m' } } },
    ],
  })
  expect(await conditionsOf(cluster)).toEqual({
    AbleToScale: 'True SucceededRescale: the HPA controller was able to update the target scale to 4',
    ScalingActive:
      'True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
    ScalingLimited: 'False DesiredWithinRange: the desired count is within the acceptable range',
  })
  expect(await eventsOf(cluster)).toEqual([
    'Normal SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target',
  ])
})

test('does not scale within ten per cent of the target', async () => {
  const cluster = await open(4)
  uses(cluster, '109m')
  await tick(cluster)
  expect(await wanted(cluster)).toBe(4)
  expect(await conditionsOf(cluster)).toMatchObject({
    AbleToScale: 'True ReadyForNewScale: recommended size matches current size',
  })
  const { resourceVersion } = (await cluster.get('HorizontalPodAutoscaler', { name: 'h' })).metadata
  await cluster.clock.advance('1h')
  // Nothing is written when nothing has changed.
  expect((await cluster.get('HorizontalPodAutoscaler', { name: 'h' })).metadata.resourceVersion).toBe(resourceVersion)
})

test('scales down after a stabilization window of five minutes', async () => {
  const cluster = await open(4)
  using _high = uses(cluster, '100m')
  await tick(cluster)
  uses(cluster, '50m')
  await cluster.clock.advance('5m')
  expect(await wanted(cluster)).toBe(4)
  expect(await conditionsOf(cluster)).toMatchObject({
    AbleToScale:
      'True ScaleDownStabilized: recent recommendations were higher than current one, applying the highest recent recommendation',
  })
  await tick(cluster)
  expect(await wanted(cluster)).toBe(2)
  expect(await eventsOf(cluster)).toEqual(['Normal SuccessfulRescale: New size: 2; reason: All metrics below target'])
})

test('scales up at most by four pods or to twice the replicas at once, up to maxReplicas', async () => {
  const cluster = await open(1)
  uses(cluster, '2')
  await tick(cluster)
  expect(await wanted(cluster)).toBe(4)
  expect(await conditionsOf(cluster)).toMatchObject({
    ScalingLimited: 'True ScaleUpLimit: the desired replica count is increasing faster than the maximum scale rate',
  })
  for (const name of ['p1', 'p2', 'p3']) await runPod(cluster, name)
  await tick(cluster)
  expect(await wanted(cluster)).toBe(8)
  for (const name of ['p4', 'p5', 'p6', 'p7']) await runPod(cluster, name)
  await tick(cluster)
  expect(await wanted(cluster)).toBe(10)
  expect(await conditionsOf(cluster)).toMatchObject({
    ScalingLimited: 'True TooManyReplicas: the desired replica count is more than the maximum replica count',
  })
})

test('brings replicas within minReplicas and maxReplicas; leaves a target with zero replicas alone', async () => {
  const cluster = await open(3, { minReplicas: 5 })
  await tick(cluster)
  expect(await wanted(cluster)).toBe(5)
  expect(await eventsOf(cluster)).toEqual([
    'Normal SuccessfulRescale: New size: 5; reason: Current number of replicas below Spec.MinReplicas',
  ])
  await cluster.patch('ReplicaSet', { name: 'r' }, { spec: { replicas: 0 } })
  await tick(cluster)
  expect(await wanted(cluster)).toBe(0)
  expect(await conditionsOf(cluster)).toMatchObject({
    ScalingActive: 'False ScalingDisabled: scaling is disabled since the replica count of the target is zero',
  })
})

test('counts pods that are not ready as using nothing when scaling up', async () => {
  const cluster = await open(2)
  await runPod(cluster, 'slow', 'Pending')
  await cluster.patch('ReplicaSet', { name: 'r' }, { spec: { replicas: 3 } })
  uses(cluster, '200m')
  await tick(cluster)
  // Two pods at twice the target, spread over three pods.
  expect(await wanted(cluster)).toBe(4)
})

test('counts pods without metrics as using what they request when scaling down', async () => {
  const cluster = await open(4)
  uses(cluster, '20m')
  // There are no metrics of the pods on a node that has never reported.
  await cluster.create('Node', { metadata: { name: 'quiet' } })
  const target = { apiVersion: 'v1', kind: 'Node', name: 'quiet' }
  for (const name of ['p1', 'p2', 'p3']) {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'Binding', metadata: { name }, target })
    const headers = { 'content-type': 'application/json' }
    const path = `/api/v1/namespaces/default/pods/${name}/binding`
    expect(await (await cluster.fetch(path, { method: 'POST', headers, body })).json()).toMatchObject({
      status: 'Success',
    })
  }
  await cluster.clock.advance('6m')
  expect(await wanted(cluster)).toBe(4)
  await cluster.delete('Node', { name: 'quiet' })
  await cluster.clock.advance('6m')
  expect(await wanted(cluster)).toBe(1)
})

test.each([
  [
    'the metrics API',
    false,
    'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
  ],
  ['a running pod', true, 'no metrics returned from resource metrics API'],
])('reports missing metrics and does not scale: without %s', async (_, metrics, why) => {
  const cluster = await open(2, {}, metrics)
  for (const name of ['p0', 'p1'])
    await cluster.patch('Pod', { name }, { status: { phase: 'Pending' } }, { subresource: 'status' })
  await tick(cluster)
  const words = `failed to get cpu utilization: unable to get metrics for resource cpu: ${why}`
  expect(await conditionsOf(cluster)).toEqual({
    AbleToScale: "True SucceededGetScale: the HPA controller was able to get the target's current scale",
    ScalingActive: `False FailedGetResourceMetric: the HPA was unable to compute the replica count: ${words}`,
  })
  expect(await eventsOf(cluster)).toEqual(
    expect.arrayContaining([
      `Warning FailedGetResourceMetric: ${words}`,
      `Warning FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: ${words}`,
    ]),
  )
})

test.each([
  [
    { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } },
    'FailedGetPodsMetric',
    'unable to get metric m: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
  ],
  [
    { type: 'External', external: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } },
    'FailedGetExternalMetric',
    'unable to get external metric default/m/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get m.external.metrics.k8s.io)',
  ],
  [
    {
      type: 'Resource',
      resource: { name: 'ephemeral-storage', target: { type: 'AverageValue', averageValue: '1Gi' } },
    },
    'FailedGetResourceMetric',
    'failed to get ephemeral-storage usage: did not receive metrics for targeted pods (pods might be unready)',
  ],
])('reports a metric that is not available: %o', async (metric, reason, words) => {
  const cluster = await open(1, { metrics: [metric] })
  uses(cluster, '10m')
  await tick(cluster)
  expect(await eventsOf(cluster)).toContain(`Warning ${reason}: ${words}`)
})

test('supports AverageValue and ContainerResource targets, and takes the highest of several metrics', async () => {
  const cluster = await open(2, {
    metrics: [
      { type: 'Resource', resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '50Mi' } } },
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'c', target: { type: 'Utilization', averageUtilization: 50 } },
      },
    ],
  })
  uses(cluster, '150m', { usage: { cpu: '150m', memory: '100Mi' } })
  await tick(cluster)
  expect(await wanted(cluster)).toBe(4)
  expect((await statusOf(cluster))?.currentMetrics).toEqual([
    { type: 'Resource', resource: { name: 'memory', current: { averageValue: '104857600' } } },
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', current: { averageUtilization: 75, averageValue: '150m' } },
    },
  ])
})

test('behavior limits the rate of scaling and sets the stabilization window', async () => {
  const policies = [{ type: 'Pods', value: 1, periodSeconds: 60 }]
  const cluster = await open(2, {
    behavior: { scaleUp: { policies }, scaleDown: { stabilizationWindowSeconds: 0, policies } },
  })
  using _high = uses(cluster, '200m')
  await tick(cluster)
  expect(await wanted(cluster)).toBe(3)
  expect(await conditionsOf(cluster)).toMatchObject({
    ScalingLimited: 'True ScaleUpLimit: the desired replica count is increasing faster than the maximum scale rate',
  })
  await runPod(cluster, 'p2')
  await cluster.clock.advance('45s')
  expect(await wanted(cluster)).toBe(3)
  await tick(cluster)
  expect(await wanted(cluster)).toBe(4)
  await runPod(cluster, 'p3')
  uses(cluster, '25m')
  await tick(cluster)
  // At most one less than the three of a minute ago.
  expect(await wanted(cluster)).toBe(2)
  expect(await conditionsOf(cluster)).toMatchObject({
    ScalingLimited: 'True ScaleDownLimit: the desired replica count is decreasing faster than the maximum scale rate',
  })
})

test('reports a target that does not exist or whose kind is unknown', async () => {
  const cluster = await open(1, { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'other' } })
  await tick(cluster)
  expect(await conditionsOf(cluster)).toEqual({
    AbleToScale: `False FailedGetScale: the HPA controller was unable to get the target's current scale: replicasets.apps "other" not found`,
  })
  await cluster.patch(
    'HorizontalPodAutoscaler',
    { name: 'h' },
    { spec: { scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Thing', name: 'r' } } },
  )
  await tick(cluster)
  expect(await eventsOf(cluster)).toContain(
    'Warning FailedGetScale: no matches for kind "Thing" in group "example.com"',
  )
})

test('reports pods that two autoscalers select', async () => {
  const cluster = await open(2)
  uses(cluster, '100m')
  const { spec } = await cluster.get('HorizontalPodAutoscaler', { name: 'h' })
  await cluster.create('HorizontalPodAutoscaler', { metadata: { name: 'g' }, spec: spec! })
  await tick(cluster)
  await tick(cluster)
  expect(await eventsOf(cluster)).toContain(
    'Warning AmbiguousSelector: pods by selector app=a are controlled by multiple HPAs: [default/g default/h]',
  )
})

test('schedules no timer without an autoscaler; a fork continues independently', async () => {
  const cluster = await open(2)
  uses(cluster, '200m')
  await cluster.clock.advance('10s')
  const fork = cluster.fork()
  await fork.clock.advance('5s')
  expect(await wanted(fork)).toBe(4)
  expect(await wanted(cluster)).toBe(2)
  await cluster.delete('HorizontalPodAutoscaler', { name: 'h' })
  expect(await cluster.clock.next()).toBe(false)
})

test.each([
  ['1.36', 'unable to get metric m: Service on default s/'],
  ['1.37', 'unable to get metric m on Service default/s: '],
] as const)('a metric of an object is missed in the words of v%s', async (kubernetesVersion, words) => {
  const target = { type: 'Value', value: '1' }
  const describedObject = { apiVersion: 'v1', kind: 'Service', name: 's' }
  const metrics = [{ type: 'Object', object: { metric: { name: 'm' }, describedObject, target } }]
  const cluster = await open(1, { metrics }, true, kubernetesVersion)
  await tick(cluster)
  const why =
    'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered'
  expect(await eventsOf(cluster)).toContain(`Warning FailedGetObjectMetric: ${words}${why}`)
})

test.each([
  ['1.33', 2],
  ['1.34', 1],
] as const)('v%s measures what a pod as a whole requests: %s replicas', async (kubernetesVersion, replicas) => {
  const cluster = await open(1, {}, true, kubernetesVersion)
  await cluster.delete('Pod', { name: 'p0' }, { gracePeriodSeconds: 0 })
  await runPod(cluster, 'p0', 'Running', { whole: { cpu: '400m' } })
  uses(cluster, '200m')
  await tick(cluster)
  expect(await wanted(cluster)).toBe(replicas)
})

test.each([
  ['1.34', 'True ValidMetricFound'],
  ['1.35', 'False FailedGetContainerResourceMetric'],
] as const)('a container that not all pods have in v%s: %s', async (kubernetesVersion, verdict) => {
  const target = { type: 'Utilization', averageUtilization: 50 }
  const metrics = [{ type: 'ContainerResource', containerResource: { name: 'cpu', container: 'side', target } }]
  const cluster = await open(2, { metrics }, true, kubernetesVersion)
  await cluster.delete('Pod', { name: 'p1' }, { gracePeriodSeconds: 0 })
  await runPod(cluster, 'p1', 'Running', { container: 'side' })
  uses(cluster, '100m')
  await tick(cluster)
  expect((await conditionsOf(cluster))['ScalingActive']).toContain(verdict)
  expect((await eventsOf(cluster)).some((event) => event.endsWith('container side not found in Pod p0'))).toBe(
    verdict.startsWith('False'),
  )
})
