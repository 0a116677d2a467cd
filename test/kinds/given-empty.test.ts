import { expect, test } from 'vitest'
import { changeRefusal, openServer, refusal, wordsOf } from './asking.js'

const IN_DEFAULT = 'namespaces/default'
const POLICIES = `/apis/networking.k8s.io/v1/${IN_DEFAULT}/networkpolicies`
const HOOKS = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations'
const MAPS = `/api/v1/${IN_DEFAULT}/configmaps`
const SERVICES = `/api/v1/${IN_DEFAULT}/services`
const pod = { spec: { containers: [{ name: 'c', image: 'i' }] } }

test.each([
  [POLICIES, { spec: { podSelector: {} } }, { spec: { egress: [] } }],
  [POLICIES, { spec: { podSelector: {} } }, { spec: { podSelector: { matchExpressions: [] } } }],
  [HOOKS, {}, { webhooks: [] }],
])(
  '%s %j: an empty list in a patch increments generation each time, although it is not stored',
  async (path, body, patch) => {
    const ask = openServer()
    await ask('POST', path, { metadata: { name: 'a' }, ...body })
    const generation = async () => (await ask('PATCH', `${path}/a`, patch)).body['metadata']
    expect(await generation()).toMatchObject({ generation: 2 })
    const again = await generation()
    expect(again).toMatchObject({ generation: 3 })
    const { body: stored } = await ask('PATCH', `${path}/a`, { metadata: { labels: { a: 'b' } } })
    expect(stored).toMatchObject({ metadata: { generation: 3 } })
    expect(JSON.stringify(stored)).not.toMatch(/egress|matchExpressions|"webhooks":\[\]/)
  },
)

test('an empty list that gets a default is no change', async () => {
  const ask = openServer()
  await ask('POST', POLICIES, { metadata: { name: 'a' }, spec: { podSelector: {} } })
  const { body } = await ask('PATCH', `${POLICIES}/a`, { spec: { policyTypes: [] } })
  expect(body).toMatchObject({ metadata: { generation: 1 }, spec: { policyTypes: ['Ingress'] } })
})

test('an error prints an empty matchLabels of a selector as given', async () => {
  const spec = { selector: { matchLabels: {} }, template: { metadata: { labels: { a: 'b' } }, ...pod } }
  expect(await refusal(`/apis/apps/v1/${IN_DEFAULT}/deployments`, { spec })).toContain(
    'v1.LabelSelector{MatchLabels:map[string]string{}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector',
  )
})

test('an empty map is a change of an immutable field', async () => {
  const sealed = { immutable: true, data: { a: 'b' } }
  expect(await changeRefusal(MAPS, sealed, { binaryData: {} })).toBe(
    'binaryData: Forbidden: field is immutable when `immutable` is set',
  )
})

const SECRETS = `/api/v1/${IN_DEFAULT}/secrets`
const SEALED = 'field is immutable when `immutable` is set'
test.each([
  [MAPS, 'binaryData', { binaryData: { a: null, b: 'eA==' } }, 422],
  [MAPS, 'binaryData', { binaryData: { a: '', b: 'eA==' } }, 200],
  [SECRETS, 'data', { data: { a: null, b: 'eA==' } }, 422],
  [SECRETS, 'data', { data: { a: '', b: 'eA==' } }, 200],
  [SECRETS, 'data', { data: { a: null, b: 'eA==' }, stringData: { b: 'x' } }, 422],
  [SECRETS, 'data', { data: { a: null, b: 'eA==' }, stringData: { a: '' } }, 200],
])(
  '%s: null in %s is a change of what is immutable, although it is stored as no bytes: %j',
  async (path, member, body, code) => {
    const ask = openServer()
    const sealed = { metadata: { name: 'a' }, immutable: true }
    const { body: created } = await ask('POST', path, { ...sealed, [member]: { b: 'eA==', a: null } })
    expect(created[member]).toEqual({ a: '', b: 'eA==' })
    const { code: answered, body: reply } = await ask('PUT', `${path}/a`, { ...sealed, ...body })
    expect([answered, reply['message']]).toEqual([
      code,
      code === 422
        ? `${path === MAPS ? 'ConfigMap' : 'Secret'} "a" is invalid: ${member}: Forbidden: ${SEALED}`
        : undefined,
    ])
    // What is stored has no null in it.
    expect(await ask('PATCH', `${path}/a`, { metadata: { labels: { a: 'b' } } })).toMatchObject({ code: 200 })
  },
)

