import { beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'
import { definitionOf } from '../../suites/definition.js'

const text = { type: 'string' }
const struct = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const version = (name: string, storage: boolean, spec: object, more: object = {}) => ({
  name,
  served: true,
  storage,
  subresources: { status: {} },
  schema: { openAPIV3Schema: struct({ spec: struct(spec), status: struct({ size: { type: 'integer' } }), ...more }) },
})
const spec = {
  part: struct({ a: text, b: text }),
  map: { type: 'object', additionalProperties: text },
  size: { type: 'number', multipleOf: 0.5 },
  keyed: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: struct({ k: text }, { required: ['k'] }),
  },
  inner: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  old: text,
}
const { old: _, ...later } = spec
const definition = (versions: readonly object[]) => definitionOf('gadgets.tool.example.com', 'Gadget', [...versions])

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({
    seed: 1,
    controllers: 'none',
    crds: [definition([version('v1', true, spec), version('v2', false, later)])],
  })
})

const GROUP = '/apis/tool.example.com'
const GADGETS = `${GROUP}/v1/namespaces/default/gadgets`
const own = (members: object, name = 'v1', metadata: object = {}) => ({
  apiVersion: `tool.example.com/${name}`,
  kind: 'Gadget',
  metadata: { name: 'a', ...metadata },
  ...members,
})
type Said = {
  readonly code: number
  readonly message: unknown
  readonly body: Readonly<Record<string, unknown>>
  readonly warning: string | null
}

async function ask(method: string, path: string, body: unknown, type = 'application/json'): Promise<Said> {
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'Content-Type': type, Accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const json = (await reply.json()) as Readonly<Record<string, unknown>>
  return { code: reply.status, message: json['message'], body: json, warning: reply.headers.get('warning') }
}
const merge = (body: object, path = `${GADGETS}/a`) => ask('PATCH', path, body, 'application/merge-patch+json')
const apply = (members: object, query = 'fieldManager=one', metadata: object = {}, name = 'v1') =>
  ask(
    'PATCH',
    `${GROUP}/${name}/namespaces/default/gadgets/a?${query}`,
    own(members, name, metadata),
    'application/apply-patch+yaml',
  )
const owners = ({ body }: Said) =>
  ((body['metadata'] as { managedFields?: readonly { manager: string }[] }).managedFields ?? []).map(
    ({ manager }) => manager,
  )
const CREATED = [201, undefined]
const TYPED = 'failed to create typed patch object (/a; tool.example.com/v1, Kind=Gadget)'

describe('an apply that leaves out what the manager applied before', () => {
  beforeEach(async () => {
    await apply({ spec: { part: { a: '1' }, map: { x: '1' }, keyed: [{ k: 'n' }] } })
  })

  test.each([
    [
      { spec: { part: { a: '1' }, map: {}, keyed: [{ k: 'n' }] } },
      'Gadget.tool.example.com "a" is invalid: spec.map: Invalid value: "null": spec.map in body must be of type object: "null"',
    ],
    [
      { spec: { part: {} } },
      'Gadget.tool.example.com "a" is invalid: spec.part: Invalid value: "null": spec.part in body must be of type object: "null"',
    ],
    [
      { spec: {} },
      'Gadget.tool.example.com "a" is invalid: spec: Invalid value: "null": spec in body must be of type object: "null"',
    ],
    [{ spec: { part: { a: '1' } } }, undefined],
    [{}, undefined],
  ])('is answered, with %j', async (members, message) => {
    const said = await apply(members)
    const { spec: left } = said.body
    expect([said.code, said.message, left]).toEqual(
      message === undefined ? [200, undefined, (members as { spec?: object }).spec] : [422, message, undefined],
    )
  })
})

