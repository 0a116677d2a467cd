import { expect, test } from 'vitest'
import { hasMany, isBare, namesOf, noteNames } from '../../src/base/json/member-names.js'
import { type Cluster, createCluster } from '../../src/index.js'
import { envelope, message } from '../server/wire/protobuf-bytes.js'
import { MOST_TURNS, turnsOf } from './support/turns.js'

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

const [JSON_TYPE, MERGE] = ['application/json', 'application/merge-patch+json']
const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const PODS = '/api/v1/namespaces/default/pods'
const MAPS = '/api/v1/namespaces/default/configmaps'

/** A cluster that has loaded its modules for writes already, as turns of loading would be counted too. */
async function warm(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  for (const path of [PODS, MAPS]) await turnsOf(cluster, path, { body: pod(2, 'warm') })
  for (const path of [PODS, MAPS])
    await turnsOf(cluster, `${path}/warm`, { method: 'PATCH', type: MERGE, body: { metadata: { labels: { a: 'b' } } } })
  const json = [{ op: 'test', path: '/metadata/name', value: 'warm' }]
  await turnsOf(cluster, `${MAPS}/warm`, { method: 'PATCH', type: 'application/json-patch+json', body: json })
  await cluster.settled()
  return cluster
}

const containers = (length: number) => range(length).map((i) => ({ name: `c${i}`, image: 'a' }))
const pod = (length: number, name = 'a') => ({ metadata: { name }, spec: { containers: containers(length) } })
const map = (length: number) => ({
  metadata: { name: 'a' },
  data: Object.fromEntries(range(length).map((i) => [`k${i}`, 'value of some length'])),
})

test('each step of a long create takes a turn of its own', async () => {
  const cluster = await warm()
  const short = await turnsOf(cluster, PODS, { body: pod(10, 'short') })
  const long = await turnsOf(cluster, PODS, { body: pod(5000) })
  expect([short.status, long.status]).toEqual([201, 201])
  // Two turns of parsing, eight of the verb, and one for the write before controllers react.
  expect(long.turns).toBeGreaterThanOrEqual(short.turns + 11)
  const members = await turnsOf(cluster, MAPS, { body: map(60_000) })
  expect(members.status).toBe(422)
  expect(members.turns).toBeGreaterThanOrEqual(short.turns + 7)
})

test('decoding a long protobuf body takes several turns, also within a message', async () => {
  const cluster = await warm()
  const create = (name: string, unknown: readonly (readonly [number, string])[]) => {
    const label = message([
      [1, 'last'],
      [2, 'v'],
    ])
    const metadata = message([[1, name], ...unknown, [11, label]])
    const text = Uint8Array.from(envelope('v1', 'ConfigMap', message([[1, metadata], ...unknown])))
    return turnsOf(cluster, MAPS, { type: PROTOBUF, text })
  }
  // Unknown fields, which only the decoder sees: the same bytes in one field and in many.
  await create('first', [])
  const one = await create('one', [[99, 'x'.repeat(80_000)]])
  const many = await create(
    'many',
    range(20_000).map(() => [99, 'x'] as const),
  )
  expect([one.status, many.status]).toEqual([201, 201])
  expect(many.turns).toBeGreaterThanOrEqual(one.turns + 8)
  expect(await cluster.get('ConfigMap', { name: 'many' })).toMatchObject({ metadata: { labels: { last: 'v' } } })
})

test('decoding long JSON within protobuf takes several turns', async () => {
  const cluster = await warm()
  const create = async (name: string, number: string) => {
    const raw = `{"a":[${number}${`,${number}`.repeat(60_000)}]}`
    const metadata = message([[1, name]])
    const data = message([[1, raw]])
    const text = Uint8Array.from(
      envelope(
        'apps/v1',
        'ControllerRevision',
        message([
          [1, metadata],
          [2, data],
        ]),
      ),
    )
    return turnsOf(cluster, '/apis/apps/v1/namespaces/default/controllerrevisions', { type: PROTOBUF, text })
  }
  await create('warm', '1')
  // Numbers that JavaScript cannot represent as written make the text be parsed once more.
  const [plain, odd] = [await create('plain', '1.5'), await create('odd', '1.0')]
  expect([plain.status, odd.status]).toEqual([201, 201])
  expect(odd.turns).toBeGreaterThanOrEqual(plain.turns + 14)
})