test('a CustomResourceDefinition is stored with empty conditions', async () => {
  const ask = openServer()
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }]
  const spec = { group: 'a.example', scope: 'Cluster', names: { plural: 'bs', kind: 'B' }, versions }
  await ask('POST', path, { metadata: { name: 'bs.a.example' }, spec })
  const { body } = await ask('PATCH', `${path}/bs.a.example/status`, { status: { conditions: [] } })
  expect(body['status']).toMatchObject({ conditions: [] })
})

test.each([
  [{ ipMode: 'VIP' }, '.ipMode: Forbidden: may not be specified when `ip` is not set'],
  [{ ip: '1.2.3.4', ipMode: 'X' }, '.ipMode: Unsupported value: "X": supported values: "Proxy", "VIP"'],
  [{ hostname: '1.2.3.4' }, '.hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address'],
  [{ ip: 'x' }, '.ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
])('rejects the load balancer ingress %j', async (address, words) => {
  const balancer = { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }
  const status = { loadBalancer: { ingress: [address] } }
  expect(await changeRefusal(SERVICES, balancer, { status }, '/status')).toBe(`status.loadBalancer.ingress[0]${words}`)
})

test('an empty Table has null rows for a kind without columns of its own', async () => {
  const ask = openServer()
  const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
  const rows = async (path: string) => (await ask('GET', path, undefined, headers)).body['rows']
  expect(await rows(`/apis/rbac.authorization.k8s.io/v1/${IN_DEFAULT}/roles`)).toBeNull()
  expect(await rows(MAPS.replace('default', 'other'))).toEqual([])
})

test('a patch that empties apiVersion is refused, and all fields are unknown', async () => {
  const ask = openServer()
  await ask('POST', MAPS, { metadata: { name: 'a' }, data: { a: 'b' } })
  const { code, warning } = await ask('PATCH', `${MAPS}/a`, { apiVersion: '' })
  expect([code, warning]).toEqual([400, '299 - "unknown field \\"data\\"", 299 - "unknown field \\"metadata\\""'])
})

test('binary data may be a list of numbers, as in Go', async () => {
  const { body } = await openServer()('POST', MAPS, { metadata: { name: 'a' }, binaryData: { a: [104, 105], b: [] } })
  expect(body['binaryData']).toEqual({ a: 'aGk=', b: '' })
})

test('an access review may have no metadata except what the server resets', async () => {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const spec = { nonResourceAttributes: { path: '/', verb: 'get' } }
  expect(wordsOf(await openServer()('POST', path, { metadata: { uid: 'x', selfLink: '/x' }, spec }))).toBe(201)
  expect(wordsOf(await openServer()('POST', path, { metadata: { name: 'x' }, spec }))).toContain('must be empty')
})

test('a new pod may have its qosClass set', async () => {
  const path = `/api/v1/${IN_DEFAULT}/pods`
  const { body } = await openServer()('POST', path, {
    metadata: { name: 'a' },
    ...pod,
    status: { qosClass: 'Guaranteed' },
  })
  expect(body['status']).toMatchObject({ qosClass: 'Guaranteed' })
})

test.each([
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { provisioner: 'a.example/p' },
    { parameters: {} },
    'parameters: Forbidden: updates to parameters are forbidden.',
  ],
  [
    `/api/v1/${IN_DEFAULT}/resourcequotas`,
    { spec: { hard: { pods: '1' }, scopes: ['Terminating'] } },
    { spec: { scopes: [] } },
    'spec.scopes: Invalid value: []core.ResourceQuotaScope{}: field is immutable',
  ],
])('%s: an empty value is a change of an immutable field', async (path, body, patch, wanted) => {
  expect(await changeRefusal(path, body, patch)).toBe(wanted)
})

