import { beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const TABLE_V2 = 'application/json;as=Table;v=v2;g=meta.k8s.io'

type Sent = { readonly body?: unknown; readonly type?: string; readonly accept?: string }
type Answer = {
  readonly code?: number
  readonly message?: string
  readonly metadata: { readonly [member: string]: unknown }
  readonly items?: unknown
  readonly details?: { readonly causes?: readonly { readonly field: string }[] }
}

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none' })
})

async function ask(
  method: string,
  path: string,
  { body, type = 'application/json', accept = 'application/json' }: Sent = {},
): Promise<Answer> {
  const init = { method, headers: { 'Content-Type': type, Accept: accept, 'User-Agent': 'tests/1' } }
  const reply = await cluster.fetch(
    path,
    body === undefined ? init : { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) },
  )
  return (await reply.json()) as Answer
}

const fields = ({ details }: Answer) => details?.causes?.map(({ field }) => field)

// Each validation pass of an update reports the same metadata errors again; the counts are recorded.
describe('an update with invalid metadata repeats its errors as recorded', () => {
  const [whole, item] = ['metadata.finalizers', 'metadata.finalizers[0]']
  const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } } as const
  const labels = (times: number) => Array.from({ length: times }, () => 'metadata.labels')

  test.each([
    ['Lease', LEASES, {}, undefined, [whole], labels(3)],
    ['Node', '/api/v1/nodes', {}, [item, item], [whole, whole, item, item], labels(4)],
    ['Namespace', '/api/v1/namespaces', {}, [item, item], [whole, whole, item, item], labels(4)],
    [
      'ServiceCIDR',
      '/apis/networking.k8s.io/v1/servicecidrs',
      { spec: { cidrs: ['10.9.0.0/24'] } },
      [item],
      [whole, item],
      labels(3),
    ],
    ['RuntimeClass', '/apis/node.k8s.io/v1/runtimeclasses', { handler: 'runc' }, undefined, [whole, whole], labels(4)],
    [
      'PersistentVolumeClaim',
      '/api/v1/namespaces/default/persistentvolumeclaims',
      claim,
      [item, item, item],
      [whole, whole, item, item, whole, item],
      labels(5),
    ],
  ] as const)('%s', async (kind, path, members, unqualified, malformed, labelled) => {
    await cluster.create(kind, { metadata: { name: 'x' }, ...members } as never)
    const change = async (metadata: object) =>
      fields(await ask('PATCH', `${path}/x`, { body: { metadata }, type: 'application/merge-patch+json' }))
    expect(await change({ finalizers: ['bare'] })).toEqual(unqualified)
    expect(await change({ finalizers: ['b c'] })).toEqual(malformed)
    expect(await change({ labels: { a: 'b c' } })).toEqual(labelled)
  })
})

test('deletecollection at a future resourceVersion is refused', async () => {
  expect((await ask('DELETE', `${LEASES}?resourceVersion=999999999999`)).message).toBe(
    'etcdserver: mvcc: required revision is a future revision',
  )
})

