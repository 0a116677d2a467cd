import { beforeAll, expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { job } from '../../../src/kinds/batch/job/job.js'
import { openServer, wordsOf } from '../asking.js'
import { causes, cells, loadRulesOf } from '../causes.js'
import { template } from '../templates.js'

beforeAll(() => loadRulesOf(job))

const pods = template({ restartPolicy: 'Never' }, { labels: null })
const labels = {
  'job-name': 'backup',
  'batch.kubernetes.io/job-name': 'backup',
  'controller-uid': 'u',
  'batch.kubernetes.io/controller-uid': 'u',
}
const metadata = { name: 'backup', namespace: 'default', uid: 'u' }
const faults = (spec: object) => causes(job, { metadata, spec: { template: pods, ...spec } })

test.each([
  [{ parallelism: -1 }, ['spec.parallelism: Invalid value: -1: must be greater than or equal to 0']],
  [
    { maxFailedIndexes: 1 },
    [
      'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
      'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
    ],
  ],
  [
    { managedBy: 'me' },
    ['spec.managedBy: Invalid value: "me": must be a domain-prefixed path (such as "acme.io/foo")'],
  ],
  [
    { managedBy: 'acme.io/a b' },
    [
      "spec.managedBy: Invalid value: \"a b\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
    ],
  ],
  [
    { completionMode: 'Odd' },
    ['spec.completionMode: Unsupported value: "Odd": supported values: "NonIndexed", "Indexed"'],
  ],
  [
    { completionMode: 'Indexed', parallelism: 2 },
    ['spec.completions: Required value: when completion mode is Indexed'],
  ],
  [
    { completionMode: 'Indexed', completions: 200_000, parallelism: 20_000, backoffLimitPerIndex: 1 },
    [
      'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
      'spec.parallelism: Invalid value: 20000: must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index',
    ],
  ],
  [
    { podReplacementPolicy: 'Odd' },
    ['spec.podReplacementPolicy: Unsupported value: "Odd": supported values: "Failed", "TerminatingOrFailed"'],
  ],
  [
    { template: template({}, { labels: null }) },
    ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
  ],
  [
    { podFailurePolicy: { rules: [] }, template: template({ restartPolicy: 'OnFailure' }, { labels: null }) },
    [
      'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported when podFailurePolicy is specified',
    ],
  ],
])('rejects a Job with the spec %j', (spec, expected) => {
  expect(faults(spec)).toEqual(expected)
})

test('rejects an indexed Job whose name makes no valid hostname with its last index', () => {
  const name = 'j'.repeat(60)
  const named = (completions: number) =>
    causes(job, { metadata: { ...metadata, name }, spec: { template: pods, completionMode: 'Indexed', completions } })
  expect(named(100)).toEqual([])
  expect(named(101)).toEqual([
    `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-100`,
  ])
})

const AT = 'spec.podFailurePolicy.rules[0]'

test.each([
  [
    {},
    [
      `${AT}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
      `${AT}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`,
    ],
  ],
  [
    { action: 'FailIndex', onPodConditions: [{ type: 'a b', status: 'Maybe' }] },
    [
      `${AT}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`,
      expect.stringContaining(`${AT}.onPodConditions[0].type: Invalid value: "a b"`),
      `${AT}.onPodConditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"`,
    ],
  ],
  [
    { action: 'FailJob', onExitCodes: { operator: 'In', containerName: 'other', values: [2, 0, 2] } },
    [
      `${AT}.onExitCodes.containerName: Invalid value: "other": must be one of the container or initContainer names in the pod template`,
      `${AT}.onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator`,
      `${AT}.onExitCodes.values[2]: Duplicate value: 2`,
      `${AT}.onExitCodes.values: Invalid value: []int32{2, 0, 2}: must be ordered`,
    ],
  ],
])('rejects the pod failure policy rule %j', (rule, expected) => {
  expect(faults({ podFailurePolicy: { rules: [rule] } })).toEqual(expected)
})

test.each([
  [[], ['.rules: Required value: at least one rules must be specified when the successPolicy is specified']],
  [[{}], ['.rules[0]: Required value: at least one of succeededCount or succeededIndexes must be specified']],
  [
    [{ succeededIndexes: '1,3-2' }],
    [
      '.rules[0].succeededIndexes: Invalid value: "1,3-2": error parsing succeededIndexes: non-increasing order, previous: 3, current: 2',
    ],
  ],
  [
    [{ succeededIndexes: '9' }],
    ['.rules[0].succeededIndexes: Invalid value: "9": error parsing succeededIndexes: too large index: "9"'],
  ],
  [
    [{ succeededIndexes: '0-1', succeededCount: 3 }],
    [
      '.rules[0].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
    ],
  ],
])('rejects the success policy rules %j', (rules, expected) => {
  const spec = { completionMode: 'Indexed', completions: 5, successPolicy: { rules } }
  expect(faults(spec)).toEqual(expected.map((text) => `spec.successPolicy${text}`))
})

test('rejects labels of another Job, and a selector that does not match the template', () => {
  const told = faults({ template: template({ restartPolicy: 'Never' }, { labels: { 'job-name': 'other' } }) })
  expect(told[0]).toMatch(/^spec\.template\.metadata\.labels\[job-name\]: Invalid value: map.*: must be 'backup'$/)
  expect(faults({ manualSelector: true, selector: { matchLabels: { app: 'other' } } })).toEqual([
    'spec.template.metadata.labels: Invalid value: map[string]string(nil): `selector` does not match template `labels`',
  ])
})

const stored = (more: object = {}, status: object = {}) => ({
  metadata,
  spec: {
    selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
    template: template({ restartPolicy: 'Never' }, { labels }),
    ...more,
  },
  status,
})

test('only some fields of the spec may change', () => {
  expect(causes(job, stored({ parallelism: 3, suspend: true, completions: 1 }), { old: stored() })).toEqual([])
  expect(causes(job, stored({ completions: 2 }), { old: stored() })).toEqual([
    'spec.completions: Invalid value: 2: field is immutable',
  ])
  const indexed = { completionMode: 'Indexed', completions: 2, parallelism: 2 }
  expect(causes(job, stored({ ...indexed, completions: 3 }), { old: stored(indexed) })).toEqual([
    'spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism',
  ])
  expect(causes(job, stored({ ...indexed, completions: 3, parallelism: 3 }), { old: stored(indexed) })).toEqual([])
})

test('the scheduling directives of the template may change while the Job is suspended', () => {
  const moved = { template: template({ restartPolicy: 'Never', nodeSelector: { zone: 'a' } }, { labels }) }
  expect(causes(job, stored(moved), { old: stored() })[0]).toMatch(/^spec\.template: .*field is immutable$/)
  const waits = { suspend: true }
  expect(causes(job, stored({ ...moved, ...waits }), { old: stored(waits) })).toEqual([])
})

test.each([
  [{ active: -1 }, {}, ['status.active: Invalid value: -1: must be greater than or equal to 0']],
  [{ ready: 2, active: 1 }, {}, ['status.ready: Invalid value: 2: cannot set more ready pods than active']],
  [
    { conditions: [{ type: 'Complete', status: 'True' }] },
    {},
    [
      'status.completionTime: Required value: completionTime is required for Complete jobs',
      'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      'status.startTime: Required value: startTime is required for finished job',
    ],
  ],
  [
    { completionTime: '2024-05-01T10:00:00Z', startTime: '2024-05-01T11:00:00Z' },
    {},
    [
      'status.completionTime: Invalid value: 2024-05-01 10:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition',
      'status.completionTime: Invalid value: 2024-05-01 10:00:00 +0000 UTC: completionTime cannot be set before startTime',
    ],
  ],
  [{ failed: 1 }, { failed: 2 }, ['status.failed: Invalid value: 1: cannot decrease the failed counter']],
  [
    {},
    { conditions: [{ type: 'Failed', status: 'True' }] },
    ['status.conditions: Invalid value: cannot disable the terminal Failed=True condition'],
  ],
  [
    { completedIndexes: '0' },
    {},
    [
      'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
    ],
  ],
  [
    {},
    { startTime: '2024-05-01T11:00:00Z' },
    ['status.startTime: Required value: startTime cannot be removed for unsuspended job'],
  ],
  [
    { uncountedTerminatedPods: { succeeded: ['a', ''], failed: ['a'] } },
    {},
    [
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
    ],
  ],
])('rejects the status %j after %j', (status, before, expected) => {
  const found = causes(job, stored({}, status), { old: stored({}, before), subresource: 'status' })
  expect(found.filter((text) => !text.startsWith('status.completedIndexes: Invalid value: "0": error'))).toEqual(
    expected,
  )
})

test('rejects indexes that have both completed and failed', () => {
  const spec = { completionMode: 'Indexed', completions: 9, backoffLimitPerIndex: 1 }
  const found = causes(job, stored(spec, { completedIndexes: '0-4', failedIndexes: '3,5' }), {
    old: stored(spec),
    subresource: 'status',
  })
  expect(found).toEqual([
    'status.failedIndexes: Invalid value: "3,5": failedIndexes and completedIndexes overlap at index: 3',
  ])
})

test('a Job gets labels and a selector by its uid; deletion orphans its pods by default, with a warning', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const made = await cluster.create('Job', { metadata: { name: 'backup' }, spec: { template: pods } })
  const { uid } = made.metadata
  expect(made.metadata.labels).toEqual({
    ...labels,
    'controller-uid': uid,
    'batch.kubernetes.io/controller-uid': uid,
  })
  expect(made.spec).toMatchObject({
    completions: 1,
    parallelism: 1,
    backoffLimit: 6,
    selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
    template: { metadata: { labels: { ...labels, 'controller-uid': uid, 'batch.kubernetes.io/controller-uid': uid } } },
  })
  const path = '/apis/batch/v1/namespaces/default/jobs'
  const refused = await cluster.fetch(`${path}?fieldSelector=spec.x%3D1`)
  expect(((await refused.json()) as { readonly message: string }).message).toBe(
    'field label "spec.x" not supported for Job',
  )
  const reply = await cluster.fetch(`${path}/backup`, { method: 'DELETE' })
  expect(reply.headers.get('warning')).toContain('child pods are preserved by default when jobs are deleted')
  expect((await cluster.get('Job', { name: 'backup' })).metadata.finalizers).toEqual(['orphan'])
  const quiet = await cluster.fetch(`${path}/backup?propagationPolicy=Background`, { method: 'DELETE' })
  expect(quiet.headers.get('warning')).toBeNull()
})

