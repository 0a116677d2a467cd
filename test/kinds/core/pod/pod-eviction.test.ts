import { expect, test } from 'vitest'
import type { KubernetesVersion } from '../../../../src/model/registry/kubernetes-version.js'
import { createCluster } from '../../../../src/cluster/cluster.js'

// The stored budget applies as it is; no controller updates it here.
const STATUS = { observedGeneration: 1, disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 }

async function open(
  { phase = 'Running', ready = 'True', spec = {}, status = {} } = {},
  kubernetesVersion: KubernetesVersion = '1.33',
) {
  const disableAdmissionPlugins = ['ServiceAccount'] as const
  const cluster = createCluster({ seed: 1, kubernetesVersion, controllers: 'none', disableAdmissionPlugins })
  const labels = { app: 'a' }
  await cluster.create('v1/Pod', { metadata: { name: 'p', labels }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  await cluster.patch(
    'v1/Pod',
    { name: 'p' },
    { status: { phase, conditions: [{ type: 'Ready', status: ready }] } },
    { subresource: 'status' },
  )
  await cluster.create('PodDisruptionBudget', {
    metadata: { name: 'b' },
    spec: { minAvailable: 1, selector: { matchLabels: labels }, ...spec },
  })
  await cluster.patch(
    'PodDisruptionBudget',
    { name: 'b' },
    { status: { ...STATUS, ...status } },
    { subresource: 'status' },
  )
  const evict = async (deleteOptions?: unknown, { query = '', apiVersion = 'policy/v1' } = {}) => {
    const body = JSON.stringify({ apiVersion, kind: 'Eviction', metadata: { name: 'p' }, deleteOptions })
    const reply = await cluster.fetch(`http://local/api/v1/namespaces/default/pods/p/eviction${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const status = (await reply.json()) as {
      code: number
      message?: string
      details?: { causes?: { message: string }[] }
    }
    expect(status.code).toBe(reply.status)
    return status
  }
  const left = async () => [
    (await cluster.list('v1/Pod')).items.length,
    (await cluster.get('PodDisruptionBudget', { name: 'b' })).status,
  ]
  return { cluster, evict, left }
}

test('an eviction uses up the budget, with the field manager of the server', async () => {
  const { cluster, evict, left } = await open()
  expect((await evict()).code).toBe(201)
  const lastTransitionTime = '2024-01-01T00:00:00Z'
  expect(await left()).toEqual([
    0,
    {
      ...STATUS,
      disruptionsAllowed: 0,
      disruptedPods: { p: lastTransitionTime },
      conditions: [
        {
          lastTransitionTime,
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'InsufficientPods',
          message: '',
          observedGeneration: 1,
        },
      ],
    },
  ])
  const { metadata } = await cluster.get('PodDisruptionBudget', { name: 'b' })
  expect(metadata.managedFields?.find(({ manager }) => manager === 'kube-apiserver')).toEqual({
    manager: 'kube-apiserver',
    operation: 'Update',
    apiVersion: 'policy/v1',
    subresource: 'status',
    time: lastTransitionTime,
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:status': {
        'f:conditions': {
          '.': {},
          'k:{"type":"DisruptionAllowed"}': {
            '.': {},
            'f:lastTransitionTime': {},
            'f:message': {},
            'f:observedGeneration': {},
            'f:reason': {},
            'f:status': {},
            'f:type': {},
          },
        },
        'f:disruptedPods': { '.': {}, 'f:p': {} },
        'f:disruptionsAllowed': {},
      },
    },
  })
})

test('a dry run does not use up the budget', async () => {
  const { evict, left } = await open()
  expect([(await evict({ dryRun: ['All'] })).code, await left()]).toEqual([201, [1, STATUS]])
})

test('an eviction whose deletion is refused has used up the budget, as on a real server', async () => {
  const { evict, left } = await open()
  expect([(await evict({ preconditions: { uid: 'other' } })).code, await left()]).toMatchObject([
    409,
    [1, { disruptionsAllowed: 0, disruptedPods: { p: '2024-01-01T00:00:00Z' } }],
  ])
})

test.each([
  ['a finished pod', { phase: 'Succeeded' }],
  ['a pending pod', { phase: 'Pending' }],
  ['a pod that is not ready, while enough others are healthy', { ready: 'False', status: { currentHealthy: 1 } }],
  [
    'a pod that is not ready, with unhealthyPodEvictionPolicy AlwaysAllow',
    { ready: 'False', status: { currentHealthy: 0 }, spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } },
  ],
])(
  '%s is evicted although the budget is used up',
  async (_, { status = {}, ...given }: { phase?: string; ready?: string; status?: object; spec?: object }) => {
    const { evict, left } = await open({ ...given, status: { disruptionsAllowed: 0, ...status } })
    expect([(await evict()).code, await left()]).toEqual([201, [0, { ...STATUS, disruptionsAllowed: 0, ...status }]])
  },
)

const NEEDS = 'The disruption budget b needs 1 healthy pods and has 0 currently'
test.each([
  ['a ready pod', { status: { disruptionsAllowed: 0, currentHealthy: 0 } }, NEEDS],
  [
    'a pod that is not ready, while too few others are healthy',
    { ready: 'False', status: { disruptionsAllowed: 0, currentHealthy: 0 } },
    NEEDS,
  ],
  ['a pod with phase Unknown', { phase: 'Unknown', status: { disruptionsAllowed: 0, currentHealthy: 0 } }, NEEDS],
  [
    'a pod whose budget is not synced yet',
    { status: { observedGeneration: 0 } },
    'The disruption budget b is still being processed by the server.',
  ],
])('%s is not evicted', async (_, given, message) => {
  const { evict } = await open(given)
  const reply = await evict()
  expect([reply.code, reply.message, reply.details?.causes]).toEqual([
    429,
    "Cannot evict pod as it would violate the pod's disruption budget.",
    [{ reason: 'DisruptionBudget', message }],
  ])
})

test('refuses evictions with several budgets, and with too many unconfirmed evictions', async () => {
  const { cluster, evict } = await open({
    status: {
      disruptedPods: Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`p${i}`, '2024-01-01T00:00:00Z'])),
    },
  })
  const full = await evict()
  expect([full.code, full.message]).toEqual([
    403,
    'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
  ])
  await cluster.create('PodDisruptionBudget', { metadata: { name: 'c' }, spec: { selector: {} } })
  for (const two of [await evict(), await evict({ dryRun: ['All'] })])
    expect([two.code, two.message]).toEqual([
      500,
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    ])
})

const condition = (reason: string, message: string) => [
  { type: 'DisruptionAllowed', status: 'False', reason, message, lastTransitionTime: '2024-01-01T00:00:00Z' },
]
const COUNTED = 'needs 1 healthy pods and has 3 currently'
const NOT = 'does not allow evicting pods currently'

test.each([
  ['1.34', condition('SyncFailed', 'no scale'), COUNTED],
  ['1.35', condition('SyncFailed', 'no scale'), `${NOT} because it failed sync: no scale`],
  ['1.35', condition('InsufficientPods', 'too few'), `${NOT} (InsufficientPods): too few`],
  ['1.35', condition('InsufficientPods', ''), NOT],
  ['1.35', [], NOT],
] as const)(
  '%s: a budget with the conditions %j tells why it allows no disruption',
  async (version, conditions, why) => {
    const { evict } = await open({ status: { disruptionsAllowed: 0, currentHealthy: 3, conditions } }, version)
    expect((await evict()).details?.causes).toEqual([
      { reason: 'DisruptionBudget', message: `The disruption budget b ${why}` },
    ])
  },
)

test('since v1.35 a budget without healthy pods to spare tells of these', async () => {
  const status = { disruptionsAllowed: 0, currentHealthy: 1, conditions: condition('InsufficientPods', 'too few') }
  const { evict } = await open({ status }, '1.35')
  expect((await evict()).details?.causes?.[0]?.message).toContain('needs 1 healthy pods and has 1 currently')
})

test.each([
  ['1.36', undefined],
  ['1.37', 'too many pending evictions not confirmed by PDB controller'],
] as const)('%s: a budget of too many disruptions has the cause %s', async (version, cause) => {
  const disruptedPods = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`p${i}`, '2024-01-01T00:00:00Z']))
  const { evict } = await open({ status: { disruptedPods } }, version)
  const { code, details } = await evict()
  const message = `The disruption budget b ${NOT}: ${cause}`
  expect([code, details?.causes]).toEqual([403, cause && [{ reason: 'DisruptionBudget', message }]])
})

test('the budget is asked before the options are validated', async () => {
  const unknown = { dryRun: ['x'] }
  expect((await (await open({ status: { disruptionsAllowed: 0 } })).evict(unknown)).code).toBe(429)
  const { evict, left } = await open()
  expect((await evict(unknown)).code).toBe(422)
  expect(await left()).toEqual([1, expect.objectContaining({ disruptionsAllowed: 1 })])
})

test('the options of the request and of the body agree on whether it is a dry run', async () => {
  const { evict } = await open()
  expect(await evict({ dryRun: ['x'] }, { query: '?dryRun=All' })).toMatchObject({
    code: 500,
    message: 'Non-matching dry-run options in request and content: [All] and [x]',
  })
  expect((await evict({ dryRun: ['All'] }, { query: '?dryRun=All' })).code).toBe(201)
})

test('an error of decoding names the version that the body states', async () => {
  const { evict } = await open()
  expect((await evict('x', { apiVersion: 'policy/v1beta1' })).message).toMatch(
    /^Eviction in version "v1beta1" cannot be handled as a Eviction: json: cannot unmarshal string/,
  )
  expect((await evict(undefined, { apiVersion: 'policy/v1beta1' })).code).toBe(201)
})
