import { beforeAll, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { horizontalPodAutoscaler } from '../../../src/kinds/autoscaling/horizontal-pod-autoscaler/autoscaler.js'
import type { Autoscaler } from '../../../src/kinds/autoscaling/horizontal-pod-autoscaler/autoscaler-types.js'
import { validateAutoscaler } from '../../../src/kinds/autoscaling/horizontal-pod-autoscaler/rules.js'
import { worded } from '../../../src/base/errors/wording.js'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { wordingOf } from '../../../src/model/registry/kubernetes-version.js'
import { openServer, wordsOf } from '../asking.js'
import { causes, cells, loadRulesOf } from '../causes.js'

beforeAll(() => loadRulesOf(horizontalPodAutoscaler))

const good = { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3 }
const faults = (metrics: readonly object[]) => causes(horizontalPodAutoscaler, { spec: { ...good, metrics } })
const unit =
  'resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"", Format:"DecimalSI"}'

test.each([
  [
    [{ type: 'Pods', pods: { metric: {}, target: { type: 'Odd', averageValue: '0' } } }],
    [
      '.pods.metric.name: Required value: must specify a metric name',
      '.pods.target.type: Invalid value: "Odd": must be either Utilization, Value, or AverageValue',
      `.pods.target.averageValue: Invalid value: ${unit}: must be positive`,
    ],
  ],
  [
    [
      {
        type: 'External',
        external: { metric: { name: 'a/b' }, target: { type: 'Value', value: '1', averageValue: '1' } },
      },
    ],
    [
      '.external.metric.name: Invalid value: "a/b": may not contain \'/\'',
      '.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
    ],
  ],
  [
    [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } },
        pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '1' } },
      },
    ],
    ['.pods: Forbidden: must populate the given metric source only'],
  ],
  [
    [{ type: 'ContainerResource', containerResource: { name: 'fancy', target: { type: 'Utilization' } } }],
    [
      '.containerResource.name: Invalid value: fancy: must be a standard resource for containers',
      '.containerResource.container: Required value: must specify a container',
      '.containerResource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
    ],
  ],
])('rejects the metrics %j', (metrics, expected) => {
  expect(faults(metrics).filter((text) => !text.includes('standard resource type'))).toEqual(
    expected.map((text) => `spec.metrics[0]${text}`),
  )
})

test('minReplicas cannot be set to zero without the gate HPAScaleToZero, but may stay zero', () => {
  const external = [{ type: 'External', external: { metric: { name: 'a' }, target: { type: 'Value', value: '1' } } }]
  const spec = { ...good, minReplicas: 0, metrics: external }
  expect(causes(horizontalPodAutoscaler, { spec })).toEqual([
    'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
  ])
  expect(causes(horizontalPodAutoscaler, { spec }, { old: { spec } })).toEqual([])
  expect(causes(horizontalPodAutoscaler, { spec }, { featureGates: { HPAScaleToZero: true } })).toEqual([])
})

test.each([
  [
    { scaleUp: { stabilizationWindowSeconds: 3601 } },
    ['spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600'],
  ],
  [
    { scaleDown: { selectPolicy: 'Odd', policies: [{ type: 'Pods', value: 0, periodSeconds: 1801 }] } },
    [
      'spec.behavior.scaleDown.selectPolicy: Unsupported value: "Odd": supported values: "Disabled", "Max", "Min"',
      'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
      'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
    ],
  ],
])('rejects the behavior %j', (behavior, expected) => {
  expect(causes(horizontalPodAutoscaler, { spec: { ...good, behavior } })).toEqual(expected)
})

type Answer = {
  readonly apiVersion: string
  readonly metadata: { readonly annotations?: { readonly [name: string]: string }; readonly generation?: number }
  readonly spec: { readonly [member: string]: unknown }
  readonly status: object
}

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  return async (version: 'v1' | 'v2', method: string, at = '', body?: object, patch = false) => {
    const path = `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers${at}`
    const headers = { 'content-type': patch ? 'application/merge-patch+json' : 'application/json' }
    const reply = await cluster.fetch(path, { method, ...(body ? { body: JSON.stringify(body), headers } : {}) })
    return (await reply.json()) as Answer
  }
}

const PREFIX = 'autoscaling.alpha.kubernetes.io'
const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

