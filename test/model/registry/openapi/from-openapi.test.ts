import { describe, expect, test } from 'vitest'
import type { Cluster } from '../../../../src/cluster/types.js'
import { createCluster } from '../../../../src/cluster/cluster.js'
import { fromOpenAPI } from '../../../../src/kinds/from-openapi.js'
import { exampleProfile } from '../../../../src/model/registry/profile.js'
import type { ObjectMeta } from '../../../../src/schema/metadata.js'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const of = (component: string, more: object = {}) => ({
  allOf: [{ $ref: `#/components/schemas/${component}` }],
  ...more,
})
const about = (kind: string) => ({
  'x-kubernetes-group-version-kind': { group: 'batch.example.com', version: 'v1', kind },
})
const watching = { parameters: [{ name: 'watch', in: 'query' }] }
const item = { get: about('Errand'), put: about('Errand'), patch: about('Errand'), delete: about('Errand') }
const KEPT = 'batch.example.com/v1'
const ROOT = `/apis/${KEPT}`

/** A document in the form of a real server, with a kind that has all features and a read-only one. */
const document = {
  openapi: '3.0.0',
  paths: {
    [`${ROOT}/`]: { get: {} },
    [`${ROOT}/errands`]: { get: { ...about('Errand'), ...watching } },
    [`${ROOT}/namespaces/{namespace}/errands`]: {
      get: { ...about('Errand'), ...watching },
      post: about('Errand'),
      delete: about('Errand'),
    },
    [`${ROOT}/namespaces/{namespace}/errands/{name}`]: item,
    [`${ROOT}/namespaces/{namespace}/errands/{name}/status`]: {
      get: about('Errand'),
      put: about('Errand'),
      patch: about('Errand'),
    },
    [`${ROOT}/namespaces/{namespace}/errands/{name}/scale`]: { get: {}, put: {}, patch: {} },
    [`${ROOT}/watch/errands`]: { get: about('Errand') },
    [`${ROOT}/calendars`]: { get: about('Calendar') },
    [`${ROOT}/calendars/{name}`]: { get: about('Calendar') },
  },
  components: {
    schemas: {
      'com.example.batch.v1.Errand': {
        type: 'object',
        description: 'Something to be done.',
        required: ['spec'],
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: of(`${META}.ObjectMeta`, { default: {} }),
          spec: of('com.example.batch.v1.ErrandSpec', { default: {} }),
          status: of('com.example.batch.v1.ErrandStatus', { default: {} }),
        },
        'x-kubernetes-group-version-kind': [{ group: 'batch.example.com', version: 'v1', kind: 'Errand' }],
      },
      'com.example.batch.v1.ErrandSpec': {
        type: 'object',
        required: ['command', 'steps'],
        properties: {
          command: { type: 'string', default: '' },
          steps: {
            type: 'array',
            items: of('com.example.batch.v1.Step', { default: {} }),
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            'x-kubernetes-patch-strategy': 'merge',
            'x-kubernetes-patch-merge-key': 'name',
          },
          retries: { type: 'integer', format: 'int32', minimum: 0, maximum: 10 },
          memory: of('io.k8s.apimachinery.pkg.api.resource.Quantity'),
          most: of('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
          start: of(`${META}.Time`),
          policy: { type: 'string', default: 'Once', enum: ['Once', 'Often'] },
          address: { type: 'string', format: 'ipv4' },
          labels: { type: 'object', additionalProperties: { type: 'string', default: '', maxLength: 5 } },
          replicas: { type: 'integer', format: 'int32' },
          parent: of('com.example.batch.v1.ErrandSpec'),
        },
      },
      'com.example.batch.v1.Step': {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', default: '', minLength: 1 }, image: { type: 'string' } },
      },
      'com.example.batch.v1.ErrandStatus': {
        type: 'object',
        properties: { done: { type: 'boolean' }, phase: { type: 'string', enum: ['Done'] } },
      },
      'com.example.batch.v1.Calendar': {
        type: 'object',
        properties: { metadata: of(`${META}.ObjectMeta`) },
        'x-kubernetes-group-version-kind': [{ group: 'batch.example.com', version: 'v1', kind: 'Calendar' }],
      },
      'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { format: 'int-or-string' },
      [`${META}.Time`]: { type: 'string', format: 'date-time' },
    },
  },
}

const defs = (include?: readonly string[]) =>
  fromOpenAPI(document, include ? { include } : {}).map((kind) => kind(exampleProfile))

