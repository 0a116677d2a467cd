import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { changeRefusal, openServer, refusal, wordsOf } from './asking.js'

const JOBS = '/apis/batch/v1/namespaces/default/jobs'
const VOLUMES = '/api/v1/persistentvolumes'
const REVISIONS = '/apis/apps/v1/namespaces/default/controllerrevisions'
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
const CAPACITIES = '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities'

const container = { name: 'c', image: 'i', resources: { requests: { cpu: '100m' } }, env: [{ name: 'A' }] }
const template = { spec: { restartPolicy: 'Never', hostNetwork: true, containers: [container] } }

test('prints the template of a Job as an internal struct', async () => {
  const next = { spec: { template: { spec: { dnsPolicy: 'None', dnsConfig: { nameservers: ['1.1.1.1'] } } } } }
  const told = String(await changeRefusal(JOBS, { spec: { template } }, next))
  expect(told).toMatch(
    /^spec\.template: Invalid value: core\.PodTemplateSpec\{ObjectMeta:v1\.ObjectMeta\{Name:"", GenerateName:"", Namespace:"", SelfLink:"", UID:"", ResourceVersion:"", Generation:0, CreationTimestamp:time\.Date\(1, time\.January, 1, 0, 0, 0, 0, time\.UTC\), DeletionTimestamp:<nil>, DeletionGracePeriodSeconds:\(\*int64\)\(nil\), Labels:map\[string\]string\{"batch\.kubernetes\.io\/controller-uid":/,
  )
  expect(told).toContain(
    'Requests:core.ResourceList{"cpu":resource.Quantity{i:resource.int64Amount{value:100, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"100m", Format:"DecimalSI"}}, Claims:[]core.ResourceClaim(nil)}',
  )
  expect(told).toContain('Env:[]core.EnvVar{core.EnvVar{Name:"A", Value:"", ValueFrom:(*core.EnvVarSource)(nil)}}')
  expect(told).toContain('DNSConfig:(*core.PodDNSConfig)(0xc000000000)')
  expect(told).toMatch(/Resources:\(\*core\.ResourceRequirements\)\(nil\)\}\}: field is immutable$/)
})

test('prints a pod failure policy as a struct, with its pointers dereferenced', async () => {
  const rule = { action: 'Ignore', onExitCodes: { operator: 'In', values: [1] } }
  const told = await changeRefusal(
    JOBS,
    { spec: { template, podFailurePolicy: { rules: [rule] } } },
    { spec: { podFailurePolicy: { rules: [{ action: 'Count', onPodConditions: [{ type: 'a' }] }] } } },
  )
  expect(told).toBe(
    'spec.podFailurePolicy: Invalid value: batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{batch.PodFailurePolicyRule{Action:"Count", OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{batch.PodFailurePolicyOnPodConditionsPattern{Type:"a", Status:"True"}}}}}: field is immutable',
  )
})

test('prints the node affinity of a volume as a struct', async () => {
  const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }] }
  const spec = { capacity: { storage: '1' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  const next = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'b', operator: 'Exists' }] }] }
  expect(
    await changeRefusal(
      VOLUMES,
      { spec: { ...spec, nodeAffinity: { required } } },
      { spec: { nodeAffinity: { required: next } } },
    ),
  ).toBe(
    'nodeAffinity: Invalid value: core.VolumeNodeAffinity{Required:(*core.NodeSelector)(0xc000000000)}: field is immutable, except for updating from beta label to GA',
  )
})

test('prints the data of a ControllerRevision as bytes', async () => {
  expect(await changeRefusal(REVISIONS, { revision: 1, data: { a: 1 } }, { data: { a: 2 } })).toBe(
    'data: Invalid value: runtime.RawExtension{Raw:[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x32, 0x7d}, Object:runtime.Object(nil)}: field is immutable',
  )
})

test('prints the bytes of a certificate request, empty or nil', async () => {
  const spec = { signerName: 'a.b/c', usages: ['client auth'] }
  const why = 'PEM block type must be CERTIFICATE REQUEST'
  expect(await refusal(REQUESTS, { spec: { ...spec, request: 'YQU=' } })).toBe(
    `spec.request: Invalid value: []byte{0x61, 0x05}: ${why}`,
  )
  expect(await refusal(REQUESTS, { spec: { ...spec, request: '' } })).toBe(
    `spec.request: Invalid value: []byte{}: ${why}`,
  )
  expect(await refusal(REQUESTS, { spec })).toBe(`spec.request: Invalid value: []byte(nil): ${why}`)
})