test('autoscaling/v1 keeps in annotations what it has no fields for', async () => {
  const ask = open()
  const rps = { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '10' } } }
  const behavior = { scaleUp: { stabilizationWindowSeconds: 5 } }
  await ask('v2', 'POST', '', { metadata: { name: 'web' }, spec: { ...good, metrics: [rps, cpu(60)], behavior } })
  const condition = { type: 'AbleToScale', status: 'True', lastTransitionTime: '2024-05-01T10:00:00Z', reason: 'R' }
  const current = {
    type: 'Resource',
    resource: { name: 'cpu', current: { averageUtilization: 40, averageValue: '1' } },
  }
  const status = { desiredReplicas: 2, conditions: [condition], currentMetrics: [current] }
  await ask('v2', 'PATCH', '/web/status', { status }, true)
  const first = await ask('v1', 'GET', '/web')
  expect([first.apiVersion, first.spec]).toEqual([
    'autoscaling/v1',
    { ...good, minReplicas: 1, targetCPUUtilizationPercentage: 60 },
  ])
  expect(first.status).toEqual({ currentReplicas: 0, desiredReplicas: 2, currentCPUUtilizationPercentage: 40 })
  const pods = (Value: number, Type: string) => ({ Type, Value, PeriodSeconds: 15 })
  const told = Object.entries(first.metadata.annotations ?? {}).map(([name, text]) => [
    name,
    JSON.parse(text) as unknown,
  ])
  expect(Object.fromEntries(told)).toEqual({
    [`${PREFIX}/metrics`]: [{ type: 'Pods', pods: { metricName: 'rps', targetAverageValue: '10' } }],
    [`${PREFIX}/current-metrics`]: [
      { type: 'Resource', resource: { name: 'cpu', currentAverageUtilization: 40, currentAverageValue: '1' } },
    ],
    [`${PREFIX}/conditions`]: [condition],
    [`${PREFIX}/behavior`]: {
      ScaleUp: {
        StabilizationWindowSeconds: 5,
        SelectPolicy: 'Max',
        Policies: [pods(4, 'Pods'), pods(100, 'Percent')],
        Tolerance: null,
      },
      ScaleDown: {
        StabilizationWindowSeconds: null,
        SelectPolicy: 'Max',
        Policies: [pods(100, 'Percent')],
        Tolerance: null,
      },
    },
  })

  // Writing back what was read changes nothing, and a write to the main resource leaves the status alone.
  await ask('v1', 'PUT', '/web', first)
  const again = await ask('v2', 'GET', '/web')
  expect(again.spec['metrics']).toEqual([rps, cpu(60)])
  expect(again.metadata.annotations).toBeUndefined()
  await ask('v1', 'PUT', '/web', { ...first, metadata: { name: 'web' }, spec: good, status: {} })
  const { spec, status: left } = await ask('v2', 'GET', '/web')
  expect(spec).toEqual({ ...good, minReplicas: 1, metrics: [cpu(80)] })
  expect(left).toEqual({ desiredReplicas: 2, currentMetrics: [current], conditions: [condition] })
})

test('a write in autoscaling/v1 to the main resource leaves amounts without a value in the status alone', async () => {
  const ask = open()
  await ask('v2', 'POST', '', { metadata: { name: 'web' }, spec: good })
  const status = { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 5 }
  await ask('v1', 'PATCH', '/web/status', { status }, true)
  await ask('v1', 'PATCH', '/web', { spec: { maxReplicas: 5 } }, true)
  const { status: left } = await ask('v2', 'GET', '/web')
  const current = { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 5 } } }
  expect(left).toEqual({ currentReplicas: 1, desiredReplicas: 2, currentMetrics: [current] })
})

test('the behavior in an annotation of autoscaling/v1 is read by names in any case', async () => {
  const ask = open()
  const annotations = { [`${PREFIX}/behavior`]: '{"scaleUp":{"stabilizationWindowSeconds":5}}' }
  const told = await ask('v1', 'POST', '', { metadata: { name: 'web', annotations }, spec: good })
  expect((told as { readonly message?: string }).message).toMatch(/spec\.behavior\.scaleUp\.policies: Required value/)
})

test('autoscaling/v1 defaults to a CPU target of 80%, and is validated like v2', async () => {
  const ask = open()
  const made = await ask('v1', 'POST', '', { metadata: { name: 'web' }, spec: good })
  expect(made.spec).toEqual({ ...good, minReplicas: 1, targetCPUUtilizationPercentage: 80 })
  expect(made.status).toEqual({ currentReplicas: 0, desiredReplicas: 0 })
  const refused = (await ask('v1', 'POST', '', { metadata: { name: 'b' }, spec: { ...good, maxReplicas: 0 } })) as {
    readonly message?: string
  }
  expect(refused.message).toContain('spec.maxReplicas: Invalid value: 0: must be greater than 0')
})

test('drops tolerances while their feature gate is off', async () => {
  const ask = open()
  const behavior = { scaleUp: { tolerance: '0.1' } }
  const made = await ask('v2', 'POST', '', { metadata: { name: 'web' }, spec: { ...good, behavior } })
  expect(made.spec['behavior']).not.toHaveProperty('scaleUp.tolerance')
})

const ofPods = { type: 'Pods', pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '7' } } }

