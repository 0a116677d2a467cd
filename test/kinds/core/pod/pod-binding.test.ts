import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'

const PODS = '/api/v1/namespaces/default/pods'

async function open(spec: object = {}) {
  const ask = openServer()
  const pod = {
    metadata: { name: 'p', annotations: { a: '1' } },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  }
  const made = await ask('POST', PODS, pod)
  expect(made.code).toBe(201)
  const bind = async (target: object, metadata: object = {}, path = `${PODS}/p/binding`) => {
    const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p', ...metadata }, target }
    const { code, body: said } = await ask('POST', path, body)
    return [code, said['message'] ?? said['status']]
  }
  return { ask, made, bind }
}

const NODE = { kind: 'Node', name: 'n' }

test.each([`${PODS}/p/binding`, '/api/v1/namespaces/default/bindings'])(
  'POST to %s binds a pod to a node',
  async (path) => {
    const { ask, made, bind } = await open()
    expect(await bind(NODE, { annotations: { b: '2' } }, path)).toEqual([201, 'Success'])
    const { body } = await ask('GET', `${PODS}/p`)
    expect(body).toMatchObject({
      metadata: { annotations: { a: '1', b: '2' } },
      spec: { nodeName: 'n' },
      status: {
        conditions: [
          { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: '2024-01-01T00:00:00Z' },
        ],
      },
    })
    const managers = (object: object) => (object as { metadata: { managedFields: object } }).metadata.managedFields // of a pod
    expect(managers(body)).toEqual(managers(made.body))
    expect(await bind({ ...NODE, name: 'm' }, {}, path)).toEqual([
      409,
      'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    ])
  },
)

test('only the subresource heeds the uid of a binding, and a dry run tells its key without a prefix', async () => {
  const { bind } = await open()
  const refused = (key: string) => [
    409,
    expect.stringContaining(`Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in`),
  ]
  expect(await bind(NODE, { uid: 'x' })).toEqual(refused('/registry/pods/default/p'))
  expect(await bind(NODE, { uid: 'x' }, `${PODS}/p/binding?dryRun=All`)).toEqual(refused('/pods/default/p'))
  expect(await bind(NODE, { uid: 'x' }, '/api/v1/namespaces/default/bindings')).toEqual([201, 'Success'])
})

test.each([
  [{}, {}, {}, [500, 'target.name: Required value']],
  [
    {},
    { kind: 'Pod' },
    {},
    [500, '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]'],
  ],
  [
    { schedulingGates: [{ name: 'g' }] },
    NODE,
    {},
    [409, 'Operation cannot be fulfilled on pods/binding "p": pod p has non-empty .spec.schedulingGates'],
  ],
  [
    {},
    NODE,
    { resourceVersion: '1' },
    [
      409,
      expect.stringMatching(
        /^Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: \/registry\/pods\/default\/p, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: \d+$/,
      ),
    ],
  ],
  [{}, NODE, { name: 'q' }, [400, 'name in URL does not match name in Binding object']],
])('a pod with %j is not bound to %j as %j', async (spec, target, metadata, expected) => {
  const { bind } = await open(spec)
  expect(await bind(target, metadata)).toEqual(expected)
})

test('a missing pod and a terminating one are not bound', async () => {
  const { ask, bind } = await open()
  const bindings = '/api/v1/namespaces/default/bindings'
  expect(await bind(NODE, { name: 'q' }, bindings)).toEqual([404, 'pods "q" not found'])
  await ask('PATCH', `${PODS}/p`, { metadata: { finalizers: ['a/b'] } })
  await ask('DELETE', `${PODS}/p`)
  expect(await bind(NODE)).toEqual([
    409,
    'Operation cannot be fulfilled on pods/binding "p": pod p is being deleted, cannot be assigned to a host',
  ])
})

test('bindings can only be created', async () => {
  const { ask } = await open()
  const { body } = await ask('GET', '/api/v1')
  const { resources } = body as { readonly resources: readonly { readonly name: string }[] } // an APIResourceList
  expect(resources.find(({ name }) => name === 'bindings')).toEqual({
    name: 'bindings',
    singularName: 'binding',
    namespaced: true,
    kind: 'Binding',
    verbs: ['create'],
  })
  expect((await ask('GET', '/api/v1/namespaces/default/bindings')).code).toBe(405)
  expect((await ask('GET', '/api/v1/namespaces/default/bindings/p')).code).toBe(404)
})

test('binding a pod skips the validation of updates (BindingREST.setPodNodeAndMetadata)', async () => {
  const { ask, bind } = await open()
  expect(await bind(NODE, { annotations: { 'not a key': '2' } })).toEqual([201, 'Success'])
  expect((await ask('GET', `${PODS}/p`)).body).toMatchObject({
    metadata: { annotations: { a: '1', 'not a key': '2' } },
  })
})