test.each([
  [{ completions: null, parallelism: 3 }, {}, ['Running', '0/1 of 3', '']],
  [{ completions: 2 }, { succeeded: 1, startTime: '2024-06-01T11:59:00Z' }, ['Running', '1/2', '60s']],
  [
    {},
    {
      conditions: [{ type: 'Complete', status: 'True' }],
      succeeded: 1,
      startTime: '2024-05-01T10:00:00Z',
      completionTime: '2024-05-01T10:00:05Z',
    },
    ['Complete', '1/1', '5s'],
  ],
  [{}, { conditions: [{ type: 'Suspended', status: 'True' }] }, ['Suspended', '0/1', '']],
  [{}, { conditions: ['False', 'True'].map((status) => ({ type: 'Failed', status })) }, ['Running', '0/1', '']],
])('prints its table row with spec %j and status %j', (spec, status, expected) => {
  expect(cells(job, { metadata, spec: { template: pods, ...spec }, status }).slice(1, 4)).toEqual(expected)
})

test.each([
  ['1.33', 'uncountedTerminatedPods needs to be empty for finished job'],
  ['1.34', 'must be empty for finished job'],
] as const)('%s: pods of a finished job that are not counted: %s', async (kubernetesVersion, words) => {
  const ask = openServer({ kubernetesVersion })
  const jobs = '/apis/batch/v1/namespaces/default/jobs'
  await ask('POST', jobs, { metadata: { name: 'a' }, spec: { template: pods } })
  const condition = { status: 'True', reason: 'x', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' }
  const conditions = ['FailureTarget', 'Failed'].map((type) => ({ type, ...condition }))
  const status = { startTime: '2024-01-01T00:00:00Z', conditions, uncountedTerminatedPods: { failed: ['a'] } }
  expect(wordsOf(await ask('PATCH', `${jobs}/a/status`, { status }))).toMatch(
    new RegExp(`status.uncountedTerminatedPods: Invalid value: .*: ${words}$`),
  )
})

test('of a long name only the labels of the template are told', async () => {
  const name = 'x'.repeat(64)
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } }
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const refusal = await cluster.create('Job', { metadata: { name }, spec }).catch(String)
  expect(refusal).toContain('spec.template.labels: Invalid value')
  expect(refusal).not.toContain('metadata.labels')
})