test.each([
  [[cpu(60)], [], 'cpu: <unknown>/60%'],
  [
    [cpu(60)],
    [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 5, averageValue: '1' } } }],
    'cpu: 5%/60%',
  ],
  [
    [{ type: 'External', external: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '7' } } }],
    [],
    '<unknown>/7 (avg)',
  ],
  [[ofPods], [{ type: 'Pods', pods: { metric: { name: 'a' }, current: { value: '3' } } }], '<nil>/7'],
  [[cpu(1), cpu(2), cpu(3)], [], 'cpu: <unknown>/1%, cpu: <unknown>/2% + 1 more...'],
])('prints its table row with metrics %j and current %j', (metrics, currentMetrics, expected) => {
  const body = { metadata: { name: 'web' }, spec: { ...good, metrics }, status: { currentMetrics } }
  expect(cells(horizontalPodAutoscaler, body)).toEqual(['web', 'Deployment/web', expected, '1', 3, 0, '<unknown>'])
})

test('an apply in another version than the last keeps what that version requires, and the metrics', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const apply = async (version: 'v1' | 'v2', spec: object) => {
    const apiVersion = `autoscaling/${version}`
    const path = `/apis/${apiVersion}/namespaces/default/horizontalpodautoscalers/web?fieldManager=one`
    const reply = await fetch(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify({ apiVersion, kind: 'HorizontalPodAutoscaler', metadata: { name: 'web' }, spec }),
    })
    return (await reply.json()) as Answer
  }
  await apply('v1', { ...good, minReplicas: 2, targetCPUUtilizationPercentage: 60 })
  const { spec } = await apply('v2', { metrics: [cpu(50)] })
  expect(spec).toEqual({ ...good, minReplicas: 1, metrics: [cpu(50)] })
  const back = await apply('v1', { ...good, maxReplicas: 4 })
  expect(back.spec).toEqual({ ...good, maxReplicas: 4, minReplicas: 1, targetCPUUtilizationPercentage: 50 })
})

const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
const ofObject = (apiVersion: string) => ({
  type: 'Object',
  object: {
    describedObject: { kind: 'Queue', name: 'q', apiVersion },
    metric: { name: 'length' },
    target: { type: 'Value', value: '1' },
  },
})

test.each([
  ['1.33', 'a/b/c', 201],
  ['1.34', 'v1', 201],
  [
    '1.34',
    'a/b/c',
    'spec.metrics[0].object.describedObject.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
  ],
] as const)('%s: the apiVersion %s of what a metric describes: %s', async (kubernetesVersion, apiVersion, words) => {
  const spec = { ...good, metrics: [ofObject(apiVersion)] }
  expect(wordsOf(await openServer({ kubernetesVersion })('POST', AUTOSCALERS, { metadata: { name: 'a' }, spec }))).toBe(
    words,
  )
})

test('an autoscaler that is stored with such an apiVersion keeps it', () => {
  const metadata = { name: 'a' }
  const head = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata }
  const old: Autoscaler = { ...head, spec: { ...good, metrics: [ofObject('a/b/c')] } }
  const told = (before: Autoscaler) =>
    worded(wordingOf('1.34'), () => validateAutoscaler(old, featureGatesOf('1.34'), before)).length
  expect([told(old), told({ ...head, spec: good })]).toEqual([0, 1])
})

test('since v1.37 conditions have generations, which are not negative', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  await ask('POST', AUTOSCALERS, { metadata: { name: 'a' }, spec: good })
  const conditions = [{ type: 'AbleToScale', status: 'True', observedGeneration: -1 }]
  const status = { currentReplicas: 1, desiredReplicas: 1, conditions }
  expect(wordsOf(await ask('PATCH', `${AUTOSCALERS}/a/status`, { status }))).toBe(
    'status.conditions[0].observedGeneration: Invalid value: -1: must be greater than or equal to 0',
  )
})

test('since v1.37 metrics that autoscaling/v1 holds in an annotation count for the generation', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const path = (version: string) => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`
  const target = { type: 'AverageValue', averageValue: '100Mi' }
  const spec = {
    maxReplicas: 3,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    metrics: [{ type: 'Resource', resource: { name: 'memory', target } }],
  }
  await ask('POST', path('v2'), { metadata: { name: 'a' }, spec })
  const { body } = await ask('PATCH', `${path('v1')}/a`, { metadata: { annotations: null } })
  expect(body['metadata']).toMatchObject({ generation: 2 })
})

test('since v1.34 a slash alone makes no group of the target of an autoscaler', async () => {
  const ask = openServer({ kubernetesVersion: '1.34' })
  const spec = { maxReplicas: 1, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: '/v1' } }
  const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
  expect(wordsOf(await ask('POST', path, { metadata: { name: 'a' }, spec }))).toBe(
    'spec.scaleTargetRef.apiVersion: Invalid value: "/v1": apiVersion must specify API group',
  )
})