test('each step of a short patch of a large object takes a turn of its own', async () => {
  const cluster = await warm()
  await turnsOf(cluster, PODS, { body: pod(2000, 'large') })
  const label = { metadata: { labels: { c: 'd' } } }
  const short = await turnsOf(cluster, `${PODS}/warm`, { method: 'PATCH', type: MERGE, body: label })
  const long = await turnsOf(cluster, `${PODS}/large`, { method: 'PATCH', type: MERGE, body: label })
  expect([short.status, long.status]).toEqual([200, 200])
  expect(long.turns).toBeGreaterThanOrEqual(short.turns + 8)
})

test('a step with many parts takes several turns', async () => {
  const cluster = await warm()
  const some = await turnsOf(cluster, PODS, { body: pod(2000, 'some') })
  // Parsing, comparing, validating and measuring, each three turns' worth of work.
  const many = await turnsOf(cluster, PODS, { body: pod(12_000, 'many') })
  expect([some.status, many.status]).toEqual([201, 201])
  expect(many.turns).toBeGreaterThanOrEqual(some.turns + 10)
  const copies = (length: number) => range(length).map((i) => ({ op: 'copy', from: '/data/a', path: `/data/b${i}` }))
  const copied = async (name: string, length: number) => {
    await turnsOf(cluster, MAPS, { body: { metadata: { name }, data: { a: 'x' } } })
    const type = 'application/json-patch+json'
    const { turns, status } = await turnsOf(cluster, `${MAPS}/${name}`, { method: 'PATCH', type, body: copies(length) })
    expect(status).toBe(200)
    expect(turns, 'each turn continues where the last one stopped').toBeLessThan(MOST_TURNS)
    return turns
  }
  // Applying the patch, reading and comparing.
  expect(await copied('many', 9900)).toBeGreaterThanOrEqual((await copied('some', 1000)) + 6)
})

test('validating a long custom resource takes several turns', async () => {
  const cluster = await warm()
  const list = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } }
  const root = { type: 'object', properties: { spec: { type: 'object', properties: { list } } } }
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: 'sets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'sets', kind: 'Set' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  })
  await cluster.settled()
  const path = '/apis/example.com/v1/namespaces/default/sets'
  const create = (name: string, length: number) =>
    turnsOf(cluster, path, {
      body: {
        apiVersion: 'example.com/v1',
        kind: 'Set',
        metadata: { name },
        spec: { list: range(length).map((i) => `i${i}`) },
      },
    })
  await create('warm', 2)
  const [some, many] = [await create('some', 5000), await create('many', 45_000)]
  expect([some.status, many.status]).toEqual([201, 201])
  // Field ownership, validation by the schema and size, each ten turns' worth of work.
  expect(many.turns).toBeGreaterThanOrEqual(some.turns + 30)
})

const [SETS, SETS_PATH] = ['sets.example.com', '/apis/example.com/v1/namespaces/default/sets']

/** A cluster with a CRD whose `spec` has the given schema, and by default an object of it. */
async function withSets(spec: object, hasOne = true): Promise<Cluster> {
  const cluster = await warm()
  const root = { type: 'object', properties: { spec } }
  await cluster.create('CustomResourceDefinition', {
    metadata: { name: SETS },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'sets', kind: 'Set' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  })
  await cluster.settled()
  if (hasOne) await turnsOf(cluster, SETS_PATH, { body: set('warm', {}) })
  return cluster
}

const set = (name: string, spec: unknown) => ({
  apiVersion: 'example.com/v1',
  kind: 'Set',
  metadata: { name },
  spec,
})

