import { expect, test } from 'vitest'
import { type Answer, changeRefusal, openServer, refusal } from './asking.js'

/** Counts the validation errors of a field when the metadata of an object is patched. */
async function faultsOf(path: string, object: object, metadata: object, field: string): Promise<number> {
  const ask = openServer()
  await ask('POST', path, { metadata: { name: 'a' }, ...object })
  const { body } = await ask('PATCH', `${path}/a`, { metadata })
  const { causes = [] } = (body['details'] ?? {}) as { readonly causes?: readonly { readonly field: string }[] } // a Status
  return causes.filter((cause) => cause.field === field).length
}

const CORE = '/api/v1/namespaces/default'
const POD = { spec: { containers: [{ name: 'c', image: 'i' }] } }
const PREFIX = /^metadata\.generateName: Invalid value: "Bad_": /

test.each([
  ['configmaps', {}],
  ['secrets', {}],
  ['services', { spec: { ports: [{ port: 80 }] } }],
  ['serviceaccounts', {}],
  ['pods', POD],
])('an update of %s validates its metadata by the rules of create as well', async (plural, object) => {
  const path = `${CORE}/${plural}`
  expect(await faultsOf(path, object, { finalizers: ['a'] }, 'metadata.finalizers[0]')).toBe(2)
  expect(await faultsOf(path, object, { labels: { a: '-' } }, 'metadata.labels')).toBe(4)
  expect(await changeRefusal(path, object, { metadata: { generateName: 'Bad_' } })).toMatch(PREFIX)
})

test('an update of a LimitRange validates its metadata by the rules of create', async () => {
  const path = `${CORE}/limitranges`
  expect(await changeRefusal(path, { spec: { limits: [] } }, { metadata: { generateName: 'Bad_' } })).toMatch(PREFIX)
  const uid = await changeRefusal(path, { spec: { limits: [] } }, { metadata: { uid: 'other' } })
  expect(uid).toBe('metadata.uid: Invalid value: "other": field is immutable')
})

test('an update of a core Event validates its metadata only by the general rules', async () => {
  const event = { involvedObject: { namespace: 'default' }, metadata: { name: 'a', finalizers: ['a'] } }
  expect(await refusal(`${CORE}/events`, event)).toBe(201)
  const object = { involvedObject: { namespace: 'default' } }
  expect(await faultsOf(`${CORE}/events`, object, { labels: { a: '-' } }, 'metadata.labels')).toBe(2)
})

test('the status subresource of a pod sets neither ownerReferences nor deletionTimestamp', async () => {
  const ask = openServer()
  await ask('POST', `${CORE}/pods`, { metadata: { name: 'a' }, ...POD })
  const metadata = {
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }],
    deletionTimestamp: '2024-05-01T10:00:00Z',
  }
  const { code, body } = await ask('PATCH', `${CORE}/pods/a/status`, { metadata })
  expect(code).toBe(200)
  expect(body['metadata']).not.toHaveProperty('ownerReferences')
  expect(body['metadata']).not.toHaveProperty('deletionTimestamp')
  expect(JSON.stringify(body['metadata'])).not.toContain('f:ownerReferences')
})

test('the status subresource of a priority level does not change its metadata', async () => {
  const path = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations'
  const ask = openServer()
  await ask('POST', path, {
    metadata: { name: 'a' },
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  })
  const { code, body } = await ask('PATCH', `${path}/a/status`, { metadata: { generateName: 'g-', uid: 'other' } })
  expect(code).toBe(200)
  expect(body['metadata']).not.toHaveProperty('generateName')
})

test('reports a wrong uid with the storage key, without its prefix in a dry run', async () => {
  const ask = openServer()
  const key = async (path: string, query: string) => {
    const sent = { metadata: { name: 'a', uid: 'other' }, ...POD }
    const { body }: Answer = await ask('PUT', `${path}/a${query}`, sent)
    return /Key: (\S+),/.exec(String(body['message']))?.[1]
  }
  await ask('POST', `${CORE}/configmaps`, { metadata: { name: 'a' } })
  expect(await key(`${CORE}/configmaps`, '')).toBe('/registry/configmaps/default/a')
  expect(await key(`${CORE}/configmaps`, '?dryRun=All')).toBe('/configmaps/default/a')
  expect(await key(`${CORE}/replicationcontrollers`, '')).toBe('/registry/controllers/default/a')
})

test('accepts managedFields whose fieldsV1 is no field set', async () => {
  const entry = {
    manager: 'm',
    operation: 'Update',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { colour: 'red' },
  }
  expect(await refusal(`${CORE}/configmaps`, { metadata: { name: 'a', managedFields: [entry] } })).toBe(201)
})

test('a finalizer that is added twice to what is being deleted is told of once', async () => {
  const ask = openServer()
  const path = `${CORE}/configmaps`
  await ask('POST', path, { metadata: { name: 'a', finalizers: ['x.test/a'] } })
  await ask('DELETE', `${path}/a`)
  const reply = await ask('PATCH', `${path}/a`, { metadata: { finalizers: ['x.test/b', 'x.test/a', 'x.test/b'] } })
  expect(reply.body['message']).toContain('found new finalizers []string{"x.test/b"}')
})

test('a prefix may be a dot where the kind has no rule of its own', async () => {
  const metadata = { generateName: '.' }
  expect(await refusal('/apis/policy/v1/namespaces/default/poddisruptionbudgets', { metadata })).toBe(201)
  expect(await refusal('/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata })).toBe(
    'metadata.generateName: Invalid value: ".": may not be \'.\'',
  )
})

test('an update of an APIService validates the change of its metadata before its metadata', async () => {
  const ask = openServer()
  const path = '/apis/apiregistration.k8s.io/v1/apiservices'
  const name = 'v1.x.test'
  const spec = { group: 'x.test', version: 'v1', groupPriorityMinimum: 10, versionPriority: 10 }
  await ask('POST', path, { metadata: { name, finalizers: ['foregroundDeletion'] }, spec })
  await ask('DELETE', `${path}/${name}`)
  const { body } = await ask('PATCH', `${path}/${name}`, { metadata: { finalizers: ['foregroundDeletion', 'orphan'] } })
  const { causes } = body['details'] as { readonly causes: readonly { readonly reason: string }[] } // a Status
  expect(causes.map(({ reason }) => reason.replace('FieldValue', ''))).toEqual([
    'Invalid',
    'Forbidden',
    'Forbidden',
    'Invalid',
  ])
})
