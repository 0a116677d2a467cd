import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { openServer, refusal, wordsOf } from '../asking.js'

type Causes = { readonly causes?: readonly { readonly field: string; readonly message: string }[] }

async function create(plural: string, spec: object) {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const init = {
    method: 'POST',
    body: JSON.stringify({ metadata: { name: 'a' }, spec }),
    headers: { 'content-type': 'application/json' },
  }
  const reply = await cluster.fetch(`/api/v1/namespaces/default/${plural}`, init)
  return (await reply.json()) as { readonly details?: Causes; readonly spec?: unknown }
}

const faults = async (plural: string, spec: object) =>
  (await create(plural, spec)).details?.causes?.map(({ field, message }) => `${field}: ${message}`) ?? []

const quantity = (value: number, scale: number, text: string) =>
  `resource.Quantity{i:resource.int64Amount{value:${value}, scale:${scale}}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"${text}", Format:"DecimalSI"}`

test.each([
  [{ pods: '-1' }, ['spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0']],
  [{ 'count/deployments.apps': '1', 'requests.nvidia.com/gpu': '1', 'hugepages-2Mi': '2Mi' }, []],
  [
    { foo: '1' },
    [
      'spec.hard[foo]: Invalid value: foo: must be a standard resource type or fully qualified',
      'spec.hard[foo]: Invalid value: foo: must be a standard resource for quota',
    ],
  ],
  [{ storage: '1' }, ['spec.hard[storage]: Invalid value: storage: must be a standard resource for quota']],
  [{ services: '1500m' }, [`spec.hard[services]: Invalid value: ${quantity(1500, -3, '1500m')}: must be an integer`]],
])('validates a quota with hard %j', async (hard, expected) => {
  expect(await faults('resourcequotas', { hard })).toEqual(expected)
})

test.each([
  [{ scopes: ['X'] }, ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"X"}: unsupported scope']],
  [
    { scopes: ['BestEffort', 'NotBestEffort'] },
    ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort"}: conflicting scopes'],
  ],
  [
    { hard: { cpu: '1' }, scopes: ['BestEffort'] },
    ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: unsupported scope applied to resource'],
  ],
  [
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } },
    [
      "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
    ],
  ],
  [{ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }] } }, []],
])('validates a quota with the spec %j', async (spec, expected) => {
  expect(await faults('resourcequotas', spec)).toEqual(expected)
})

const PODLESS = "may not be specified when `type` is 'Pod'"

test.each([
  [{ type: 'X' }, ['type: Invalid value: "X": must be a standard limit type or fully qualified']],
  [{ type: 'a/b', max: { storage: '1' } }, []],
  [{ type: 'Pod', default: { cpu: '1' } }, [`default: Forbidden: ${PODLESS}`]],
  [
    { type: 'PersistentVolumeClaim' },
    ['limits: Required value: either minimum or maximum storage value is required, but neither was provided'],
  ],
  [{ type: 'Pod', max: { pods: '1' } }, ['max[pods]: Invalid value: pods: must be a standard resource for containers']],
  [
    { type: 'Pod', min: { cpu: '2' }, max: { cpu: '1' } },
    [`min[cpu]: Invalid value: ${quantity(2, 0, '2')}: min value 2 is greater than max value 1`],
  ],
  [
    { type: 'Pod', min: { cpu: '100m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '20' } },
    [
      `maxLimitRequestRatio[cpu]: Invalid value: ${quantity(20, 0, '20')}: ratio 20 is greater than max/min = 10.000000`,
    ],
  ],
  [
    { type: 'Container', max: { cpu: '1' }, default: { cpu: '2' } },
    [
      `defaultRequest[cpu]: Invalid value: ${quantity(2, 0, '2')}: default request value 2 is greater than max value 1`,
      `default[cpu]: Invalid value: ${quantity(1, 0, '1')}: default value 2 is greater than max value 1`,
    ],
  ],
])('validates the limit %j', async (limit, expected) => {
  expect(await faults('limitranges', { limits: [limit] })).toEqual(expected.map((fault) => `spec.limits[0].${fault}`))
})

test('rejects a duplicate type of limit', async () => {
  expect(await faults('limitranges', { limits: [{ type: 'Pod' }, { type: 'Pod' }] })).toEqual([
    'spec.limits[1].type: Duplicate value: "Pod"',
  ])
})

test('defaultRequest defaults to default, else to min', async () => {
  const { spec } = await create('limitranges', {
    limits: [{ type: 'Container', min: { cpu: '100m', memory: '1Mi' }, default: { cpu: '1' } }],
  })
  expect(JSON.stringify(spec)).toBe(
    '{"limits":[{"type":"Container","min":{"cpu":"100m","memory":"1Mi"},"default":{"cpu":"1"},"defaultRequest":{"cpu":"1","memory":"1Mi"}}]}',
  )
})

test.each([
  ['1E', 201],
  ['12345678901234567890', expect.stringContaining('must be an integer')],
])('validates a quota of %s pods', async (pods, wanted) => {
  expect(await refusal('/api/v1/namespaces/default/resourcequotas', { spec: { hard: { pods } } })).toEqual(wanted)
})

test.each([
  ['1.34', null],
  [
    '1.35',
    '299 - "ResourceQuota cpu (3) should be less than limits.cpu (2)", 299 - "ResourceQuota requests.memory (2Gi) should be less than limits.memory (1Gi)"',
  ],
] as const)('%s: warnings of limits below the requests: %s', async (kubernetesVersion, told) => {
  const hard = {
    cpu: '3',
    'limits.cpu': '2',
    'requests.memory': '2Gi',
    memory: '1',
    'limits.memory': '1Gi',
    'limits.ephemeral-storage': '1',
  }
  const { warning } = await openServer({ kubernetesVersion })('POST', '/api/v1/namespaces/default/resourcequotas', {
    metadata: { name: 'a' },
    spec: { hard },
  })
  expect(warning).toBe(told)
})

test('values that are given empty are shown so', async () => {
  const requirement = { scopeName: 'Terminating', operator: 'Exists', values: [] }
  const spec = { hard: { configmaps: '1' }, scopeSelector: { matchExpressions: [requirement] } }
  const ask = openServer({ kubernetesVersion: '1.37' })
  const reply = await ask('POST', '/api/v1/namespaces/default/resourcequotas', { metadata: { name: 'a' }, spec })
  expect(wordsOf(reply)).toContain('{"ScopeName":"Terminating","Operator":"Exists","Values":[]}')
})