test.each([
  [
    'a set',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    (i: number) => `i${i}`,
    30_000,
  ],
  [
    'a list of maps',
    {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a', 'b'],
      items: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'string' } },
      },
    },
    (i: number) => ({ a: `i${i}`, b: i, c: 'x' }),
    10_000,
  ],
] as const)('each turn of applying %s continues where the last one stopped', async (_, list, item, length) => {
  const cluster = await withSets({ type: 'object', properties: { list } })
  const patch = async (type: string, query: string, from: number, to: number) => {
    const body = set('warm', { list: range(to - from).map((i) => item(from + i)) })
    const { turns, status } = await turnsOf(cluster, `${SETS_PATH}/warm${query}`, { method: 'PATCH', type, body })
    expect(status).toBe(200)
    return turns
  }
  const apply = (from: number, to: number) =>
    patch('application/apply-patch+yaml', '?fieldManager=a&force=true', from, to)
  await patch(MERGE, '', 0, 20)
  await apply(10, 30)
  // Covers items that another manager owns, and items that the applier drops.
  const [first, second] = [await apply(5, length), await apply(1000, 1000 + length)]
  expect(first).toBeGreaterThanOrEqual(40)
  expect(Math.max(first, second)).toBeLessThan(MOST_TURNS)
  const { spec } = await cluster.get<{ readonly spec: { readonly list: readonly unknown[] } }>('Set', { name: 'warm' })
  // The first twenty belong to another manager as well.
  expect(spec.list).toHaveLength(20 + length)
  expect(new Set(spec.list.map((one) => JSON.stringify(one))).size).toBe(spec.list.length)
})

test('creating a long object as the first of its kind takes few turns', async () => {
  const cluster = await withSets({ type: 'object', additionalProperties: { type: 'string' } }, false)
  const { turns, status } = await turnsOf(cluster, SETS_PATH, { body: set('first', data(6000)) })
  expect(status).toBe(201)
  expect(turns).toBeLessThan(MOST_TURNS)
})

test('validating long maps, list maps and sets takes several turns', async () => {
  const text = { type: 'string' }
  const keyed = { type: 'object', required: ['a'], properties: { a: text } }
  const cluster = await withSets({
    type: 'object',
    properties: {
      map: { type: 'object', additionalProperties: text },
      keyed: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'], items: keyed },
      sets: {
        type: 'array',
        items: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
      },
    },
  })
  const create = async (name: string, spec: object) => turnsOf(cluster, SETS_PATH, { body: set(name, spec) })
  const few = await create('few', { map: data(6000) })
  const many = await create('many', { map: data(60_000) })
  expect([few.status, many.status]).toEqual([201, 201])
  // Parsing, sorting, validation, size and ownership: fourteen more turns each.
  expect(many.turns).toBeGreaterThanOrEqual(few.turns + 14 * 5)
  const lists = (length: number) => ({ keyed: range(length).map((i) => ({ a: `i${i}` })) })
  const [some, more] = [await create('some', lists(5000)), await create('more', lists(45_000))]
  expect([some.status, more.status]).toEqual([201, 201])
  expect(more.turns).toBeGreaterThanOrEqual(some.turns + 55)
  const twice = { sets: [range(9000).map((i) => `i${i}`), ['a', 'b', 'a'], ...range(9000).map(() => ['x'])] }
  const reply = await cluster.fetch(SETS_PATH, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify(set('twice', { ...twice, keyed: [...lists(9000).keyed, { a: 'i7' }] })),
  })
  const { details } = (await reply.json()) as { readonly details: { readonly causes: readonly object[] } }
  expect([reply.status, details.causes]).toEqual([
    422,
    [
      {
        reason: 'FieldValueDuplicate',
        message: 'Duplicate value: map[string]interface {}{"a":"i7"}',
        field: 'spec.keyed[9000]',
      },
      { reason: 'FieldValueDuplicate', message: 'Duplicate value: "a"', field: 'spec.sets[1][2]' },
    ],
  ])
})

test('validating and sorting labels, annotations and finalizers takes several turns', async () => {
  const cluster = await warm()
  const create = async (path: string, name: string, metadata: object) => {
    const { turns, status } = await turnsOf(cluster, path, { body: { metadata: { name, ...metadata } } })
    return { turns, status }
  }
  for (const [path, member, make, code] of [
    [MAPS, 'labels', data, 201],
    [MAPS, 'annotations', (length: number) => data(length), 422],
    [MAPS, 'finalizers', (length: number) => range(length).map((i) => `a.b/f${i}`), 201],
    ['/api/v1/namespaces', 'labels', data, 201],
  ] as const) {
    const few = await create(path, `few-${member}`, { [member]: make(6000) })
    const many = await create(path, `many-${member}`, { [member]: make(60_000) })
    expect([few.status, many.status], `${path} ${member}`).toEqual([201, code])
    expect(many.turns, `${path} ${member}`).toBeGreaterThanOrEqual(few.turns + 45)
  }
})

