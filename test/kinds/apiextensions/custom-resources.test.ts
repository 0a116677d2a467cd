import { describe, expect, test } from 'vitest'
import { type Cluster, type ClusterOptions, createCluster } from '../../../src/index.js'

type Json = Record<string, unknown>

const version = (name: string, more: object = {}, schema: object = {}) => ({
  name,
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            size: { type: 'integer', minimum: 1 },
            color: { type: 'string', default: 'red' },
            replicas: { type: 'integer' },
            any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
          ...schema,
        },
        status: { type: 'object', properties: { replicas: { type: 'integer' }, selector: { type: 'string' } } },
      },
    },
  },
  ...more,
})
const definition = (versions: readonly object[] = [version('v1')], spec: object = {}, names: object = {}) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.shop.example.com' },
  spec: {
    group: 'shop.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', ...names },
    versions,
    ...spec,
  },
})
const scaled = version('v1', {
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
})

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const OWN = `${DEFINITIONS}/widgets.shop.example.com`
const WIDGETS = '/apis/shop.example.com/v1/namespaces/default/widgets'
const widget = (spec: object, name = 'a', apiVersion = 'shop.example.com/v1') => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name },
  spec,
})

function open(options: ClusterOptions = {}) {
  const cluster = createCluster({ seed: 1, controllers: 'none', ...options })
  return { cluster, ...asking(cluster) }
}

function asking(cluster: Cluster) {
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    type = 'application/json',
    accept = 'application/json',
  ) => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const reply = await cluster.fetch(path, { method, headers: { 'Content-Type': type, Accept: accept }, ...sent })
    const text = await reply.text()
    return {
      code: reply.status,
      text,
      warnings: reply.headers.get('warning'),
      body: (text.startsWith('{') ? JSON.parse(text) : {}) as Json,
    }
  }
  const merge = (path: string, body: object) => ask('PATCH', path, body, 'application/merge-patch+json')
  return { ask, merge }
}
const messageOf = ({ code, body }: { readonly code: number; readonly body: Json }) => [code, body['message']]

