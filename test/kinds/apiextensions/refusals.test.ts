import { beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'

const text = { type: 'string' }
const struct = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const schema = struct({
  spec: struct({
    step: { type: 'number', multipleOf: 0.5 },
    size: { type: 'integer' },
    bytes: { type: 'string', format: 'byte' },
    few: { type: 'object', maxProperties: 1, additionalProperties: { type: 'integer', minimum: 0 } },
    names: { type: 'object', additionalProperties: text },
    keyed: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: struct({ k: text }, { required: ['k'] }),
    },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    free: struct({ inner: struct({ a: text }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
    open: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    replicas: { type: 'integer' },
  }),
  status: struct({ replicas: { type: 'integer' } }),
})
const subresources = {
  status: {},
  scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
}
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources,
        selectableFields: [{ jsonPath: '.spec.size' }],
      },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema: { openAPIV3Schema: struct({ spec: struct({ later: { type: 'integer', default: 2 } }) }) },
      },
    ],
  },
}
// Validation rules, and two versions with different fields.
const gadget = (spec: object, more: object = {}) => struct({ spec: struct(spec), ...more })
const gadgets = {
  ...definition,
  metadata: { name: 'gadgets.tool.example.com' },
  spec: {
    ...definition.spec,
    group: 'tool.example.com',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: gadget(
            {
              size: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 10', message: 'too big' }] },
              whole: struct(
                { a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf' }] } },
                { 'x-kubernetes-map-type': 'atomic' },
              ),
              only1: text,
            },
            { status: struct({ size: { type: 'integer', maximum: 50 } }) },
          ),
        },
      },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema: { openAPIV3Schema: gadget({ size: { type: 'integer', default: 3 }, only2: text }) },
      },
    ],
  },
}
const GROUP = '/apis/shop.example.com'
const WIDGETS = `${GROUP}/v1/namespaces/default/widgets`

let cluster: Cluster
beforeEach(() => {
  cluster = createCluster({ seed: 1, controllers: 'none', crds: [definition, gadgets] })
})

async function ask(method: string, path: string, body?: unknown, type = 'application/json') {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'Content-Type': type, Accept: 'application/json' },
    ...sent,
  })
  const said = await reply.text()
  const json = said.startsWith('{') ? (JSON.parse(said) as Record<string, unknown>) : undefined
  return { code: reply.status, said: json ? json['message'] : said, body: json ?? {} }
}
const answer = async (...request: Parameters<typeof ask>) => {
  const { code, said } = await ask(...request)
  return [code, said]
}
const widget = (spec: object, name = 'a') => ({
  apiVersion: 'shop.example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
})
const PLAIN = '404 page not found\n'

describe('a path below a group of custom resources', () => {
  test.each([
    ['GET', `${GROUP}/v9`, 404, PLAIN],
    ['GET', `${GROUP}/v1/nothing`, 404, PLAIN],
    ['POST', `${GROUP}/v1/widgets`, 404, PLAIN],
    ['GET', `${GROUP}/v1/widgets/a`, 404, PLAIN],
    ['GET', `${GROUP}/v1/namespaces/default`, 404, PLAIN],
    ['GET', `${WIDGETS}/a/nothing`, 404, 'widgets.shop.example.com "a" not found'],
    ['DELETE', `${WIDGETS}/a/status`, 405, 'delete is not supported on resources of kind "widgets.shop.example.com"'],
    ['OPTIONS', WIDGETS, 405, ' is not supported on resources of kind "widgets.shop.example.com"'],
    ['PUT', WIDGETS, 400, 'name must be provided'],
    ['GET', `${WIDGETS}?fieldSelector=spec.x%3Da`, 400, 'field label not supported: spec.x'],
  ])('is refused: %s %s', async (method, path, code, said) =>
    expect(await answer(method, path, method === 'PUT' || method === 'POST' ? {} : undefined)).toEqual([code, said]),
  )

  test('may have extra segments after a subresource or a collection', async () => {
    expect((await ask('POST', `${WIDGETS}/other`, widget({}))).body['metadata']).toMatchObject({ name: 'a' })
    expect((await ask('GET', `${WIDGETS}/a/status/more`)).code).toBe(200)
    expect((await ask('HEAD', `${WIDGETS}/a`)).code).toBe(200)
  })

  test('is in discovery in the order of a real server', async () => {
    const { resources } = (await ask('GET', `${GROUP}/v1`)).body as {
      resources: readonly { name: string; storageVersionHash?: string }[]
    }
    expect(resources.map(({ name, storageVersionHash }) => [name, storageVersionHash])).toEqual([
      ['widgets', '1eOuwF5L+ZU='],
      ['widgets/status', undefined],
      ['widgets/scale', undefined],
    ])
    expect(await answer('GET', `/openapi/v3${GROUP}`)).toEqual([404, ''])
  })
})