const data = (length: number) => Object.fromEntries(range(length).map((i) => [`k${i}`, 'v']))

test('parsing many numbers that JavaScript cannot represent as written takes several turns', async () => {
  const cluster = await warm()
  const odd = (length: number) =>
    turnsOf(cluster, MAPS, { text: `{"metadata":{"name":"a"},"x":[1.0${',1'.repeat(length)}]}` })
  const [some, many] = [await odd(80_000), await odd(240_000)]
  expect([some.status, many.status]).toEqual([201, 409])
  expect(many.turns).toBeGreaterThanOrEqual(some.turns + 30)
})

test('a DELETE of a collection deletes 64 objects each turn', async () => {
  const cluster = await warm()
  const remove = async (count: number) => {
    for (const i of range(count))
      await cluster.create('ConfigMap', { metadata: { name: `m${i}`, labels: { of: 'many' } } })
    const { turns, status } = await turnsOf(cluster, `${MAPS}?labelSelector=of%3Dmany`, { method: 'DELETE' })
    const { items } = await cluster.list('ConfigMap', { labelSelector: 'of=many' })
    expect([status, items]).toEqual([200, []])
    return turns
  }
  const few = await remove(64)
  expect(await remove(64 * 5)).toBeGreaterThanOrEqual(few + 5)
})

test('a JSON patch can change thousands of keys that it has added itself', async () => {
  const cluster = await warm()
  const value = Object.fromEntries(range(3000).map((i) => [`k${i}`, 'text']))
  const operations = [
    { op: 'add', path: '/data', value },
    { op: 'add', path: '/data/more', value: 'x' },
    { op: 'remove', path: '/data/k7' },
  ]
  const { status } = await turnsOf(cluster, `${MAPS}/warm`, {
    method: 'PATCH',
    type: 'application/json-patch+json',
    body: operations,
  })
  const { data = {} } = await cluster.get('ConfigMap', { name: 'warm' })
  expect([status, Object.keys(data).length, data['more'], data['k7']]).toEqual([200, 3000, 'x', undefined])
})

test('a long body gets the same answer as a short one', async () => {
  const cluster = createCluster({ seed: 1 })
  const create = async (body: string) => {
    const reply = await cluster.fetch('/api/v1/namespaces/default/pods?fieldManager=a', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { metadata, spec, message } = (await reply.json()) as {
      readonly message?: string
      readonly metadata: { readonly name: string; readonly managedFields?: readonly { readonly fieldsV1: object }[] }
      readonly spec?: object
    }
    const { status, headers } = reply
    return { status, warning: headers.get('warning'), message, spec, fields: metadata.managedFields?.[0]?.fieldsV1 }
  }
  const text = (name: string, spaces: number, more: object = {}) =>
    JSON.stringify({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'a' }] }, more }) + ' '.repeat(spaces)
  const [short, long] = [await create(text('s', 0)), await create(text('l', 200_000))]
  expect(short).toMatchObject({ status: 201, warning: expect.stringContaining('unknown field') as unknown })
  const { spec: _, ...told } = short
  expect(long).toMatchObject(told)
  const [wrong, alsoWrong] = ['[]', `[]${' '.repeat(200_000)}`]
  expect((await create(alsoWrong)).status).toBe((await create(wrong)).status)
  const misfit = '{"metadata":{"name":"x"},"spec":{"containers":5}}'
  const [first, second] = [await create(misfit), await create(misfit + ' '.repeat(200_000))]
  expect(first).toMatchObject({ status: 400 })
  expect(second).toEqual(first)
})