describe('a definition, whose schema types have their own unmarshallers,', () => {
  const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
  const ofItems = (items: unknown) => ({
    ...definition([version('v1', true, { list: { type: 'array', items } })]),
    metadata: { name: 'gadgets.tool.example.com' },
  })
  test.each<readonly [items: unknown, expected: readonly unknown[]]>([
    [{ type: 'string', 'x-kubernetes-foo': 1 }, [200, undefined, null]],
    [
      { type: 'object', properties: { a: { title: 5 } } },
      [
        400,
        'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.items of type string',
        null,
      ],
    ],
  ])('is updated with the items schema %j', async (items, expected) => {
    const found = (await (await cluster.fetch(`${CRDS}/gadgets.tool.example.com`)).json()) as { metadata: object }
    const { code, message, warning } = await ask(
      'PUT',
      `${CRDS}/gadgets.tool.example.com?fieldValidation=Warn&dryRun=All`,
      {
        ...ofItems(items),
        metadata: found.metadata,
      },
    )
    expect([code, message, warning]).toEqual(expected)
  })

  test('accepts duplicates in untyped lists below them in an apply', async () => {
    const rules = [{ rule: 'true' }, { rule: 'true' }]
    const body = ofItems({ type: 'string', maxLength: 5, 'x-kubernetes-validations': rules })
    const said = await ask(
      'PATCH',
      `${CRDS}/gadgets.tool.example.com?fieldManager=one&force=true&dryRun=All`,
      body,
      'application/apply-patch+yaml',
    )
    expect([said.code, said.message]).toEqual([200, undefined])
  })
})

