import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { KubernetesVersion } from '../../../src/model/registry/kubernetes-version.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
type Reply = { readonly message?: string; readonly metadata?: { readonly managedFields?: readonly object[] } }

function open(kubernetesVersion: KubernetesVersion = '1.33') {
  const cluster = createCluster({ seed: 1, controllers: 'none', profile: 'kubernetes', kubernetesVersion })
  const send = async (method: string, path: string, body: object, type = 'application/json') =>
    (await (
      await cluster.fetch(path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) })
    ).json()) as Reply // an object
  return {
    send,
    apply: (metadata: object, path = `${MAPS}/a?fieldManager=m`) =>
      send(
        'PATCH',
        path,
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata }, data: { k: 'v' } },
        'application/apply-patch+yaml',
      ),
  }
}

const made = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }
const stated = (entry: object) => ({ managedFields: [{ manager: 'x', operation: 'Update', ...entry }] })

test('an apply that changes nothing gets a time only if it has null managedFields', async () => {
  const mine = async (metadata: object) => {
    const { send, apply } = open()
    await send('POST', MAPS, made)
    const { managedFields } = (await apply(metadata)).metadata ?? {}
    return managedFields?.find((entry) => 'manager' in entry && entry.manager === 'm')
  }
  expect(await mine({})).not.toHaveProperty('time')
  expect(await mine({ managedFields: null })).toHaveProperty('time')
})

test('a malformed managedFields entry of an apply fails the conversion; a valid one is refused later', async () => {
  const { apply } = open()
  expect((await apply(stated({ apiVersion: 'v1', time: 'x' }))).message).toBe(
    'failed to convert new object (/a; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured object to /v1, Kind=ConfigMap: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  )
  expect((await apply(stated({ apiVersion: 'v1' }))).message).toBe('metadata.managedFields must be nil')
})

test('managedFields entries with an unknown version of the core group are dropped', async () => {
  const { send } = open()
  const fields = { fieldsType: 'FieldsV1', fieldsV1: { 'f:metadata': {} } }
  const managersOf = async (name: string, apiVersion: string) => {
    const metadata = { name, ...stated({ apiVersion, ...fields }) }
    const reply = await send('POST', `${MAPS}?fieldManager=m`, { ...made, metadata })
    return reply.metadata?.managedFields?.map((entry) => 'manager' in entry && entry.manager)
  }
  expect(await managersOf('b', 'v9')).toEqual(['m'])
  expect(await managersOf('c', 'v1')).toEqual(['x', 'm'])
})

// As a v1.33.13 and a v1.37.2 answer.
test.each([
  ['1.36', []],
  ['1.37', ['m']],
] as const)('in v%s owners that cannot be read leave an object these of before: %j', async (version, left) => {
  const { send } = open(version)
  const unreadable = stated({ apiVersion: 'a/b/c', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } })
  const managersOf = ({ metadata }: Reply) =>
    (metadata?.managedFields ?? []).map((entry) => 'manager' in entry && entry.manager)
  await send('POST', `${MAPS}?fieldManager=m`, made)
  const change = { metadata: unreadable, data: { k: 'w' } }
  const changed = await send('PATCH', `${MAPS}/a?fieldManager=z`, change, 'application/merge-patch+json')
  expect([changed, managersOf(changed)]).toMatchObject([{ data: { k: 'w' } }, left])
  const another = { ...made, metadata: { name: 'b', ...unreadable } }
  expect(managersOf(await send('POST', `${MAPS}?fieldManager=m`, another))).toEqual([])
})

test.each(['application/apply-patch+yaml', 'application/merge-patch+json'])(
  'of a wrong namespace and a wrong name, the namespace is reported: %s',
  async (type) => {
    const { send } = open()
    await send('POST', MAPS, made)
    const body = { ...made, metadata: { name: 'b', namespace: 'other' } }
    expect((await send('PATCH', `${MAPS}/a?fieldManager=m`, body, type)).message).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  },
)

test.each([
  [[1, null, 255], undefined],
  [[[]], 'array'],
  [[1, 300, 'x'], 'number 300'],
  [['x', 300], 'string'],
  [[1.5], 'number 1.5'],
  [5, 'number', '[]uint8'],
])('Secret data given as a list of numbers: %j', async (k, wrong, type = 'uint8') => {
  expect(
    (await open().send('POST', '/api/v1/namespaces/default/secrets', { ...made, kind: 'Secret', data: { k } })).message,
  ).toBe(
    wrong &&
      `Secret in version "v1" cannot be handled as a Secret: json: cannot unmarshal ${wrong} into Go struct field Secret.data of type ${type}`,
  )
})