test('names, scope, subresources and verbs of a kind follow from the paths', () => {
  expect(
    defs().map(({ kind, plural, apiVersion, scope, subresources, create }) => ({
      kind,
      plural,
      apiVersion,
      scope,
      subresources,
      resetFields: create.resetFields,
    })),
  ).toEqual([
    {
      kind: 'Errand',
      plural: 'errands',
      apiVersion: 'batch.example.com/v1',
      scope: 'Namespaced',
      subresources: {
        main: {
          verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
          resetFields: ['status'],
        },
        status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
        scale: {
          verbs: ['get', 'patch', 'update'],
          resetFields: ['status'],
          view: expect.objectContaining({
            owned: { shown: 'spec.replicas', kept: { [KEPT]: 'spec.replicas' } },
          }) as object,
        },
      },
      resetFields: ['status'],
    },
    {
      kind: 'Calendar',
      plural: 'calendars',
      apiVersion: 'batch.example.com/v1',
      scope: 'Cluster',
      subresources: { main: { verbs: ['get', 'list'], resetFields: [] } },
      resetFields: [],
    },
  ])
})

test.each([[['Errand']], [['batch.example.com/v1/Errand']]])('include %j selects kinds', (include) => {
  expect(defs(include).map(({ kind }) => kind)).toEqual(['Errand'])
})

test.each([
  [{}, undefined, 'fromOpenAPI: document: must be an OpenAPI v3 document with paths and components, not a map'],
  [document, ['Cron'], 'fromOpenAPI: the document has no kind "Cron"; there are Calendar, Errand'],
])('invalid arguments are refused, case %#', (given, include, message) => {
  expect(() => fromOpenAPI(given, include ? { include } : {})).toThrow(new TypeError(message))
})

type OwnErrand = {
  readonly spec: {
    readonly command?: string
    readonly steps?: readonly { readonly name: string; readonly image?: string }[]
  }
  readonly status: { readonly done: boolean }
  readonly metadata: ObjectMeta
}