describe('a definition', () => {
  test('gets NamesAccepted and Established in one update each', async () => {
    const { cluster, ask } = open()
    const watch = cluster.watch('CustomResourceDefinition')
    const created = await ask('POST', DEFINITIONS, definition())
    const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
    expect([created.code, created.body['status']]).toEqual([
      201,
      { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    ])
    const condition = (type: string, status: string, reason: string, message: string) => ({
      type,
      status,
      lastTransitionTime: '2024-01-01T00:00:00Z',
      reason,
      message,
    })
    const accepted = condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found')
    const states = []
    for (let i = 0; i < 3; i++) states.push((await watch.next()).value.object.status)
    expect(states.slice(1)).toEqual([
      {
        conditions: [accepted, condition('Established', 'False', 'Installing', 'the initial names have been accepted')],
        acceptedNames: names,
        storedVersions: ['v1'],
      },
      {
        conditions: [
          accepted,
          condition('Established', 'True', 'InitialNamesAccepted', 'the initial names have been accepted'),
        ],
        acceptedNames: names,
        storedVersions: ['v1'],
      },
    ])
    expect((await ask('GET', OWN)).body).toMatchObject({
      metadata: {
        generation: 1,
        managedFields: [{ manager: 'kube-apiserver', subresource: 'status' }, { manager: 'unknown' }],
      },
      spec: { conversion: { strategy: 'None' }, names },
    })
    await watch.return!()
  })

  test('whose names are taken is served only once they are free', async () => {
    const { cluster, ask } = open({ crds: [definition([version('v1')], {}, { shortNames: ['wd'] })] })
    const gadgets = {
      ...definition([version('v1')], {}, { plural: 'gadgets', kind: 'Widget', shortNames: ['wd'] }),
      metadata: { name: 'gadgets.shop.example.com' },
    }
    await ask('POST', DEFINITIONS, gadgets)
    const conditions = async () =>
      (
        (await cluster.get('CustomResourceDefinition', { name: 'gadgets.shop.example.com' })) as unknown as {
          status: { conditions: Json[] }
        }
      ).status.conditions.map(
        ({ type, status, reason, message }) => `${String(type)} ${String(status)} ${String(reason)} ${String(message)}`,
      )
    expect(await conditions()).toEqual([
      'NamesAccepted False ListKindConflict "WidgetList" is already in use',
      'Established False NotAccepted not all names are accepted',
    ])
    expect((await ask('GET', '/apis/shop.example.com/v1/gadgets')).code).toBe(404)
    await ask('DELETE', OWN)
    expect(await conditions()).toEqual([
      'NamesAccepted True NoConflicts no conflicts found',
      'Established True InitialNamesAccepted the initial names have been accepted',
    ])
    expect((await ask('GET', '/apis/shop.example.com/v1/gadgets')).code).toBe(200)
  })

  test('is validated', async () => {
    const { ask } = open()
    const bad = {
      ...definition([{ ...version('v1'), storage: false }], { scope: 'Everywhere' }),
      metadata: { name: 'x.y' },
    }
    const { code, body } = await ask('POST', DEFINITIONS, bad)
    const fields = (body['details'] as { causes: { field: string }[] }).causes.map(({ field }) => field)
    expect([code, fields]).toEqual([422, ['metadata.name', 'spec.scope', 'spec.versions', 'status.storedVersions']])
  })

  test.each([
    ['scope', 'Cluster', { scope: 'Cluster' }],
    ['names.kind', 'Gadget', { names: { kind: 'Gadget' } }],
    ['group', 'other.example.com', { group: 'other.example.com' }],
    ['names.plural', 'gadgets', { names: { plural: 'gadgets' } }],
  ])('cannot change its %s once it is established', async (field, value, spec) => {
    const { ask, merge } = open({ crds: [definition()] })
    const before = (await ask('GET', OWN)).text
    const { code, body } = await merge(OWN, { spec })
    expect([code, (body['details'] as { causes: unknown }).causes]).toEqual([
      422,
      expect.arrayContaining([
        {
          reason: 'FieldValueInvalid',
          message: `Invalid value: "${value}": field is immutable`,
          field: `spec.${field}`,
        },
      ]),
    ])
    expect((await ask('GET', OWN)).text).toBe(before)
  })

  test('that is deleted deletes its objects, and waits for those with finalizers', async () => {
    const { cluster, ask, merge } = open({ crds: [definition()] })
    await ask('POST', WIDGETS, widget({}))
    await ask('POST', WIDGETS, { ...widget({}), metadata: { name: 'held', finalizers: ['example.com/hold'] } })
    const watch = cluster.watch('Widget')
    const reply = await ask('DELETE', OWN)
    expect([
      reply.code,
      (reply.body['metadata'] as Json)['finalizers'],
      (reply.body['metadata'] as Json)['generation'],
    ]).toEqual([200, ['customresourcecleanup.apiextensions.k8s.io'], 1])
    const conditions = ((await ask('GET', OWN)).body['status'] as { conditions: Json[] }).conditions
    expect(conditions.at(-1)).toMatchObject({
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionInProgress',
      message: 'CustomResource deletion is in progress',
    })
    expect(
      ((await ask('GET', WIDGETS)).body['items'] as { metadata: Json }[]).map(({ metadata }) => [
        metadata['name'],
        metadata['deletionTimestamp'],
      ]),
    ).toEqual([['held', '2024-01-01T00:00:00Z']])
    expect(messageOf(await ask('POST', WIDGETS, widget({}, 'late')))).toEqual([
      405,
      'create not allowed while custom resource definition is terminating',
    ])
    await merge(`${WIDGETS}/held`, { metadata: { finalizers: null } })
    expect([(await ask('GET', OWN)).code, (await ask('GET', WIDGETS)).code]).toEqual([404, 404])
    const seen: string[] = []
    for await (const { type, object } of watch) seen.push(`${type} ${object.metadata.name}`)
    expect(seen).toEqual(['ADDED a', 'ADDED held', 'DELETED a', 'MODIFIED held', 'DELETED held'])
  })

  test('that is updated changes schema and versions that are served', async () => {
    const { ask, merge } = open({ crds: [definition()] })
    await ask('POST', WIDGETS, widget({ size: 1 }))
    const next = version('v1')
    next.schema.openAPIV3Schema.properties.spec.properties = {
      size: { type: 'integer', minimum: 1 },
      shape: { type: 'string', default: 'round' },
    } as never
    await merge(OWN, { spec: { versions: [next] } })
    expect((await ask('GET', `${WIDGETS}/a`)).body['spec']).toEqual({ shape: 'round', size: 1 })
    await merge(OWN, { spec: { versions: [next, { ...version('v2'), storage: false }] } })
    expect((await ask('GET', '/apis/shop.example.com')).body).toMatchObject({
      versions: [{ version: 'v2' }, { version: 'v1' }],
      preferredVersion: { version: 'v2' },
    })
    await merge(OWN, {
      spec: {
        versions: [
          { ...next, served: false },
          { ...version('v2'), storage: false },
        ],
      },
    })
    expect([(await ask('GET', WIDGETS)).code, (await ask('GET', '/apis/shop.example.com/v2/widgets')).code]).toEqual([
      404, 200,
    ])
  })

  test('belongs to the state of snapshots and forks', async () => {
    const { cluster, ask } = open()
    const before = cluster.snapshot()
    await ask('POST', DEFINITIONS, definition())
    await ask('POST', WIDGETS, widget({}))
    const after = cluster.snapshot()
    const fork = asking(cluster.fork())
    cluster.restore(before)
    expect((await ask('GET', WIDGETS)).code).toBe(404)
    expect(((await fork.ask('GET', WIDGETS)).body['items'] as unknown[]).length).toBe(1)
    await fork.ask('DELETE', OWN)
    cluster.restore(after)
    expect([(await ask('GET', WIDGETS)).code, (await fork.ask('GET', WIDGETS)).code]).toEqual([200, 404])
  })
})

describe('a custom resource', () => {
  test('is encoded with its fields in byte order, in lists too', async () => {
    const { ask } = open({ crds: [definition()] })
    const metadata =
      '{"creationTimestamp":"2024-01-01T00:00:00Z","generation":1,"managedFields":[{"apiVersion":"shop.example.com/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{".":{},"f:any":{".":{},"f:b":{},"f:c":{}},"f:color":{},"f:size":{}}},"manager":"unknown","operation":"Update","time":"2024-01-01T00:00:00Z"}],"name":"a","namespace":"default","resourceVersion":"1008","uid":"UID"}'
    const text = `{"apiVersion":"shop.example.com/v1","kind":"Widget","metadata":${metadata},"spec":{"any":{"b":1,"c":[{"x":1,"y":2}]},"color":"red","size":2}}`
    const masked = (reply: { readonly text: string }) => reply.text.replaceAll(/"uid":"[^"]*"/g, '"uid":"UID"')
    expect(masked(await ask('POST', WIDGETS, widget({ size: 2, any: { c: [{ y: 2, x: 1 }], b: 1 } })))).toBe(
      `${text}\n`,
    )
    expect(masked(await ask('GET', WIDGETS))).toBe(
      `{"apiVersion":"shop.example.com/v1","items":[${text}],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"1008"}}\n`,
    )
  })

  test('is pruned, with a warning for each unknown field', async () => {
    const { ask } = open({ crds: [definition()] })
    const body = { ...widget({ size: 2, colour: 'blue', any: { x: 1 } }), metadata: { name: 'a', label: {} }, extra: 1 }
    const { warnings, body: stored } = await ask('POST', WIDGETS, body)
    expect([warnings, stored['spec'], stored['extra']]).toEqual([
      '299 - "unknown field \\"metadata.label\\"", 299 - "unknown field \\"extra\\"", 299 - "unknown field \\"spec.colour\\""',
      { any: { x: 1 }, color: 'red', size: 2 },
      undefined,
    ])
    expect(messageOf(await ask('POST', `${WIDGETS}?fieldValidation=Strict`, body))).toEqual([
      400,
      'Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "metadata.label", unknown field "extra", unknown field "spec.colour"',
    ])
    expect(
      messageOf(
        await ask(
          'POST',
          `${WIDGETS}?fieldValidation=Strict`,
          '{"apiVersion":"shop.example.com/v1","kind":"Widget","metadata":{"name":"b"},"spec":{"size":1,"size":2}}',
        ),
      ),
    ).toEqual([
      400,
      'Widget in version "v1" cannot be handled as a Widget: strict decoding error: duplicate field "spec.size"',
    ])
  })

  test.each<[string, object, readonly unknown[]]>([
    [
      'values of the wrong type',
      widget({ size: 'x' }),
      [
        422,
        'Widget.shop.example.com "a" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
      ],
    ],
    [
      'values out of bounds',
      widget({ size: 0 }),
      [
        422,
        'Widget.shop.example.com "a" is invalid: spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
      ],
    ],
    [
      'an invalid name',
      widget({}, 'A'),
      [
        422,
        expect.stringMatching(
          /^Widget\.shop\.example\.com "A" is invalid: metadata\.name: Invalid value: "A": a lowercase RFC 1123 subdomain/,
        ),
      ],
    ],
    [
      'a missing kind',
      { apiVersion: 'shop.example.com/v1', metadata: { name: 'a' } },
      [
        400,
        `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"apiVersion":"shop.example.com/v1","metadata":{"name":"a"}}' ({"apiVersion":"shop.example.co ...)`,
      ],
    ],
    [
      'another version',
      widget({}, 'a', 'shop.example.com/v9'),
      [
        400,
        'the API version in the data (shop.example.com/v9) does not match the expected API version (shop.example.com/v1)',
      ],
    ],
    [
      'another kind',
      { ...widget({}), kind: 'Gadget' },
      [422, 'Gadget.shop.example.com "a" is invalid: kind: Invalid value: "Gadget": must be Widget'],
    ],
    [
      'metadata of the wrong type',
      { ...widget({}), metadata: { name: 'a', labels: 1 } },
      [
        400,
        'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string',
      ],
    ],
  ])('refuses %s', async (_, body, expected) => {
    const { ask } = open({ crds: [definition()] })
    expect(messageOf(await ask('POST', WIDGETS, body))).toEqual(expected)
  })

  test('takes every type of patch except strategic merge', async () => {
    const { ask, merge } = open({ crds: [definition()] })
    await ask('POST', WIDGETS, widget({ size: 1, any: { a: { b: 1 } } }))
    expect((await merge(`${WIDGETS}/a`, { spec: { size: 2, any: { a: null } } })).body['spec']).toEqual({
      any: {},
      color: 'red',
      size: 2,
    })
    expect(
      (await ask('PATCH', `${WIDGETS}/a`, [{ op: 'remove', path: '/spec/color' }], 'application/json-patch+json')).body[
        'spec'
      ],
    ).toEqual({
      any: {},
      color: 'red',
      size: 2,
    })
    for (const type of ['application/strategic-merge-patch+json', 'application/json'])
      expect(messageOf(await ask('PATCH', `${WIDGETS}/a`, {}, type))).toEqual([
        415,
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      ])
  })

  test('increments its generation with changes of the spec only', async () => {
    const { ask, merge } = open({ crds: [definition([scaled])] })
    const generation = ({ body }: { readonly body: Json }) => (body['metadata'] as Json)['generation']
    const made = await ask('POST', WIDGETS, { ...widget({ size: 1 }), status: { replicas: 7 } })
    expect([made.body['status'], generation(made)]).toEqual([undefined, 1])
    const labelled = await merge(`${WIDGETS}/a`, { metadata: { labels: { a: 'b' } }, status: { replicas: 1 } })
    expect([labelled.body['status'], generation(labelled)]).toEqual([undefined, 1])
    const status = await merge(`${WIDGETS}/a/status`, {
      metadata: { labels: { c: 'd' } },
      spec: { size: 9 },
      status: { replicas: 3 },
    })
    expect([
      status.body['status'],
      status.body['spec'],
      (status.body['metadata'] as Json)['labels'],
      generation(status),
    ]).toEqual([{ replicas: 3 }, { color: 'red', size: 1 }, { a: 'b' }, 1])
    expect(messageOf(await merge(`${WIDGETS}/a/status`, { status: { replicas: 'x' } }))).toEqual([
      422,
      'Widget.shop.example.com "a" is invalid: [status.replicas: Invalid value: "string": replicas in body must be of type integer: "string", .status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type string, expected int64]',
    ])
    expect(generation(await merge(`${WIDGETS}/a`, { spec: { size: 2 } }))).toBe(2)
  })

  test('has a scale subresource', async () => {
    const { ask, merge } = open({ crds: [definition([scaled])] })
    await ask('POST', WIDGETS, widget({ replicas: 2 }))
    await merge(`${WIDGETS}/a/status`, { status: { replicas: 1, selector: 'a=b' } })
    const scale = await merge(`${WIDGETS}/a/scale`, { spec: { replicas: 5 } })
    expect([scale.code, scale.body]).toMatchObject([
      200,
      { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 5 }, status: { replicas: 1, selector: 'a=b' } },
    ])
    const { spec, metadata } = (await ask('GET', `${WIDGETS}/a`)).body as { spec: Json; metadata: Json }
    expect([spec['replicas'], metadata['generation']]).toEqual([5, 2])
    expect((await merge(`${WIDGETS}/a/scale`, { spec: { replicas: 0 } })).body['spec']).toEqual({})
    await merge(`${WIDGETS}/a`, { spec: { replicas: null } })
    expect(messageOf(await ask('GET', `${WIDGETS}/a/scale`))).toEqual([
      500,
      'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
    ])
  })

  test('has printer columns and selectable fields', async () => {
    const columns = [
      { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
      { name: 'Since', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 1 },
    ]
    const { ask } = open({
      crds: [
        definition([
          version('v1', { additionalPrinterColumns: columns, selectableFields: [{ jsonPath: '.spec.color' }] }),
        ]),
      ],
    })
    await ask('POST', WIDGETS, widget({ size: 4 }))
    await ask('POST', WIDGETS, widget({ color: 'blue' }, 'b'))
    const table = (await ask('GET', WIDGETS, undefined, '', 'application/json;as=Table;v=v1;g=meta.k8s.io')).body as {
      columnDefinitions: Json[]
      rows: { cells: unknown[] }[]
    }
    expect([
      table.columnDefinitions.map(({ name, priority }) => [name, priority]),
      table.rows.map(({ cells }) => cells),
    ]).toEqual([
      [['Name', 0], ['Size', 0], ['Since', 1]], // prettier-ignore
      [['a', 4, '0s'], ['b', null, '0s']], // prettier-ignore
    ])
    const { body } = await ask('GET', `${WIDGETS}?fieldSelector=spec.color%3Dblue`)
    expect((body['items'] as { metadata: Json }[]).map(({ metadata }) => metadata['name'])).toEqual(['b'])
  })

  test('can be applied, with field ownership of preserved unknown fields', async () => {
    const { ask } = open({ crds: [definition()] })
    const apply = (manager: string, spec: object) =>
      ask('PATCH', `${WIDGETS}/a?fieldManager=${manager}`, widget(spec), 'application/apply-patch+yaml')
    await apply('one', { size: 1, any: { a: 1, b: { c: 1 }, list: [1, 2] } })
    expect((await apply('two', { any: { d: 1 } })).body['spec']).toEqual({
      any: { a: 1, b: { c: 1 }, d: 1, list: [1, 2] },
      color: 'red',
      size: 1,
    })
    expect(messageOf(await apply('two', { size: 2, any: { b: { c: 2 } } }))).toEqual([
      409,
      'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.size\n- .spec.any.b.c',
    ])
    expect((await apply('one', { size: 1 })).body['spec']).toEqual({ any: { d: 1 }, color: 'red', size: 1 })
  })

  test('can be read in each version', async () => {
    const { ask } = open({
      crds: [definition([version('v1'), { ...version('v2'), storage: false, deprecated: true }])],
    })
    await ask('POST', WIDGETS.replace('v1', 'v2'), widget({ size: 1 }, 'a', 'shop.example.com/v2'))
    const read = async (name: string) => (await ask('GET', `${WIDGETS.replace('v1', name)}/a`)).body['apiVersion']
    expect([await read('v1'), await read('v2')]).toEqual(['shop.example.com/v1', 'shop.example.com/v2'])
    expect((await ask('GET', WIDGETS.replace('v1', 'v2'))).warnings).toBe(
      '299 - "shop.example.com/v2 Widget is deprecated"',
    )
  })
})

describe('the option crds', () => {
  const yaml = JSON.stringify(definition())
  test('takes definitions as text', async () => {
    const { cluster } = open({ crds: yaml })
    const watch = cluster.watch('Widget')
    await cluster.create('Widget', { metadata: { name: 'a' }, spec: {} })
    expect((await watch.next()).value.object.metadata.name).toBe('a')
    await watch.return!()
  })
  test('with an invalid definition makes createCluster throw', () => {
    expect(() => open({ crds: yaml.replace('Namespaced', 'Nowhere') })).toThrow(
      'crds:1:157: CustomResourceDefinition "widgets.shop.example.com": spec.scope: Unsupported value: "Nowhere"',
    )
    expect(() => open({ crds: [definition([], {})] })).toThrow('spec.versions')
  })
  test('is not needed to load definitions and their objects in any order, and to dump both', async () => {
    const { cluster } = open()
    await cluster.load([
      widget({ size: 1 }),
      { apiVersion: 'shop.example.com/v1', kind: 'WidgetList', items: [{ metadata: { name: 'b' } }] },
      definition(),
    ])
    expect((await cluster.list('Widget')).items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    const other = createCluster({ seed: 1, controllers: 'none' })
    const text = await cluster.dump()
    await other.load(text)
    expect(await other.dump()).toBe(text)
    await expect(cluster.load([widget({ sise: 1 }, 'c')])).rejects.toThrow(
      'spec.sise: unknown member, did you mean "size"?',
    )
  })
})