test('a zero time of an entry is null, and left out after the next write', async () => {
  const { send } = open()
  await send('POST', MAPS, made)
  const entry = { apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': { 'f:k': {} } } }
  const merge = 'application/merge-patch+json'
  const times = async (body: object) =>
    ((await send('PATCH', `${MAPS}/a`, body, merge)).metadata?.managedFields ?? []).map(
      (each) => 'time' in each && each.time,
    )
  expect(await times({ metadata: stated({ ...entry, time: '0001-01-01T00:00:00Z' }) })).toEqual([null])
  expect(await times({ data: { x: 'y' } })).toEqual([false, expect.any(String)])
})

test('an applied list item with a null key is owned with the key null', async () => {
  const { send } = open()
  const claims = '/api/v1/namespaces/default/persistentvolumeclaims'
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' } }
  await send('POST', claims, { ...claim, spec })
  const status = { conditions: [{ type: null, status: 'True' }] }
  const applied = await send('PATCH', `${claims}/a/status?fieldManager=m`, { ...claim, status }, 'application/apply-patch+yaml') // prettier-ignore
  expect(applied.metadata?.managedFields?.[0]).toMatchObject({
    fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":null}': { 'f:status': {} } } } },
  })
})

test('whoever applied metadata and applies no more of it leaves an object without a name', async () => {
  const { send, apply } = open()
  await apply({ labels: { a: 'b' } })
  const nothing = { apiVersion: 'v1', kind: 'ConfigMap' }
  const reply = await send('PATCH', `${MAPS}/a?fieldManager=m`, nothing, 'application/apply-patch+yaml')
  expect(reply.message).toBe('the name of the object (a based on URL) was undeterminable: name must be provided')
})

test('an entry may lose the name of its manager', async () => {
  const { send } = open()
  await send('POST', MAPS, made)
  const patch = [{ op: 'replace', path: '/metadata/managedFields/0/manager', value: null }]
  const { managedFields } = (await send('PATCH', `${MAPS}/a`, patch, 'application/json-patch+json')).metadata ?? {}
  expect(managedFields).toMatchObject([{ operation: 'Update' }])
  expect(managedFields?.[0]).not.toHaveProperty('manager')
})

test('in an atomic list, an empty list is a change of none; elsewhere it is none', async () => {
  const { send } = open()
  const managersAfter = async (path: string, object: object, change: object) => {
    await send('POST', `${path}?fieldManager=one`, object)
    const reply = await send('PUT', `${path}/a?fieldManager=two`, { ...object, ...change })
    return (reply.metadata?.managedFields ?? []).map((entry) => 'manager' in entry && entry.manager)
  }
  const metadata = { name: 'a' }
  const subset = { addresses: [{ ip: '10.1.2.4' }], ports: [{ port: 80 }] }
  const endpoints = '/api/v1/namespaces/default/endpoints'
  const emptied = { subsets: [{ ...subset, notReadyAddresses: [] }] }
  expect(await managersAfter(endpoints, { metadata, subsets: [subset] }, {})).toEqual(['one'])
  await send('DELETE', `${endpoints}/a`, {})
  expect(await managersAfter(endpoints, { metadata, subsets: [subset] }, emptied)).toEqual(['two'])
  expect(await managersAfter(MAPS, made, { binaryData: {} })).toEqual(['one'])
  const policies = '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies'
  const podSelector = { matchLabels: { a: 'b' } }
  const policy = { metadata, spec: { podSelector, ingress: [{ from: [{ podSelector }] }] } }
  const empty = { podSelector: { ...podSelector, matchExpressions: [] } }
  expect(await managersAfter(policies, policy, { spec: { ...policy.spec, ...empty } })).toEqual(['one'])
  await send('DELETE', `${policies}/a`, {})
  const listed = { spec: { ...policy.spec, ingress: [{ from: [empty] }] } }
  expect(await managersAfter(policies, policy, listed)).toEqual(['one', 'two'])
})

test('since v1.37 a change of an object that does not fit leaves the owners as they were', async () => {
  const { send } = open('1.37')
  const path = '/api/v1/namespaces/default/serviceaccounts'
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } }
  const { metadata } = await send('POST', `${path}?fieldManager=m`, { ...account, secrets: [{ name: 's' }] })
  // An item of a list without its key cannot be tracked.
  await send('PUT', `${path}/a?fieldManager=n`, { ...account, secrets: [{ kind: 'Secret' }] })
  const later = await send('PUT', `${path}/a?fieldManager=n`, { ...account, automountServiceAccountToken: false })
  expect(metadata?.managedFields).toHaveLength(1)
  expect(later.metadata?.managedFields).toEqual(metadata?.managedFields)
})