describe('a custom resource is refused for', () => {
  const invalid = (issues: string) => [422, `Widget.shop.example.com "a" is invalid: ${issues}`]
  const NAME = `must be no more than 63 characters`
  test.each<[string, object, unknown]>([
    [
      'a fractional multipleOf',
      { step: 1 },
      invalid('spec.step: Invalid value: 0: factor MultipleOf declared for spec.step must be positive: 0'),
    ],
    [
      'an integer out of range',
      { size: 1e30 },
      invalid('spec.size: Invalid value: "number": spec.size in body must be of type integer: "number"'),
    ],
    [
      'an empty string of format byte',
      { bytes: '' },
      invalid('spec.bytes: Invalid value: "": spec.bytes in body must be of type byte: ""'),
    ],
    [
      'too many properties, and each invalid one',
      { few: { a: -1, b: 1 } },
      invalid(
        '[spec.few: Too many: 2: must have at most 1 items, spec.few.a: Invalid value: -1: spec.few.a in body should be greater than or equal to 0]',
      ),
    ],
    [
      'replicas of a scale that are not a number',
      { replicas: 'x' },
      invalid(
        '[spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string", .spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64]',
      ),
    ],
    [
      'invalid labels of an embedded resource',
      { open: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'x'.repeat(64) } } } },
      invalid(`spec.open.metadata.labels: Invalid value: "${'x'.repeat(64)}": ${NAME}`),
    ],
    [
      'ill-typed metadata of an embedded resource',
      { open: { apiVersion: 'v1', kind: 'Pod', metadata: 'x' } },
      [
        400,
        'Widget in version "v1" cannot be handled as a Widget: spec.open.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
      ],
    ],
    [
      'an ill-typed apiVersion of an embedded resource',
      { open: { apiVersion: 1 } },
      [
        400,
        'Widget in version "v1" cannot be handled as a Widget: spec.open.apiVersion: Invalid value: 1: must be a string',
      ],
    ],
  ])('%s', async (_, spec, expected) => expect(await answer('POST', WIDGETS, widget(spec))).toEqual(expected))

  test('a patch that changes its kind and apiVersion', async () => {
    await ask('POST', WIDGETS, widget({}))
    expect(
      await answer('PATCH', `${WIDGETS}/a`, { kind: 'X', apiVersion: 'b/v1' }, 'application/merge-patch+json'),
    ).toEqual([
      422,
      'X.b "a" is invalid: [kind: Invalid value: "X": must be Widget, apiVersion: Invalid value: "b/v1": must be shop.example.com/v1]',
    ])
  })
})

