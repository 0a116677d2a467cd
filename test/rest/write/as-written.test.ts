import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

type Body = { readonly [member: string]: unknown }

function open() {
  const cluster = createCluster({ seed: 1, controllers: 'none', disableAdmissionPlugins: ['ServiceAccount'] })
  return async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
    accept = 'application/json',
  ) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await cluster.fetch(path, { method, headers: { 'content-type': type, accept }, ...sent })
    return { code: reply.status, warning: reply.headers.get('warning'), body: (await reply.json()) as Body } // JSON objects
  }
}

const APPLY = 'application/apply-patch+yaml'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const SERVICES = '/api/v1/namespaces/default/services'
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'

const ports = [
  { containerPort: 443, protocol: 'UDP' },
  { containerPort: 80, protocol: 'TCP' },
]
const template = (container: object) => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i', ...container }] },
})
const deployment = (container: object, spec: object = {}) => ({
  metadata: { name: 'a' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: template(container), ...spec },
})

test('fieldsV1 sorts numeric list keys by number', async () => {
  const { body } = await open()('POST', DEPLOYMENTS, deployment({ ports }))
  const text = JSON.stringify(body['metadata'])
  expect(text.indexOf('\\"containerPort\\":80')).toBeGreaterThan(0)
  expect(text.indexOf('\\"containerPort\\":80')).toBeLessThan(text.indexOf('\\"containerPort\\":443'))
})

test('a strategy is encoded with type first, whichever field was given', async () => {
  const { body } = await open()('POST', DEPLOYMENTS, deployment({}, { strategy: { rollingUpdate: { maxSurge: 1 } } }))
  expect(JSON.stringify(body)).toContain(
    '"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxUnavailable":"25%","maxSurge":1}}',
  )
})

test('two apply conflicts are listed per manager, one is on a single line', async () => {
  const ask = open()
  const apply = (manager: string, more: object, force = '') => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, ...more }
    return ask('PATCH', `/api/v1/namespaces/default/configmaps/a?fieldManager=${manager}${force}`, body, APPLY)
  }
  await apply('one', { data: { a: '1' } })
  await apply('two', { data: { b: '1' } })
  const { body } = await apply('three', { data: { a: '2', b: '2' } })
  expect(body['message']).toBe(
    'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\nconflicts with "two":\n- .data.b',
  )
  expect((await apply('three', { data: { a: '2' } })).body['message']).toBe(
    'Apply failed with 1 conflict: conflict with "one": .data.a',
  )
})

test('an error about dryRun shows all values sent', async () => {
  const { body } = await open()('POST', `${SERVICES}?dryRun=Bogus&dryRun=All`, {})
  expect(body['message']).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{"Bogus", "All"}: supported values: "All"',
  )
})

test('ports of a new Service with the same number share a node port', async () => {
  const ask = open()
  const two = [
    { name: 'a', port: 80 },
    { name: 'b', port: 80, protocol: 'UDP' },
    { name: 'c', port: 81 },
  ]
  const given = async (name: string, list: readonly object[]) => {
    const { body } = await ask('POST', SERVICES, { metadata: { name }, spec: { type: 'NodePort', ports: list } })
    const { ports: made } = body['spec'] as { readonly ports: readonly { readonly nodePort: number }[] } // a Service
    return made.map(({ nodePort }) => nodePort)
  }
  const [first, second, third] = await given('a', two)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  const [asked] = await given('b', [
    { name: 'a', port: 80 },
    { ...two[1], nodePort: 30123 },
  ])
  expect(asked).toBe(30123)
})

test('an apply of status to a missing object validates a new object, or is a 404 by kind', async () => {
  const ask = open()
  const apply = (path: string, body: object) => ask('PATCH', `${path}/a/status?fieldManager=m`, body, APPLY)
  const metadata = { name: 'a' }
  const service = await apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, status: {} })
  expect(service.body['message']).toBe('Service "a" is invalid: spec.ports: Required value')
  const policy = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingAdmissionPolicy', metadata }
  expect((await apply(POLICIES, { ...policy, status: {} })).code).toBe(422)
  const other = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, status: {} }
  expect((await apply(DEPLOYMENTS, other)).code).toBe(404)
})

test('an update of the scale has the warnings of the scaled object', async () => {
  const ask = open()
  await ask('POST', DEPLOYMENTS, deployment({}, { template: template({ env: [{ name: 'A' }, { name: 'A' }] }) }))
  const merge = 'application/merge-patch+json'
  const { warning } = await ask('PATCH', `${DEPLOYMENTS}/a/scale`, { spec: { replicas: 3 } }, merge)
  expect(warning).toContain('hides previous definition of \\"A\\"')
})

test('a projected source without items is checked with those of the one before it', async () => {
  const sources = [{ downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } }]
  const pod = (more: readonly object[]) => ({
    metadata: { name: 'a' },
    spec: {
      containers: [{ name: 'c', image: 'i' }],
      volumes: [{ name: 'v', projected: { sources: [...sources, ...more] } }],
    },
  })
  const path = '/api/v1/namespaces/default/pods'
  expect((await open()('POST', path, pod([]))).warning).toBe(null)
  expect((await open()('POST', path, pod([{ configMap: { name: 'x' } }]))).warning).toBe(
    '299 - "volume \\"v\\" (Projected): overlapping paths: \\"l\\" (DownwardAPI) with \\"l\\" (DownwardAPI)"',
  )
})

test('a TokenRequest has metadata in wire order', async () => {
  const ask = open()
  await ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'a' } })
  const { body } = await ask('POST', '/api/v1/namespaces/default/serviceaccounts/a/token', { spec: {} })
  expect(Object.keys(body['metadata'] as object).slice(0, 3)).toEqual(['name', 'namespace', 'creationTimestamp'])
})

test('questions have their answers in wire order, wherever a client put a status', async () => {
  const ask = open()
  const members = async (path: string, body: object) => Object.keys((await ask('POST', path, body)).body)
  const token = '/api/v1/namespaces/default/serviceaccounts/default/token'
  const inOrder = ['kind', 'apiVersion', 'metadata', 'spec', 'status']
  await ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } })
  expect(await members(token, { status: { token: 'x' }, spec: { audiences: ['a'] } })).toEqual(inOrder)
  const reviews = '/apis/authentication.k8s.io/v1/tokenreviews'
  const { body } = await ask('POST', reviews, { status: { user: { username: 'u' } }, spec: { token: 'x' } })
  expect(Object.keys(body)).toEqual(inOrder)
})

test('PartialObjectMetadata of a custom resource has managedFields in wire order', async () => {
  const ask = open()
  const names = { plural: 'things', kind: 'Thing' }
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }]
  await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Cluster', names, versions },
  })
  const things = '/apis/example.com/v1/things'
  const labels = { a: 'b' }
  await ask('POST', things, { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a', labels } })
  const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
  const { body } = await ask('GET', `${things}/a`, undefined, 'application/json', accept)
  const { managedFields } = body['metadata'] as { readonly managedFields: readonly object[] } // that of a Thing
  expect(managedFields.map(Object.keys)).toEqual([
    ['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1'],
  ])
})