describe('a kind of a document', () => {
  const make = () => createCluster({ profile: 'example', seed: 1, kinds: fromOpenAPI(document) })
  const created = (cluster: Cluster, spec: object) =>
    cluster.create('Errand', { metadata: { name: 'a' }, spec: { steps: [], ...spec }, status: { done: true } } as never)

  test('decodes numbers, quantities, lists and recursive fields by its schema', async () => {
    const made = await created(make(), {
      retries: 0,
      memory: 1024,
      most: '50%',
      start: '2024-05-01T12:00:00+02:00',
      labels: {},
      parent: { steps: [{ name: 'x' }] },
    })
    expect(made['spec']).toEqual({
      command: '',
      steps: [],
      retries: 0,
      memory: '1024',
      most: '50%',
      start: '2024-05-01T10:00:00Z',
      policy: 'Once',
      parent: { command: '', steps: [{ name: 'x' }], policy: 'Once' },
    })
    expect([made['status'], made.metadata.generation]).toEqual([{}, 1]) // status is only set through its subresource
  })

  test('refuses values of another type', async () => {
    await expect(created(make(), { retries: 'x' })).rejects.toMatchObject({
      code: 400,
      message:
        'Errand in version "v1" cannot be handled as a Errand: json: cannot unmarshal string into Go struct field ErrandSpec.spec.retries of type int32',
    })
  })

  test('refuses values that violate the schema, at create and at update', async () => {
    const cluster = make()
    const refused = (spec: object) =>
      created(cluster, spec).then(
        () => '',
        ({ code, message }: { code: number; message: string }) => `${code} ${message.replace(/^.* is invalid: /, '')}`,
      )
    expect(await refused({ steps: undefined })).toBe('422 spec.steps: Required value')
    expect(await refused({ retries: 11 })).toBe(
      '422 spec.retries: Invalid value: 11: spec.retries in body should be less than or equal to 10',
    )
    expect(await refused({ policy: 'Never' })).toBe(
      '422 spec.policy: Unsupported value: "Never": supported values: "Once", "Often"',
    )
    expect(await refused({ address: '1.2.3' })).toBe(
      '422 spec.address: Invalid value: "1.2.3": spec.address in body must be of type ipv4: "1.2.3"',
    )
    expect(await refused({ steps: [{ image: 'i' }] })).toBe(
      '422 spec.steps[0].name: Invalid value: "": spec.steps[0].name in body should be at least 1 chars long',
    )
    expect(await refused({ parent: { steps: [], labels: { a: 'too long' } } })).toBe(
      '422 spec.parent.labels.a: Too long: may not be more than 5 bytes',
    )
    expect(await refused({ retries: 10, address: '1.2.3.4' })).toBe('')
    await expect(cluster.patch('Errand', { name: 'a' }, { spec: { retries: -1 } } as never)).rejects.toMatchObject({
      code: 422,
    })
    await expect(
      cluster.patch('Errand', { name: 'a' }, { status: { phase: 'x' } } as never, { subresource: 'status' }),
    ).rejects.toMatchObject({ code: 422, message: expect.stringContaining('status.phase') as string })
  })

  test('refuses unknown fields', async () => {
    await expect(created(make(), { other: 1 })).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('unknown field "spec.other"') as string,
    })
  })

  test('merges lists by their merge key', async () => {
    const cluster = make()
    await created(cluster, { steps: [{ name: 'x' }, { name: 'y' }] })
    const patched = await cluster.patch<OwnErrand>(
      'Errand',
      { name: 'a' },
      { spec: { steps: [{ name: 'y', image: 'i' }] } },
      { type: 'strategic' },
    )
    expect(patched['spec']).toMatchObject({ steps: [{ name: 'x' }, { name: 'y', image: 'i' }] })
  })

  test('has a status subresource', async () => {
    const cluster = make()
    await created(cluster, {})
    const patched = await cluster.patch<OwnErrand>(
      'Errand',
      { name: 'a' },
      { spec: { command: 'no' }, status: { done: true } },
      { subresource: 'status' },
    )
    expect([patched['status'], patched['spec'], patched.metadata.generation]).toEqual([
      { done: true },
      { command: '', steps: [], policy: 'Once' },
      1,
    ])
  })

  test('has a scale subresource', async () => {
    const cluster = make()
    await created(cluster, { replicas: 1 })
    const path = `${ROOT}/namespaces/default/errands/a/scale`
    const body = JSON.stringify({ spec: { replicas: 3 } })
    const headers = { 'content-type': 'application/merge-patch+json' }
    const scaled = (await (await cluster.fetch(path, { method: 'PATCH', body, headers })).json()) as object
    expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 3 }, status: { replicas: 0 } })
    expect((await cluster.get('Errand', { name: 'a' }))['spec']).toMatchObject({ replicas: 3 })
    const refused = await cluster.fetch(path, { method: 'PATCH', body: '{"spec":{"replicas":-1}}', headers })
    expect(refused.status).toBe(422)
  })

  test('can be applied, with field ownership by list keys', async () => {
    const cluster = make()
    const body = JSON.stringify({
      apiVersion: 'batch.example.com/v1',
      kind: 'Errand',
      metadata: { name: 'a' },
      spec: { steps: [{ name: 'x', image: 'i' }], parent: { command: 'c', steps: [] } },
    })
    const reply = await cluster.fetch(`${ROOT}/namespaces/default/errands/a?fieldManager=m`, {
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/apply-patch+yaml' },
    })
    const { metadata } = (await reply.json()) as { metadata: { managedFields: { fieldsV1: object }[] } }
    expect([reply.status, metadata.managedFields[0]!.fieldsV1]).toEqual([
      201,
      {
        'f:spec': {
          'f:parent': { 'f:command': {} },
          'f:steps': { 'k:{"name":"x"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
        },
      },
    ])
  })

  test('is in discovery and in OpenAPI', async () => {
    const cluster = make()
    const json = async (path: string) =>
      (await (await cluster.fetch(path)).json()) as { resources?: { name: string }[]; components?: { schemas: object } }
    expect((await json(ROOT)).resources!.map(({ name }) => name)).toEqual([
      'calendars',
      'errands',
      'errands/scale',
      'errands/status',
    ])
    expect(Object.keys((await json('/openapi/v3/apis/batch.example.com/v1')).components!.schemas)).toEqual(
      expect.arrayContaining([
        'com.example.batch.v1.Errand',
        'com.example.batch.v1.ErrandSpec',
        'com.example.batch.v1.ErrandList',
      ]),
    )
  })

  test.each([
    ['apps', 'deployments', 'apps/v1/deployments'],
    ['coordination.example.io', 'leases', 'coordination.example.io/v1/leases'],
  ])('does not replace a built-in kind with the same path: %s %s', async (group, plural, path) => {
    const other: unknown = JSON.parse(
      JSON.stringify(document).replaceAll('/errands', `/${plural}`).replaceAll('batch.example.com', group),
    )
    const cluster = createCluster({ profile: 'example', kinds: fromOpenAPI(other, { include: ['Errand'] }) })
    expect((await cluster.fetch(`/apis/${path}`)).status).toBe(200)
    await expect(cluster.list('Errand')).rejects.toThrow('no kind "Errand" is served')
  })
})