test('how a Job and those of a CronJob are scheduled as a group is left out', async () => {
  const ask = openServer({ kubernetesVersion: '1.37' })
  const container = { name: 'c', image: 'i' }
  const spec = { scheduling: {}, template: { spec: { restartPolicy: 'Never', containers: [container] } } }
  const { body } = await ask('POST', '/apis/batch/v1/namespaces/default/jobs', { metadata: { name: 'a' }, spec })
  expect(body['spec']).not.toHaveProperty('scheduling')
  const cronJob = { metadata: { name: 'a' }, spec: { schedule: '* * * * *', jobTemplate: { spec } } }
  const made = await ask('POST', '/apis/batch/v1/namespaces/default/cronjobs', cronJob)
  expect(made).toMatchObject({
    code: 201,
    body: { spec: { jobTemplate: { spec: expect.not.objectContaining({ scheduling: {} }) } } },
  })
})

test('tables tell of met success criteria since v1.34', async () => {
  const shown = (['1.33', '1.34'] as const).map(async (kubernetesVersion) => {
    const ask = openServer({ kubernetesVersion })
    const jobs = '/apis/batch/v1/namespaces/default/jobs'
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } }
    await ask('POST', jobs, { metadata: { name: 'a' }, spec: { template } })
    const time = '2024-01-01T00:00:00Z'
    const conditions = [{ type: 'SuccessCriteriaMet', status: 'True', lastProbeTime: time, lastTransitionTime: time }]
    const done = await ask('PATCH', `${jobs}/a/status`, { status: { conditions, startTime: time } })
    const { body } = await ask('GET', jobs, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })
    const rows = body['rows'] as readonly { readonly cells: readonly unknown[] }[] // a table has rows
    return [done.code, rows[0]?.cells[1]]
  })
  expect(await Promise.all(shown)).toEqual([
    [200, 'Running'],
    [200, 'SuccessCriteriaMet'],
  ])
})