test('prints nonResourceAttributes of an access review as a struct', async () => {
  const spec = { user: 'u', resourceAttributes: { verb: 'get' }, nonResourceAttributes: { path: '/x', verb: 'get' } }
  expect(wordsOf(await openServer()('POST', REVIEWS, { spec }))).toBe(
    'spec.nonResourceAttributes: Invalid value: authorization.NonResourceAttributes{Path:"/x", Verb:"get"}: cannot be specified in combination with resourceAttributes',
  )
})

test('prints the topology of a CSIStorageCapacity as a selector', async () => {
  const change = { nodeTopology: { matchLabels: { zone: 'a' } } }
  expect(await changeRefusal(CAPACITIES, { storageClassName: 's' }, change)).toBe(
    'nodeTopology: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"zone":"a"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable',
  )
})

test('prints a taint without timeAdded as nil', async () => {
  const taint = { key: 'a', effect: 'NoSchedule' }
  expect(await refusal('/api/v1/nodes', { spec: { taints: [taint, taint] } })).toBe(
    'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"", Effect:"NoSchedule", TimeAdded:<nil>}: taints must be unique by key and effect pair',
  )
})

test('prints the node selector terms of a gated pod as structs, and removed ones as nil', async () => {
  const [pods, containers] = ['/api/v1/namespaces/default/pods', [{ name: 'c', image: 'i' }]] as const
  const nodeAffinity = (terms: readonly object[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms },
  })
  const term = { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }
  const gated = { containers, schedulingGates: [{ name: 'g' }], affinity: { nodeAffinity: nodeAffinity([term]) } }
  const change = (affinity: object | null) => changeRefusal(pods, { spec: gated }, { spec: { affinity } })
  const [none, two] = [await change(null), await change({ nodeAffinity: nodeAffinity([term, {}]) })]
  expect(none).toContain('nodeSelectorTerms: Invalid value: []core.NodeSelectorTerm(nil): no additions')
  const requirement = 'core.NodeSelectorRequirement{Key:"a", Operator:"In", Values:[]string{"b"}}'
  const nil = '[]core.NodeSelectorRequirement(nil)'
  expect(two).toContain(
    `[]core.NodeSelectorTerm{core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{${requirement}}, MatchFields:${nil}}, core.NodeSelectorTerm{MatchExpressions:${nil}, MatchFields:${nil}}}`,
  )
})

test('prints the success policy of a Job that is not Indexed as a struct', async () => {
  const successPolicy = { rules: [{ succeededCount: 1 }] }
  expect(await refusal(JOBS, { spec: { template, successPolicy } })).toBe(
    'spec.successPolicy: Invalid value: batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule{batch.SuccessPolicyRule{SucceededIndexes:(*string)(nil), SucceededCount:(*int32)(0xc000000000)}}}: requires indexed completion mode',
  )
})

test('prints a quantity beyond 64 bits with its Dec pointer', async () => {
  const told = await refusal('/api/v1/namespaces/default/resourcequotas', {
    spec: { hard: { pods: '12345678901234567890', services: '0.5' } },
  })
  const quantity = (small: string, big: string) =>
    `resource.Quantity{i:resource.int64Amount{${small}}, d:resource.infDecAmount{Dec:(*inf.Dec)(${big})}, s:"", Format:"DecimalSI"}: must be an integer`
  expect(told).toBe(
    `[spec.hard[pods]: Invalid value: ${quantity('value:0, scale:0', '0xc000000000')}, spec.hard[services]: Invalid value: ${quantity('value:5, scale:-1', 'nil')}]`,
  )
})

const dec = (scale: string, text: string, big = 'nil', format = 'DecimalSI') =>
  `resource.Quantity{i:resource.int64Amount{${scale}}, d:resource.infDecAmount{Dec:(*inf.Dec)(${big})}, s:"${text}", Format:"${format}"}`
const SOMEWHERE = '0xc000000000'
const QUOTAS = '/api/v1/namespaces/default/resourcequotas'

test.each([
  ['1.50', dec('value:150, scale:-2', '')],
  ['1500m', dec('value:1500, scale:-3', '1500m')],
  // Rounded up to thousandths, and then without its text.
  ['1.50001', dec('value:1501, scale:-3', '')],
  ['15e-1', dec('value:15, scale:-1', '', 'nil', 'DecimalExponent')],
  ['1000000000000000001', dec('value:0, scale:0', '', SOMEWHERE)],
])('prints a quantity of a list with the digits it was given with: %s', async (pods, printed) => {
  expect(await refusal(QUOTAS, { spec: { hard: { pods } } })).toBe(
    `spec.hard[pods]: Invalid value: ${printed}: must be an integer`,
  )
})