test('the keys of a large frozen object are listed once', () => {
  const open: Record<string, unknown> = Object.fromEntries(range(2000).map((i) => [`k${i}`, i]))
  expect(namesOf(open)).not.toBe(namesOf(open))
  open['more'] = 1
  expect(namesOf(open)).toContain('more')
  const frozen = Object.freeze({ ...open })
  expect(namesOf(frozen)).toBe(namesOf(frozen))
  expect(namesOf(frozen)).toEqual(Object.keys(open))
  expect([hasMany(frozen), hasMany({}), hasMany(range(2000)), hasMany([])]).toEqual([true, false, true, false])
  const noted = { ...frozen }
  noteNames(noted, Object.keys(noted))
  expect(namesOf(noted)).toBe(namesOf(noted))
  const ordered = range(2000).map((i) => String(2000 - i))
  const numbered = Object.fromEntries(ordered.map((name) => [name, 1]))
  noteNames(numbered, ordered)
  expect(namesOf(numbered)).toEqual(ordered.toReversed())
  expect([isBare({}), isBare(frozen), isBare(noted), isBare(numbered)]).toEqual([true, false, false, false])
})

test('checking many admission expressions takes several turns', async () => {
  const cluster = createCluster({ seed: 1 })
  const group = '/apis/admissionregistration.k8s.io/v1'
  const webhook = (length: number) => ({
    metadata: { name: `w${length}` },
    webhooks: range(length).map((i) => ({
      name: `a${i}.example.com`,
      clientConfig: { url: 'https://a.example.com/c' },
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      matchConditions: range(20).map((j) => ({ name: `c${j}`, expression: 'object.metadata.name != ""' })),
    })),
  })
  const policy = (length: number) => ({
    metadata: { name: `p${length}` },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
      },
      variables: range(length).map((i) => ({
        name: `v${i}`,
        expression: i === 0 ? '[1]' : `variables.v${i - 1} + variables.v${i - 1}`,
      })),
      validations: range(length).map((i) => ({ expression: `variables.v${i}.size() > ${i}` })),
    },
  })
  const checked = async (resource: string, body: object) => {
    const { turns, status } = await turnsOf(cluster, `${group}/${resource}`, { body })
    expect(status).toBe(201)
    return turns
  }
  for (const [resource, make] of [
    ['validatingwebhookconfigurations', webhook],
    ['validatingadmissionpolicies', policy],
  ] as const) {
    await checked(resource, make(1))
    expect(await checked(resource, make(600))).toBeGreaterThanOrEqual((await checked(resource, make(20))) + 5)
  }
})

test('validating the addresses of an EndpointSlice takes several turns', async () => {
  const cluster = await warm()
  const create = async (name: string, count: number) => {
    const addresses = (i: number) => range(100).map((j) => `10.${i >> 8}.${i & 255}.${j + 1}`)
    const endpoints = range(count).map((i) => ({ addresses: addresses(i) }))
    const body = { metadata: { name }, addressType: 'IPv4', endpoints }
    const { turns, status } = await turnsOf(cluster, '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', {
      body,
    })
    expect(status).toBe(201)
    return turns
  }
  await create('warm', 1)
  // Two functions read addresses; each would take a single turn for all of them without yielding.
  const few = await create('few', 100)
  expect(await create('many', 900)).toBeGreaterThanOrEqual(few + 70)
})

test('validating the addresses of Endpoints takes several turns', async () => {
  const cluster = await warm()
  const create = async (name: string, count: number) => {
    const addresses = range(count).map((i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }))
    const { turns, status } = await turnsOf(cluster, '/api/v1/namespaces/default/endpoints', {
      body: { metadata: { name }, subsets: [{ addresses, ports: [{ port: 80 }] }] },
    })
    expect(status).toBe(201)
    return turns
  }
  await create('warm', 1)
  const few = await create('few', 4000)
  expect(await create('many', 36_000)).toBeGreaterThanOrEqual(few + 28)
})

test('expressions of a policy are checked over several turns, though they are short', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
  const resourceRules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }]
  const create = (name: string, count: number) => {
    const validations = range(count).map((i) => ({ expression: `object.metadata.name != "${i}"` }))
    return turnsOf(cluster, path, {
      body: { metadata: { name }, spec: { matchConstraints: { resourceRules }, validations } },
    })
  }
  await create('warm', 1)
  const [few, many] = [await create('few', 3), await create('many', 400)]
  expect([few.status, many.status]).toEqual([201, 201])
  // Twelve expressions fill a turn.
  expect(many.turns).toBeGreaterThanOrEqual(few.turns + 30)
  expect(many.turns).toBeLessThan(MOST_TURNS)
})
