import { describe, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { replicaSet } from '../../../src/kinds/apps/replica-set.js'
import { causes, cells } from '../causes.js'
import { selector, template } from '../templates.js'

const good = { selector, template: template() }

test.each([
  [{ ...good, replicas: -1 }, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
  [{ ...good, minReadySeconds: -1 }, ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0']],
  [
    { template: template() },
    [
      'spec.selector: Required value',
      'spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
    ],
  ],
  [
    { selector: {}, template: template() },
    [
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for deployment',
    ],
  ],
  [
    { selector, template: template({ restartPolicy: 'Never', activeDeadlineSeconds: 5 }) },
    [
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported',
    ],
  ],
  [
    {
      selector,
      template: template({
        ephemeralContainers: [{ name: 'debug', image: 'i', terminationMessagePolicy: 'File' }],
      }),
    },
    ['spec.template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template'],
  ],
])('rejects a ReplicaSet with the spec %j', (spec, expected) => {
  expect(causes(replicaSet, { spec })).toEqual(expected)
})

test('an update reports spec errors twice, and cannot change the selector', () => {
  const spec = { ...good, replicas: -1 }
  const told = 'spec.replicas: Invalid value: -1: must be greater than or equal to 0'
  expect(causes(replicaSet, { spec }, { old: { spec: good } })).toEqual([told, told])
  const other = { matchExpressions: [{ key: 'app', operator: 'Exists' }] }
  expect(causes(replicaSet, { spec: { ...good, selector: other } }, { old: { spec: good } })).toEqual([
    'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"Exists", Values:[]string(nil)}}}: field is immutable',
  ])
})

test.each([
  [
    { replicas: -1 },
    [
      'status.replicas: Invalid value: -1: must be greater than or equal to 0',
      'status.fullyLabeledReplicas: Invalid value: 0: cannot be greater than status.replicas',
      'status.readyReplicas: Invalid value: 0: cannot be greater than status.replicas',
      'status.availableReplicas: Invalid value: 0: cannot be greater than status.replicas',
    ],
  ],
  [
    { replicas: 1, readyReplicas: 2 },
    ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
  ],
  [
    { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
    ['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
  ],
])('rejects the status %j', (status, expected) => {
  expect(causes(replicaSet, { spec: good, status }, { old: { spec: good }, subresource: 'status' })).toEqual(expected)
})

describe('a ReplicaSet on a server', () => {
  const make = async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    await cluster.create('ReplicaSet', { metadata: { name: 'web' }, spec: good })
    return cluster
  }

  test('drops terminatingReplicas while its feature gate is off', async () => {
    const cluster = await make()
    const status = { replicas: 1, terminatingReplicas: 1 }
    const told = await cluster.patch('ReplicaSet', { name: 'web' }, { status }, { subresource: 'status' })
    expect(told.status).toEqual({ replicas: 1 })
  })

  test('has a Scale whose selector is sorted by label', async () => {
    const cluster = createCluster({ seed: 1, controllers: 'none' })
    const wide = {
      matchLabels: { tier: 'x' },
      matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'api'] }],
    }
    const spec = { selector: wide, template: template({}, { labels: { app: 'web', tier: 'x' } }) }
    await cluster.create('ReplicaSet', { metadata: { name: 'web' }, spec })
    const reply = await cluster.fetch('/apis/apps/v1/namespaces/default/replicasets/web/scale')
    expect(await reply.json()).toMatchObject({
      spec: { replicas: 1 },
      status: { replicas: 0, selector: 'app in (api,web),tier=x' },
    })
  })
})

test('prints its table row', () => {
  const status = { replicas: 3, readyReplicas: 2 }
  expect(cells(replicaSet, { metadata: { name: 'web' }, spec: { ...good, replicas: 4 }, status })).toEqual([
    'web',
    4,
    3,
    2,
    '<unknown>',
    'web',
    'example.io/web:1',
    'app=web',
  ])
})
