import { expect, test } from 'vitest'
import { changeRefusal, openServer, refusal, wordsOf } from './asking.js'

const SLICES = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
const HOOKS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'
const PODS = '/api/v1/namespaces/default/pods'

const running = { name: 'c', image: 'i', imageID: '', ready: true, restartCount: 0, state: { running: {} } }
const ended = { ...running, state: { terminated: { exitCode: 1 } } }

test('a terminated ephemeral container cannot run again, whatever the restartPolicy', async () => {
  const ask = openServer()
  await ask('POST', PODS, { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const put = (status: object) =>
    ask('PATCH', `${PODS}/a/status`, { status: { containerStatuses: [status], ephemeralContainerStatuses: [status] } })
  await put(ended)
  expect(wordsOf(await put(running))).toBe(
    'status.ephemeralContainerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state',
  )
})

test('a dropped field of an EndpointSlice increments its generation', async () => {
  const ask = openServer()
  const slice = { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'] }] }
  await ask('POST', SLICES, { metadata: { name: 'a' }, ...slice })
  const endpoints = [{ addresses: ['10.1.2.3'], deprecatedTopology: { a: 'b' } }]
  const { body } = await ask('PATCH', `${SLICES}/a`, { endpoints })
  expect(body).toMatchObject({ metadata: { generation: 2 }, endpoints: [{ addresses: ['10.1.2.3'] }] })
  expect(JSON.stringify(body['endpoints'])).not.toContain('deprecatedTopology')
})

test('empty sideEffects are unsupported, and unset ones missing', async () => {
  const hook = { name: 'a.b.c', clientConfig: { url: 'https://a.b/c' }, admissionReviewVersions: ['v1'] }
  expect(await refusal(HOOKS, { webhooks: [{ ...hook, sideEffects: '' }] })).toBe(
    'webhooks[0].sideEffects: Unsupported value: "": supported values: "None", "NoneOnDryRun"',
  )
  expect(await refusal(HOOKS, { webhooks: [hook] })).toBe(
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
  )
})

test('a zero completionTime of a Job counts as set', async () => {
  const job = { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } } }
  const completionTime = '0001-01-01T00:00:00Z'
  expect(
    await changeRefusal('/apis/batch/v1/namespaces/default/jobs', job, { status: { completionTime } }, '/status'),
  ).toContain('0001-01-01 00:00:00 +0000 UTC: cannot set completionTime when there is no Complete=True condition')
})

test('rounds only quantities of resources up to milli units', async () => {
  const volumes = [{ name: 'v', emptyDir: { sizeLimit: '1n' } }]
  const container = { name: 'c', image: 'i', resources: { limits: { cpu: '1n' } } }
  const { body } = await openServer()('POST', PODS, {
    metadata: { name: 'a' },
    spec: { containers: [container], volumes },
  })
  expect(body['spec']).toMatchObject({
    containers: [{ resources: { limits: { cpu: '1m' } } }],
    volumes: [{ emptyDir: { sizeLimit: '1n' } }],
  })
})

const NAMESPACED = '/namespaces/default'

test('an empty list of scaling policies is refused, an unset one is not', async () => {
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
  const scaler = (policies: object) => ({
    spec: { scaleTargetRef: target, maxReplicas: 3, behavior: { scaleUp: policies } },
  })
  const path = `/apis/autoscaling/v2${NAMESPACED}/horizontalpodautoscalers`
  expect(await refusal(path, scaler({ policies: [] }))).toBe(
    'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
  )
  expect(await refusal(path, scaler({}))).toBe(201)
})

test('an ephemeral container may not have ports, not even an empty list', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }], ephemeralContainers: [{ name: 'd', image: 'i', ports: [] }] }
  expect(await refusal(PODS, { spec })).toContain(
    'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
  )
})

test.each([
  ['a'.repeat(237), 'Always'],
  ['a'.repeat(238), 'IfNotPresent'],
  [`a/${'b'.repeat(243)}`, 'Always'],
  [`a/${'b'.repeat(244)}`, 'IfNotPresent'],
  [`a.b/${'c'.repeat(251)}`, 'Always'],
  [`a.b/${'c'.repeat(252)}`, 'IfNotPresent'],
])('an image whose full name is too long does not default to the tag latest: %s', async (image, imagePullPolicy) => {
  const { body } = await openServer()('POST', PODS, {
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'c', image }] },
  })
  expect(body['spec']).toMatchObject({ containers: [{ imagePullPolicy }] })
})

test('an empty endpointsNamespace is an invalid namespace name', async () => {
  const volume = (endpointsNamespace: string) => ({
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace },
    },
  })
  const path = '/api/v1/persistentvolumes'
  expect(await refusal(path, volume(''))).toBe(
    'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
  )
  expect(await refusal(path, volume('A'))).toMatch(
    /^spec\.glusterfs\.endpointsNamespace: Invalid value: "A": a lowercase RFC 1123 label/,
  )
  expect(await refusal(path, volume('a'))).toBe(201)
})

test('an unknown resize status is reported by the unquoted name of its resource', async () => {
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }
  const status = { allocatedResourceStatuses: { storage: 'x' } }
  expect(await changeRefusal(`/api/v1${NAMESPACED}/persistentvolumeclaims`, claim, { status }, '/status')).toMatch(
    /^status\.allocatedResourceStatus: Unsupported value: storage: supported values: "Contr/,
  )
})

test('unset availableReplicas count as zero', async () => {
  const labels = { a: 'b' }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const set = { spec: { selector: { matchLabels: labels }, template } }
  expect(
    await changeRefusal(`/apis/apps/v1${NAMESPACED}/replicasets`, set, { status: { readyReplicas: -1 } }, '/status'),
  ).toContain('status.availableReplicas: Invalid value: 0: cannot be greater than readyReplicas')
})