test.each([
  [
    'Ignore',
    422,
    ' "" is invalid: patch: Invalid value: "[1]": couldn\'t get version/kind; json parse error: json: cannot unmarshal array',
  ],
  ['Strict', 400, 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
])('a merge patch that is a list is refused, with fieldValidation=%s', async (validation, code, message) => {
  await cluster.create('Lease', { metadata: { name: 'x' } })
  const answer = await ask('PATCH', `${LEASES}/x?fieldValidation=${validation}`, {
    body: [1],
    type: 'application/merge-patch+json',
  })
  expect([answer.code, answer.message?.slice(0, message.length)]).toEqual([code, message])
})

describe('the order of checks', () => {
  test.each([
    [
      'an unsupported patch type, then Accept',
      'PATCH',
      `${LEASES}/x`,
      { body: {}, type: 'text/plain', accept: TABLE_V2 },
      415,
    ],
    ['the selector of a list, then Accept', 'GET', `${LEASES}?labelSelector=a%20b`, { accept: TABLE_V2 }, 400],
    ['Accept, then the resourceVersion of a list', 'GET', `${LEASES}?resourceVersion=x`, { accept: TABLE_V2 }, 406],
    [
      'an unsupported media type in Accept, then the selector of a list',
      'GET',
      `${LEASES}?labelSelector=a%20b`,
      { accept: 'text/html' },
      406,
    ],
    [
      'a continue token, then the resourceVersion beside it',
      'GET',
      `${LEASES}?continue=e30&resourceVersion=1`,
      {},
      400,
    ],
    [
      'validation of the object, then its resourceVersion',
      'POST',
      LEASES,
      { body: { metadata: { name: 'A', resourceVersion: '5' } } },
      422,
    ],
    [
      'the resourceVersion of a new object, then a conflict of names',
      'POST',
      LEASES,
      { body: { metadata: { name: 'x', resourceVersion: '5' } } },
      500,
    ],
    [
      'a missing object to apply a status to, then the applied object',
      'PATCH',
      '/api/v1/nodes/n/status?fieldManager=a',
      {
        body: { apiVersion: 'v1', kind: 'Node', metadata: { managedFields: [{}] } },
        type: 'application/apply-patch+yaml',
      },
      404,
    ],
    [
      'the uid of a missing object, then its resourceVersion',
      'PUT',
      `${LEASES}/y`,
      { body: { metadata: { name: 'y', uid: 'u', resourceVersion: 'x' } } },
      409,
    ],
  ])('%s', async (_what, method, path, sent, code) => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    expect((await ask(method, path, sent)).code).toBe(code)
  })
})

test('errors of list options are in the order of ListOptions', async () => {
  const answer = await ask('GET', `${LEASES}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`)
  expect(fields(answer)).toEqual(['resourceVersionMatch', 'sendInitialEvents'])
})

describe('DeleteOptions', () => {
  test.each([
    [
      { propagationPolicy: {} },
      'json: cannot unmarshal object into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation',
    ],
    [
      { preconditions: { uid: [] } },
      'json: cannot unmarshal array into Go struct field Preconditions.preconditions.uid of type types.UID',
    ],
    [
      { gracePeriodSeconds: 1.5 },
      'json: cannot unmarshal number 1.5 into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
    [{ dryRun: 'All' }, 'json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string'],
  ])('%j', async (body, message) => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    expect(await ask('DELETE', `${LEASES}/x`, { body })).toMatchObject({ code: 500, message })
    expect((await cluster.list('Lease')).items).toHaveLength(1)
  })

  test('preconditions may be given in the query', async () => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    expect((await ask('DELETE', `${LEASES}/x?uid=other`)).code).toBe(409)
    expect((await ask('DELETE', `${LEASES}/x?resourceVersion=1`)).code).toBe(409)
    expect(await ask('DELETE', `${LEASES}/x?uid=&resourceVersion=`)).toMatchObject({ status: 'Success' })
  })
})

describe('metadata that the server owns', () => {
  const metadata = { name: 'x', deletionGracePeriodSeconds: 5, selfLink: '/x', finalizers: ['example.com/hold'] }

  test('is cleared by a POST', async () => {
    const made = await ask('POST', LEASES, { body: { metadata } })
    expect([made.metadata['deletionGracePeriodSeconds'], made.metadata['selfLink']]).toEqual([undefined, undefined])
  })

  test('is kept by a PUT that creates, except selfLink', async () => {
    const made = await ask('PUT', `${LEASES}/x`, { body: { metadata } })
    expect([made.metadata['deletionGracePeriodSeconds'], made.metadata['selfLink']]).toEqual([5, undefined])
  })

  test('is returned as sent by a dry run', async () => {
    expect(
      (await ask('POST', `${LEASES}?dryRun=All`, { body: { metadata: { ...metadata, resourceVersion: 'x' } } }))
        .metadata['resourceVersion'],
    ).toBe('x')
    expect((await ask('PUT', `${LEASES}/x?dryRun=All`, { body: { metadata } })).metadata['selfLink']).toBe('/x')
    await ask('POST', LEASES, { body: { metadata: { name: 'x' } } })
    const change = (query: string) =>
      ask('PATCH', `${LEASES}/x${query}`, {
        body: { metadata: { selfLink: '/y' } },
        type: 'application/merge-patch+json',
      })
    expect([(await change('?dryRun=All')).metadata['selfLink'], (await change('')).metadata['selfLink']]).toEqual([
      '/y',
      undefined,
    ])
  })

  test('loses managedFields entries with the apiVersion of another group', async () => {
    const foreign = {
      manager: 'm',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:spec': {} },
    }
    const made = await ask('POST', LEASES, {
      body: { metadata: { name: 'x', managedFields: [foreign] }, spec: { holderIdentity: 'a' } },
    })
    expect(made.metadata['managedFields']).toMatchObject([
      { manager: 'tests', fieldsV1: { 'f:spec': { 'f:holderIdentity': {} } } },
    ])
  })
})