test('an error prints an empty capacity of a PersistentVolume as given', async () => {
  const spec = { capacity: {}, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } }
  expect(await refusal('/api/v1/persistentvolumes', { spec })).toContain(
    'spec.capacity: Unsupported value: core.ResourceList{}: supported values: "storage"',
  )
})

test('an empty caBundle is stored, also by an update of a terminating object', async () => {
  const ask = openServer()
  const client = { url: 'https://a.example/', caBundle: '' }
  const webhook = { name: 'a.b.c', clientConfig: client, sideEffects: 'None', admissionReviewVersions: ['v1'] }
  await ask('POST', HOOKS, { metadata: { name: 'a', finalizers: ['a.example/f'] }, webhooks: [webhook] })
  await ask('DELETE', `${HOOKS}/a`)
  const { body } = await ask('PATCH', `${HOOKS}/a`, { metadata: { labels: { a: 'b' } } })
  expect(body).toMatchObject({ metadata: { generation: 3 } })
})

test('an ephemeral container may not have resources, not even empty ones', async () => {
  const debugging = { name: 'd', image: 'i', resources: { limits: {} } }
  const spec = { containers: [{ name: 'c', image: 'i' }], ephemeralContainers: [debugging] }
  expect(await refusal(`/api/v1/${IN_DEFAULT}/pods`, { spec })).toContain(
    'spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container',
  )
})

test('an empty list that is stored as null is no change', async () => {
  const ask = openServer()
  const path = `/apis/apps/v1/${IN_DEFAULT}/statefulsets`
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [] } }
  const set = { metadata: { name: 'a' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }
  await ask('POST', path, set)
  expect((await ask('PUT', `${path}/a`, set)).body).toMatchObject({ metadata: { generation: 1 } })
})

const PODS = `/api/v1/${IN_DEFAULT}/pods`

test('the diff of a refused pod update prints empty values as given, but volumes and volumeMounts as nil', async () => {
  const container = { ...pod.spec.containers[0], args: ['a'], volumeMounts: [{ name: 'v', mountPath: '/v' }] }
  const spec = { nodeSelector: { a: 'b' }, volumes: [{ name: 'v', emptyDir: {} }], containers: [container] }
  const told = async (changed: object) => String(await changeRefusal(PODS, { spec }, { spec: changed }))
  expect(await told({ nodeSelector: null })).toMatch(/\+\s\tNodeSelector:\s+nil,/)
  const ask = openServer()
  await ask('POST', PODS, { metadata: { name: 'a' }, spec })
  const emptied = { ...spec, nodeSelector: {}, volumes: [], containers: [{ ...container, args: [], volumeMounts: [] }] }
  const words = String(wordsOf(await ask('PUT', `${PODS}/a`, { metadata: { name: 'a' }, spec: emptied })))
  expect(words).toMatch(/\+\s\tNodeSelector:\s+map\[string\]string{},/)
  expect(words).toMatch(/\+\s\t+Args:\s+\[\]string{},/)
  expect(words).toMatch(/\+\s\tVolumes:\s+nil,/)
  expect(words).toMatch(/\+\s\t+VolumeMounts:\s+nil,/)
})

test('a projected source with an empty list of items overlaps no path', async () => {
  const projected = (items: object | undefined) => ({
    sources: [
      { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      { configMap: { name: 'c', ...(items && { items }) } },
    ],
  })
  const warned = async (items: object | undefined) =>
    (
      await openServer()('POST', PODS, {
        metadata: { name: 'a' },
        spec: { ...pod.spec, volumes: [{ name: 'v', projected: projected(items) }] },
      })
    ).warning
  expect(await warned([])).toBeNull()
  expect(await warned(undefined)).toContain('overlapping paths')
})