describe('an apply to a custom resource', () => {
  test.each<readonly [members: object, metadata: object, expected: readonly unknown[]]>([
    [
      { spec: { inner: { apiVersion: 'v1', kind: 'A', metadata: { foo: 1 } } } },
      {},
      [500, `${TYPED}: .spec.inner.metadata.foo: field not declared in schema`],
    ],
    [
      { spec: { inner: { apiVersion: 'v1', kind: 'A', metadata: { labels: { a: 1 } } } } },
      {},
      [500, `${TYPED}: .spec.inner.metadata.labels.a: expected string, got &value.valueUnstructured{Value:1}`],
    ],
    [{ spec: {} }, { creationTimestamp: 'x' }, CREATED],
  ])('is typed by the schema: %j', async (members, metadata, expected) => {
    const said = await apply(members, 'fieldManager=one', metadata)
    expect([said.code, said.message]).toEqual(expected)
  })

  test('conflicts where it makes a string an empty map', async () => {
    await apply({ spec: { any: 'x' } })
    const said = await apply({ spec: { any: {} } }, 'fieldManager=two')
    expect([said.code, said.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "one": .spec.any'])
  })
})

describe('the kind and apiVersion in a body, with fieldValidation', () => {
  const missing = `Object 'Kind' is missing in '{"metadata":{"name":"a"}}'`
  test.each<readonly [query: string, body: object, expected: readonly unknown[]]>([
    [
      'Ignore',
      { metadata: { name: 'a' } },
      [400, `Gadget in version "v1" cannot be handled as a Gadget: ${missing}`, null],
    ],
    [
      'Warn',
      { metadata: { name: 'a' } },
      [
        400,
        `the object provided is unrecognized (must be of type Gadget): ${missing} ({"metadata":{"name":"a"}})`,
        null,
      ],
    ],
    [
      'Warn',
      own({ spec: {} }, 'v7'),
      [
        400,
        'the API version in the data (tool.example.com/v7) does not match the expected API version (tool.example.com/v1)',
        '299 - "unknown field \\"spec\\""',
      ],
    ],
    [
      'Strict',
      own({ spec: {} }, 'v7'),
      [400, 'Gadget in version "v7" cannot be handled as a Gadget: strict decoding error: unknown field "spec"', null],
    ],
    [
      'Strict',
      own({ spec: { old: '' } }, 'v2'),
      [
        400,
        'Gadget in version "v2" cannot be handled as a Gadget: strict decoding error: unknown field "spec.old"',
        null,
      ],
    ],
    [
      'Strict',
      { ...own({ spec: {} }, 'v7', { foo: 1 }), apiVersion: 'v1' },
      [
        400,
        'Gadget in version "v1" cannot be handled as a Gadget: strict decoding error: unknown field "metadata.foo"',
        null,
      ],
    ],
  ])('%s %j', async (validation, body, expected) => {
    const { code, message, warning } = await ask('POST', `${GADGETS}?fieldValidation=${validation}`, body)
    expect([code, message, warning]).toEqual(expected)
  })
})

test.each([
  [{ size: 1e21 }, 'spec.size: Invalid value: 1e+21: spec.size in body should be a multiple of 0.5'],
  [{ keyed: [[]] }, 'spec.keyed[0]: Invalid value: []interface {}{}: must be an object for an array of list-type map'],
])('%j is refused with', async (members, message) => {
  const { body } = await ask('POST', GADGETS, own({ spec: members }))
  const causes = (body['details'] as { causes: readonly { field: string; message: string }[] }).causes
  expect(causes.map(({ field, message }) => `${field}: ${message}`)).toContain(message)
})

describe('an object that does not fit its schema', () => {
  const redefine = (type: string) =>
    ask(
      'PATCH',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.tool.example.com',
      [0, 1].map((i) => ({
        op: 'replace',
        path: `/spec/versions/${i}/schema/openAPIV3Schema/properties/spec/properties/map`,
        value: { type },
      })),
      'application/json-patch+json',
    )

  test('has no managedFields, even where the ill-typed field is dropped', async () => {
    const said = await ask('POST', GADGETS, own({ spec: { old: 'x' }, status: [{}] }))
    expect([said.code, said.body['status'], owners(said)]).toEqual([201, undefined, []])
  })

  test('since the schema has changed refuses applies, and loses managedFields at an update', async () => {
    await apply({ spec: { map: {} } })
    await redefine('boolean')
    const wrong = '.spec.map: expected boolean, got &{map[]}'
    expect((await apply({ spec: {} })).message).toBe(
      `failed to create typed live object (default/a; tool.example.com/v1, Kind=Gadget): ${wrong}`,
    )
    expect(owners(await merge({ metadata: { labels: { a: 'b' } } }))).toEqual([])
    expect((await apply({ spec: {} })).message).toBe(
      `failed to create manager for existing fields: failed to convert new object (default/a; tool.example.com/v1, Kind=Gadget) to smd typed: ${wrong}`,
    )
  })
})

test('a write without a change updates an object whose stored form is outdated', async () => {
  const before = await ask('POST', GADGETS, own({ spec: { old: 'x' } }))
  const same = await merge({})
  const swap = [0, 1].map((i) => ({ op: 'replace', path: `/spec/versions/${i}/storage`, value: i === 1 }))
  await ask(
    'PATCH',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.tool.example.com',
    swap,
    'application/json-patch+json',
  )
  const moved = await merge({})
  const revision = ({ body }: Said) => Number((body['metadata'] as { resourceVersion: string }).resourceVersion)
  expect([revision(same) === revision(before), revision(moved) > revision(before), moved.body['spec']]).toEqual([
    true,
    true,
    {},
  ])
})

// As a v1.33.13 and a v1.37.2 answer.
test.each([
  ['1.33', ['one /v1/ f:labels f:spec', 'two /v2/status f:labels.f:t f:status.f:size']],
  ['1.35', ['one /v1/ f:labels f:spec.f:any', 'two /v2/status f:labels.f:t f:status.f:size']],
  ['1.37', ['one /v1/ f:labels.f:t f:spec.f:any', 'two /v2/status f:status.f:size']],
])('in v%s a status update owns of other fields in another version what is told', async (kubernetesVersion, told) => {
  const crds = [definition([version('v1', true, spec), version('v2', false, later)])]
  cluster = createCluster({ seed: 1, controllers: 'none', kubernetesVersion: kubernetesVersion as '1.37', crds })
  await ask('POST', `${GADGETS}?fieldManager=one`, own({ spec: { any: 1 } }, 'v1', { labels: { t: 'a' } }))
  const status = { metadata: { labels: { t: 'b' } }, spec: { any: 2 }, status: { size: 3 } }
  const { body } = await merge(status, `${GROUP}/v2/namespaces/default/gadgets/a/status?fieldManager=two`)
  type Owned = { readonly [field: string]: Owned }
  type Entry = { manager: string; apiVersion: string; subresource?: string; fieldsV1: Owned }
  const leaf = (name: string, fields: Owned | undefined) =>
    fields ? [[name, ...Object.keys(fields).filter((field) => field !== '.')].join('.')] : []
  const entries = (body['metadata'] as { managedFields: readonly Entry[] }).managedFields
  const lines = entries.map(({ manager, apiVersion, subresource = '', fieldsV1: fields }) => [
    `${manager} ${apiVersion.slice(apiVersion.indexOf('/'))}/${subresource}`,
    ...leaf('f:labels', fields['f:metadata']?.['f:labels']),
    ...leaf('f:spec', fields['f:spec']),
    ...leaf('f:status', fields['f:status']),
  ])
  expect(lines.map((line) => line.join(' ')).sort()).toEqual(told)
})