describe('an applied configuration', () => {
  const apply = (spec: object) =>
    ask('PATCH', `${WIDGETS}/a?fieldManager=me`, widget(spec), 'application/apply-patch+yaml')
  const typed = (problem: string) => [
    500,
    `failed to create typed patch object (/a; shop.example.com/v1, Kind=Widget): ${problem}`,
  ]
  test.each<[string, object, unknown]>([
    ['a string for a number', { size: 'x' }, typed('.spec.size: expected numeric (int or float), got string')],
    [
      'a list item without its key',
      { keyed: [{}, { x: 1 }] },
      typed(
        '.spec.keyed: element 0: associative list with keys has an element that omits key field "k" (and doesn\'t have default value)',
      ),
    ],
    [
      'a list item that is not a map',
      { keyed: ['x'] },
      typed('.spec.keyed: element 0: associative list with keys may not have non-map elements'),
    ],
    [
      'null in a set',
      { set: [null] },
      typed(".spec.set: element 0: associative list without keys has an element that's an explicit null"),
    ],
    [
      'a null',
      { names: { a: null } },
      [
        422,
        'Widget.shop.example.com "a" is invalid: spec.names.a: Invalid value: "null": spec.names.a in body must be of type string: "null"',
      ],
    ],
  ])('is refused for %s', async (_, spec, expected) => {
    const { code, said } = await apply(spec)
    expect([code, said]).toEqual(expected)
  })

  test('may have unknown fields where the schema preserves them', async () => {
    const { code, body } = await apply({
      free: { inner: { b: 1 } },
      open: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' } },
    })
    const { managedFields } = body['metadata'] as { managedFields: readonly { fieldsV1: unknown }[] }
    expect([code, managedFields.map(({ fieldsV1 }) => fieldsV1)]).toEqual([
      201,
      [
        {
          'f:spec': {
            'f:free': { 'f:inner': { 'f:b': {} } },
            'f:open': { 'f:apiVersion': {}, 'f:kind': {}, 'f:metadata': { 'f:name': {} } },
          },
        },
      ],
    ])
  })
})

test('an object is pruned by the schema of its storage version', async () => {
  const { body } = await ask('POST', `${GROUP}/v2/namespaces/default/widgets`, {
    ...widget({ later: 5 }),
    apiVersion: 'shop.example.com/v2',
  })
  expect([body['apiVersion'], body['spec']]).toEqual(['shop.example.com/v2', {}])
})

test('a PUT of a scale needs no resourceVersion', async () => {
  await ask('POST', WIDGETS, widget({ replicas: 1 }))
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'a', namespace: 'default' },
    spec: { replicas: 3 },
  }
  expect((await ask('PUT', `${WIDGETS}/a/scale`, scale)).body['spec']).toEqual({ replicas: 3 })
})

test('a rule that the old object violates too gives a warning (ratcheting)', async () => {
  await ask('POST', WIDGETS, widget({ size: 1 }))
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.example.com'
  const rules = [{ rule: 'self.size > 5' }]
  const at = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations'
  await ask('PATCH', path, [{ op: 'add', path: at, value: rules }], 'application/json-patch+json')
  const reply = await cluster.fetch(`${WIDGETS}/a`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { labels: { a: 'b' } } }),
  })
  expect([reply.status, reply.headers.get('warning')]).toEqual([
    200,
    '299 - "spec: Invalid value: \\"object\\": failed rule: self.size > 5"',
  ])
})

test('an invalid object is refused even if a write changes nothing: its metadata always counts as changed', async () => {
  await ask('POST', WIDGETS, widget({ size: 1 }))
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.example.com'
  const root = '/spec/versions/0/schema/openAPIV3Schema'
  const merge = (body: object) => ask('PATCH', `${WIDGETS}/a`, body, 'application/merge-patch+json')
  const change = (op: string, at: string, value: unknown) =>
    ask('PATCH', path, [{ op, path: `${root}/${at}`, value }], 'application/json-patch+json')
  await change('add', 'x-kubernetes-validations', [{ rule: 'self.spec.size > 5' }])
  expect((await merge({})).said).toBe(
    'Widget.shop.example.com "a" is invalid: <nil>: Invalid value: "object": failed rule: self.spec.size > 5',
  )
  await change('replace', 'x-kubernetes-validations', [])
  await change('add', 'properties/kind', { type: 'string', pattern: '^Gadget$' })
  expect((await merge({})).said).toBe(
    'Widget.shop.example.com "a" is invalid: kind: Invalid value: "Widget": kind in body should match \'^Gadget$\'',
  )
})

