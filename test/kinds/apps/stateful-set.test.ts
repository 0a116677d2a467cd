import { beforeAll, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { statefulSet } from '../../../src/kinds/apps/stateful-set/stateful-set.js'
import { openServer, wordsOf } from '../asking.js'
import { causes, cells, loadRulesOf } from '../causes.js'
import { selector, template } from '../templates.js'

beforeAll(() => loadRulesOf(statefulSet))

const good = { serviceName: 'db', selector, template: template() }

test.each([
  [
    { ...good, podManagementPolicy: 'Odd' },
    ["spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'"],
  ],
  [
    { ...good, updateStrategy: { type: 'Odd' } },
    [
      "spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:\"Odd\", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be 'RollingUpdate' or 'OnDelete'",
    ],
  ],
  [
    { ...good, updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
    [
      "spec.updateStrategy.rollingUpdate: Invalid value: apps.RollingUpdateStatefulSetStrategy{Partition:1, MaxUnavailable:(*intstr.IntOrString)(nil)}: only allowed for updateStrategy 'RollingUpdate'",
    ],
  ],
  [
    { ...good, updateStrategy: { rollingUpdate: { partition: -1 } } },
    ['spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0'],
  ],
  [
    { ...good, persistentVolumeClaimRetentionPolicy: { whenScaled: 'Keep' } },
    [
      'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "Keep": supported values: "Retain", "Delete"',
    ],
  ],
  [
    { ...good, ordinals: { start: -1 } },
    ['spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0'],
  ],
  [
    { ...good, selector: { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['x'] }] } },
    [
      "spec.selector.matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"app", Operator:"Exists", Values:[]string{"x"}}}}',
    ],
  ],
  [
    { ...good, template: template({ restartPolicy: 'OnFailure' }) },
    ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
  ],
  // The pod spec is validated only when pods are created.
  [{ ...good, template: template({ containers: [{ name: 'A b' }] }) }, []],
])('validates a StatefulSet with the spec %j', (spec, expected) => {
  expect(causes(statefulSet, { spec })).toEqual(expected)
})

test('serviceName must be a DNS label, unless it is unchanged', () => {
  const spec = { ...good, serviceName: 'Not a label' }
  expect(causes(statefulSet, { spec })[0]).toContain('spec.serviceName: Invalid value: "Not a label"')
  expect(causes(statefulSet, { spec }, { old: { spec } })).toEqual([])
})

test('only some fields of the spec may change', () => {
  const old = { spec: good }
  expect(
    causes(statefulSet, { spec: { ...good, replicas: 3, minReadySeconds: 1, ordinals: { start: 1 } } }, { old }),
  ).toEqual([])
  expect(causes(statefulSet, { spec: { ...good, serviceName: 'other' } }, { old })).toEqual([
    "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  ])
})

test.each([
  [
    { replicas: 1, currentReplicas: 2 },
    ['status.currentReplicas: Invalid value: 2: cannot be greater than status.replicas'],
  ],
  [
    { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
    ['status.availableReplicas: Invalid value: 2: cannot be greater than status.readyReplicas'],
  ],
])('rejects the status %j', (status, expected) => {
  expect(causes(statefulSet, { spec: good, status }, { old: { spec: good }, subresource: 'status' })).toEqual(expected)
})

const fetchJson = async (body: object) => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const reply = await cluster.fetch('/apis/apps/v1/namespaces/default/statefulsets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    warning: reply.headers.get('warning'),
    body: (await reply.json()) as { readonly spec: { readonly [member: string]: unknown } },
  }
}

test('fills in claim templates, warns of odd values, and drops maxUnavailable while its feature gate is off', async () => {
  const claim = { metadata: { name: 'data' }, spec: { resources: { requests: { storage: '1500m' } } } }
  const { warning, body } = await fetchJson({
    metadata: { name: 'db' },
    spec: {
      ...good,
      revisionHistoryLimit: -1,
      volumeClaimTemplates: [claim],
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } },
    },
  })
  expect(body.spec['volumeClaimTemplates']).toEqual([
    {
      kind: 'PersistentVolumeClaim',
      apiVersion: 'v1',
      metadata: { name: 'data', creationTimestamp: null },
      spec: { resources: { requests: { storage: '1500m' } }, volumeMode: 'Filesystem' },
      status: { phase: 'Pending' },
    },
  ])
  expect(body.spec['updateStrategy']).toEqual({ type: 'RollingUpdate', rollingUpdate: { partition: 0 } })
  expect(warning).toContain('spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value')
  expect(warning).toContain('spec.revisionHistoryLimit: a negative value retains all historical revisions')
})