test('prints a number with the digits it was given with', async () => {
  const reply = await createCluster().fetch(QUOTAS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"metadata":{"name":"a"},"spec":{"hard":{"pods":1.50}}}',
  })
  expect(((await reply.json()) as { readonly message: string }).message).toContain('value:150, scale:-2')
})

test('prints quantities in and out of lists as they were parsed', async () => {
  const spec = { accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' }, capacity: { storage: '1.50', cpu: '1e3' } }
  const cpu = dec('value:1, scale:3', '1e3', 'nil', 'DecimalExponent')
  expect(await refusal(VOLUMES, { spec })).toBe(
    `spec.capacity: Unsupported value: core.ResourceList{"cpu":${cpu}, "storage":${dec('value:150, scale:-2', '')}}: supported values: "storage"`,
  )
  const scaled = { maxReplicas: 1, scaleTargetRef: { kind: 'A', name: 'b' } }
  const metrics = (averageValue: string) => [
    { type: 'Pods', pods: { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue } } },
  ]
  const scalers = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers'
  for (const [given, printed] of [
    ['-1', dec('value:-1, scale:0', '-1')],
    ['-1.00000', dec('value:-100000, scale:-5', '')],
  ] as const)
    expect(await refusal(scalers, { spec: { ...scaled, metrics: metrics(given) } })).toBe(
      `spec.metrics[0].pods.target.averageValue: Invalid value: ${printed}: must be positive`,
    )
})

test('prints amounts of a limit as big decimals once they were compared with one', async () => {
  const limit = { type: 'Container', max: { memory: '0.50Gi' }, min: { memory: '1024Mi' } }
  expect(await refusal('/api/v1/namespaces/default/limitranges', { spec: { limits: [limit] } })).toContain(
    `spec.limits[0].min[memory]: Invalid value: ${dec('value:0, scale:0', '1Gi', SOMEWHERE, 'BinarySI')}: min value 1Gi is greater than max value 512Mi`,
  )
  const default_ = { ...limit, max: { memory: '512Mi' }, min: {}, default: { memory: '1.0e9' } }
  expect(await refusal('/api/v1/namespaces/default/limitranges', { spec: { limits: [default_] } })).toContain(
    `spec.limits[0].default[memory]: Invalid value: ${dec('value:536870912, scale:0', '512Mi', 'nil', 'BinarySI')}: default value 1e9 is greater than max value 512Mi`,
  )
})

test('a fraction of a second counts until an object is stored, and is printed', async () => {
  const ask = openServer()
  await ask('POST', JOBS, { metadata: { name: 'a' }, spec: { template } })
  const status = (startTime: string, completionTime?: string) =>
    ask('PATCH', `${JOBS}/a/status`, { status: { startTime, ...(completionTime ? { completionTime } : {}) } })
  const at = (second: string) => `2024-01-01T00:00:0${second}Z`
  expect(wordsOf(await status(at('1.5'), at('1.25')))).toContain(
    'status.completionTime: Invalid value: 2024-01-01 00:00:01.25 +0000 UTC: completionTime cannot be set before startTime',
  )
  expect(wordsOf(await status(at('1.5'), at('1')))).toContain('completionTime cannot be set before startTime')
  expect(wordsOf(await status(at('1'), at('1.5')))).not.toContain('before startTime')
  const { body } = await status(at('1.5'))
  expect(body['status']).toMatchObject({ startTime: at('1') })
  expect(wordsOf(await status(at('1.5')))).toBe(
    'status.startTime: Required value: startTime cannot be removed for unsuspended job',
  )
  expect(wordsOf(await status(at('1')))).toBe(200)
})

test('times of an Event change with their fraction of a second', async () => {
  const ask = openServer()
  const events = '/apis/events.k8s.io/v1/namespaces/default/events'
  const event = { eventTime: '2024-01-01T00:00:00.750000Z', reportingController: 'a.b/c', reportingInstance: 'i' }
  const { code } = await ask('POST', events, {
    metadata: { name: 'a' },
    regarding: { namespace: 'default' },
    ...event,
    action: 'a',
    reason: 'r',
    type: 'Normal',
  })
  expect(code).toBe(201)
  expect(wordsOf(await ask('PATCH', `${events}/a`, { deprecatedFirstTimestamp: '2024-01-01T00:00:00.75Z' }))).toContain(
    'firstTimestamp: Invalid value: 2024-01-01 00:00:00.75 +0000 UTC: field is immutable',
  )
})
