import { expect, test } from 'vitest'
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
    `[spec.hard[pods]: Invalid value: ${quantity('value:0, scale:0', '0xc000000000')}, spec.hard[services]: Invalid value: ${quantity('value:500, scale:-3', 'nil')}]`,
  )
})