test.each([
  ['1.33', true, undefined, { partition: 0, maxUnavailable: 1 }],
  ['1.36', true, 2, { partition: 0, maxUnavailable: 2 }],
  ['1.37', undefined, undefined, { partition: 0, maxUnavailable: 1 }],
  ['1.37', false, undefined, { partition: 0 }],
  ['1.37', false, 2, { partition: 0 }],
] as const)('%s, gate %s: maxUnavailable %s', async (kubernetesVersion, gate, maxUnavailable, rollingUpdate) => {
  const featureGates = gate === undefined ? {} : { MaxUnavailableStatefulSet: gate }
  const cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion, featureGates })
  const given = maxUnavailable === undefined ? {} : { maxUnavailable }
  const spec = { ...good, updateStrategy: { type: 'RollingUpdate', rollingUpdate: given } }
  const made = await cluster.create('StatefulSet', { metadata: { name: 'db', namespace: 'default' }, spec })
  expect(made).toHaveProperty('spec.updateStrategy', { type: 'RollingUpdate', rollingUpdate })
})

test.each([
  [undefined, { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }],
  [{ type: 'RollingUpdate' }, { type: 'RollingUpdate' }],
  [{ type: 'OnDelete' }, { type: 'OnDelete' }],
])('defaults the update strategy %j to %j', async (updateStrategy, expected) => {
  const { body } = await fetchJson({ metadata: { name: 'db' }, spec: { ...good, updateStrategy } })
  expect(body.spec['updateStrategy']).toEqual(expected)
})

test('prints its table row', () => {
  expect(
    cells(statefulSet, { metadata: { name: 'db' }, spec: { ...good, replicas: 3 }, status: { readyReplicas: 1 } }),
  ).toEqual(['db', '1/3', '<unknown>', 'web', 'example.io/web:1'])
})

test('since v1.37 an emptied list of claims is shown as such', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const sets = '/apis/apps/v1/namespaces/default/statefulsets'
  const volumeClaimTemplates = [{ metadata: { name: 'd' }, ...claim }]
  await ask('POST', sets, { metadata: { name: 'a' }, spec: { ...good, volumeClaimTemplates } })
  expect(wordsOf(await ask('PATCH', `${sets}/a`, { spec: { volumeClaimTemplates: [] } }))).toBe(
    'spec.volumeClaimTemplates: Invalid value: []: field is immutable',
  )
})

test.each([
  ['1.33', ['spec.template.labels']],
  ['1.34', ['spec.template.labels', 'spec.template.labels']],
] as const)('v%s tells of a label of the template at %j', async (kubernetesVersion, fields) => {
  const ask = openServer({ kubernetesVersion })
  const labelled = { ...good.template, metadata: { labels: { ...selector.matchLabels, tier: '*' } } }
  const answer = await ask('POST', '/apis/apps/v1/namespaces/default/statefulsets', {
    metadata: { name: 'a' },
    spec: { ...good, template: labelled },
  })
  const { causes: told } = answer.body['details'] as { causes: readonly { readonly field: string }[] } // of a Status
  expect(told.map(({ field }) => field)).toEqual(fields)
})