describe('validation rules', () => {
  const TOOLS = '/apis/tool.example.com'
  const GADGETS = `${TOOLS}/v1/namespaces/default/gadgets`
  const own = (spec: object, version = 'v1', name = 'a') => ({
    apiVersion: `tool.example.com/${version}`,
    kind: 'Gadget',
    metadata: { name },
    spec,
  })
  const merge = (path: string, body: object) => ask('PATCH', path, body, 'application/merge-patch+json')
  const apply = (version: string, manager: string, spec: object) =>
    ask(
      'PATCH',
      `${TOOLS}/${version}/namespaces/default/gadgets/a?fieldManager=${manager}&force=true`,
      own(spec, version),
      'application/apply-patch+yaml',
    )
  const owners = ({ body }: Awaited<ReturnType<typeof ask>>) => {
    const { managedFields = [] } = body['metadata'] as { managedFields?: readonly { manager: string }[] }
    return managedFields.map(({ manager }) => manager)
  }
  const NOT_CHECKED =
    '<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

  test('are not evaluated where metadata is invalid', async () => {
    expect((await ask('POST', GADGETS, { ...own({ size: 11 }), metadata: {} })).said).toBe(
      `Gadget.tool.example.com "" is invalid: [metadata.name: Required value: name or generateName is required, ${NOT_CHECKED}]`,
    )
  })

  test('report the fields of an atomic map one by one', async () => {
    await ask('POST', GADGETS, own({ whole: { a: 5 } }))
    expect((await merge(`${GADGETS}/a`, { spec: { whole: { a: 4 } } })).said).toBe(
      'Gadget.tool.example.com "a" is invalid: spec.whole.a: Invalid value: "integer": failed rule: self >= oldSelf',
    )
  })

  test('warn about an unchanged violation through /status too', async () => {
    await ask('POST', GADGETS, own({ size: 5 }))
    const rule = {
      op: 'replace',
      path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/x-kubernetes-validations/0/rule',
      value: 'self < 4',
    }
    await ask(
      'PATCH',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.tool.example.com',
      [rule],
      'application/json-patch+json',
    )
    const reply = await cluster.fetch(`${GADGETS}/a/status`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/merge-patch+json' },
      body: JSON.stringify({ status: { size: 1 } }),
    })
    expect([reply.status, reply.headers.get('warning')]).toEqual([
      200,
      '299 - "spec.size: Invalid value: \\"integer\\": too big"',
    ])
  })

  test('a dry run returns the object as it would be read back', async () => {
    const { body } = await ask('POST', `${TOOLS}/v2/namespaces/default/gadgets?dryRun=All`, own({ only2: 'x' }, 'v2'))
    expect(body['spec']).toEqual({ size: 3 })
  })

  test('a change that does not fit the version of another manager fails an apply; an update drops all managers', async () => {
    expect(owners(await apply('v2', 'two', { size: 1 }))).toEqual(['two'])
    expect((await apply('v1', 'one', { only1: 'x' })).said).toBe(
      'failed to convert new object: .spec.only1: field not declared in schema',
    )
    expect(owners(await merge(`${GADGETS}/a`, { spec: { only1: 'x' } }))).toEqual([])
  })

  test.each([
    ['spec.nope=a', 'field label not supported: spec.nope'],
    ['spec.size=1', 'field label not supported: spec.size'],
  ])('a field selector %s is not supported', async (selector, said) => {
    expect((await ask('GET', `${GADGETS}?fieldSelector=${encodeURIComponent(selector)}`)).said).toBe(said)
  })
})