describe('messages and encodings', () => {
  const strategic = 'application/strategic-merge-patch+json'

  test.each([
    [
      'the patch as it was merged',
      { metadata: { $retainKeys: ['name', 'labels', 'namespace'], labels: { a: ['b'] } } },
      'map[metadata:map[labels:map[a:[b]]]]',
    ],
    [
      'a large number in exponent form',
      { metadata: { labels: { a: 1 } }, spec: 1e20 },
      'map[metadata:map[labels:map[a:1]] spec:1e+20]',
    ],
  ])('an error of a strategic merge patch shows %s', async (_what, body, shown) => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    expect((await ask('PATCH', `${LEASES}/x`, { body, type: strategic })).message).toContain(
      `Invalid value: "${shown}"`,
    )
  })

  test.each([
    [[0], '[%!s(int64=0)] in map: map[$patch:[0]]'],
    [1e20, '%!s(float64=1e+20) in map: map[$patch:1e+20]'],
  ])('a $patch directive that is not a string is refused: %s', async (directive, shown) => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    const { message } = await ask('PATCH', `${LEASES}/x`, {
      body: { metadata: { $patch: directive } },
      type: strategic,
    })
    expect(message).toBe(`unknown patch type: ${shown}`)
  })

  test.each([
    [
      'a kind that is not a string',
      { kind: ['a'] },
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go struct field .kind of type string",
    ],
    ['an apiVersion with three parts', { apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [
      'another kind',
      { kind: 'Node' },
      'no kind "Node" is registered for version "coordination.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      'no apiVersion',
      { apiVersion: null },
      'the name of the object (x based on URL) was undeterminable: name must be provided',
    ],
    ['no kind', { kind: null }, undefined],
    [
      'several ill-typed fields, the first in the order of the result',
      { spec: { leaseTransitions: 9007199254740992 }, metadata: { labels: { a: 1 } } },
      'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string',
    ],
  ])('a merge patch whose result has %s', async (_what, body, problem) => {
    await cluster.create('Lease', { metadata: { name: 'x' } })
    const text = JSON.stringify(body).replace('9007199254740992', '9007199254740993')
    const { message } = await ask('PATCH', `${LEASES}/x`, { body: text, type: 'application/merge-patch+json' })
    expect(message?.split('": ').at(-1)).toBe(problem)
  })

  test('deleting a namespace does not change its generation', async () => {
    await cluster.create('Namespace', { metadata: { name: 'gone', generation: 7 } })
    const { metadata } = await ask('DELETE', '/api/v1/namespaces/gone')
    expect([
      metadata['generation'],
      metadata['deletionTimestamp'] !== undefined,
      metadata['deletionGracePeriodSeconds'],
    ]).toEqual([7, true, undefined])
  })

  const created = 'failed to create typed patch object (/x; /v1, Kind=Node): '
  const converted =
    'failed to convert new object (/x; /v1, Kind=Node) to proper version: unable to convert unstructured object to /v1, Kind=Node: '
  test.each([
    [
      { metadata: { labels: { a: [{ b: 1 }] } } },
      `${created}.metadata.labels.a: expected string, got &value.valueUnstructured{Value:[]interface {}{map[string]interface {}{"b":1}}}`,
    ],
    [
      { metadata: { generation: [1] } },
      `${created}.metadata.generation: expected numeric (int or float), got []interface {}`,
    ],
    [{ spec: { unschedulable: 'x' } }, `${created}.spec.unschedulable: expected boolean, got &{x}`],
    [
      { metadata: { creationTimestamp: { a: 1 } } },
      `${created}.metadata.creationTimestamp: expected any scalar, got &{map[a:1]}`,
    ],
    [
      { spec: { podCIDRs: ['a', null, {}] } },
      `${created}.spec.podCIDRs: element 1: associative list without keys has an element that's an explicit null`,
    ],
    [
      { spec: { podCIDRs: [{}] } },
      `${created}.spec.podCIDRs: element 0: associative list without keys has an element that's a map type`,
    ],
    [
      { spec: { podCIDRs: [[]] } },
      `${created}.spec.podCIDRs: element 0: not supported: associative list with lists as elements`,
    ],
    [
      { metadata: { ownerReferences: ['a'] } },
      `${created}.metadata.ownerReferences: element 0: associative list with keys may not have non-map elements`,
    ],
    [
      { metadata: { ownerReferences: [null] } },
      `${created}.metadata.ownerReferences: element 0: associative list with keys may not have a null element`,
    ],
    [{ metadata: { deletionGracePeriodSeconds: 1.5 } }, `${converted}cannot convert float64 to int64`],
  ])(
    'an applied value of the wrong type is refused: %j',
    async ({ metadata, ...members }: { metadata?: object; spec?: object }, problem) => {
      const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'x', ...metadata }, ...members }
      expect(
        (await ask('PATCH', '/api/v1/nodes/x?fieldManager=a', { body, type: 'application/apply-patch+yaml' })).message,
      ).toBe(problem)
    },
  )

  test('an applied list item without its key has the zero value as key', async () => {
    const status = { conditions: [{ status: 'True' }] }
    await ask('POST', '/api/v1/nodes', { body: { metadata: { name: 'x' } } })
    const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'x' }, status }
    const { metadata } = await ask('PATCH', '/api/v1/nodes/x/status?fieldManager=a', {
      body,
      type: 'application/apply-patch+yaml',
    })
    expect(metadata['managedFields']).toMatchObject([
      { manager: 'a', fieldsV1: { 'f:status': { 'f:conditions': { 'k:{"type":""}': { '.': {}, 'f:status': {} } } } } },
    ])
  })

  test.each([[[]], ['x'], [5]])('a managedFields entry with fieldsV1 %j is dropped', async (fieldsV1) => {
    const foreign = { manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }
    const made = await ask('POST', '/api/v1/namespaces', {
      body: { metadata: { name: 'x', managedFields: [foreign] } },
    })
    expect(made.metadata['managedFields']).toMatchObject([{ manager: 'tests', fieldsV1: { 'f:metadata': {} } }])
  })

  test('a body of another kind is decoded as that kind before the conversion fails', async () => {
    const node = { kind: 'Node', apiVersion: 'v1', metadata: { labels: 5 } }
    const head = 'Node in version "v1" cannot be handled as a Lease: '
    expect((await ask('POST', LEASES, { body: node })).message).toBe(
      `${head}json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type map[string]string`,
    )
    expect((await ask('POST', LEASES, { body: { ...node, metadata: {} } })).message).toBe(
      `${head}converting (v1.Node) to (coordination.Lease): unknown conversion`,
    )
  })

  test('an empty PartialObjectMetadataList has null items', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
    expect((await ask('GET', LEASES, { accept })).items).toBe(null)
  })

  test('GET / lists the paths', async () => {
    const { paths } = (await ask('GET', '/')) as unknown as { readonly paths: readonly string[] }
    expect(paths).toEqual(expect.arrayContaining(['/api/v1', '/apis/coordination.k8s.io/v1', '/readyz', '/version']))
  })
})
