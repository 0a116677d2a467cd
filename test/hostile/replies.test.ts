import { beforeAll, expect, test } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'
import { encodeYaml } from '../../src/base/yaml/write.js'
import { turnsOf } from './support/turns.js'

// Long replies are encoded in several turns of the event loop, so that other requests are answered in between.

const MAPS = '/api/v1/namespaces/default/configmaps'
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const PARTIAL = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io'
const [JSON_TYPE, YAML, PROTOBUF] = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']

const COUNT = 5000
const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

async function withMaps(count: number): Promise<Cluster> {
  const cluster = createCluster({ seed: 1 })
  for (const i of range(count)) await cluster.create('ConfigMap', { metadata: { name: `m${i}` }, data: { a: `${i}` } })
  await cluster.settled()
  return cluster
}

let few: Cluster
let many: Cluster
beforeAll(async () => {
  few = await withMaps(5)
  many = await withMaps(COUNT)
})

const list = async (cluster: Cluster, accept: string) => {
  const { turns, status, reply } = await turnsOf(cluster, MAPS, { method: 'GET', accept })
  expect(status).toBe(200)
  return { turns, reply }
}

test.each([
  [JSON_TYPE, 5],
  [TABLE, 12],
  [PARTIAL, 8],
  [YAML, 15],
  [PROTOBUF, 10],
])('encoding a long list takes several turns: %s', async (accept, turns) => {
  await list(few, accept)
  const short = await list(few, accept)
  const long = await list(many, accept)
  expect(long.turns).toBeGreaterThanOrEqual(short.turns + turns)
})

test('a list encoded in several turns is complete and the same as one encoded at once', async () => {
  const items = ['kube-root-ca.crt', ...range(COUNT).map((i) => `m${i}`)]
  const names = (all: readonly { readonly metadata: { readonly name: string } }[]) =>
    all.map(({ metadata }) => metadata.name)
  const text = await (await list(many, JSON_TYPE)).reply.text()
  const whole = JSON.parse(text) as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }
  expect(names(whole.items).toSorted()).toEqual(items.toSorted())
  expect(text).toBe(`${JSON.stringify(whole)}\n`)
  expect(await (await list(many, YAML)).reply.text()).toBe(encodeYaml(whole))
  const table = (await (await list(many, TABLE)).reply.json()) as { readonly rows: readonly object[] }
  expect(table.rows).toHaveLength(items.length)
  const partial = (await (await list(many, PARTIAL)).reply.json()) as typeof whole
  expect(names(partial.items)).toEqual(names(whole.items))
  const pages = await (await list(many, PROTOBUF)).reply.arrayBuffer()
  expect(pages.byteLength).toBeGreaterThan(COUNT * 100)
})

// Names without digits: JavaScript would put keys that are integers first.
const letters = (i: number) => String(i).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))

test('encoding a large object as YAML takes several turns', async () => {
  const data = (length: number) => Object.fromEntries(range(length).map((i) => [letters(i), 'v']))
  const read = async (name: string, length: number) => {
    await turnsOf(few, MAPS, { body: { metadata: { name }, data: data(length) } })
    const { turns, reply } = await turnsOf(few, `${MAPS}/${name}`, { method: 'GET', accept: YAML })
    expect(await reply.text()).toBe(encodeYaml(await few.get('ConfigMap', { name })))
    return turns
  }
  await read('warm', 5)
  const short = await read('short', 5)
  expect(await read('long', 30_000)).toBeGreaterThanOrEqual(short + 10)
})

test('encoding the table of a large object takes several turns', async () => {
  const labels = (length: number) => Object.fromEntries(range(length).map((i) => [`l${letters(i)}`, 'v']))
  const read = async (name: string, length: number) => {
    await turnsOf(few, MAPS, { body: { metadata: { name, labels: labels(length) } } })
    const { turns, reply } = await turnsOf(few, `${MAPS}/${name}`, { method: 'GET', accept: TABLE })
    const text = await reply.text()
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`)
    expect(JSON.parse(text)).toMatchObject({ rows: [{ object: { metadata: { labels: labels(length) } } }] })
    return turns
  }
  await read('warm-table', 5)
  const short = await read('short-table', 5)
  expect(await read('long-table', 40_000)).toBeGreaterThanOrEqual(short + 4)
})

test('encoding a Status with a long message takes several turns', async () => {
  const refuse = async (length: number) => {
    const { turns, reply, status } = await turnsOf(few, MAPS, { body: { metadata: { name: 'A'.repeat(length) } } })
    expect(status).toBe(422)
    const text = await reply.text()
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`)
    expect(text.length).toBeGreaterThan(length)
    return turns
  }
  await refuse(100_000)
  expect(await refuse(2_000_000)).toBeGreaterThanOrEqual((await refuse(50_000)) + 5)
})

test('a long review is answered in several turns, also one with a long selector', async () => {
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
  const review = async (groups: number, clauses: number) => {
    const rawSelector = range(clauses)
      .map((i) => `l${i}!=a`)
      .join()
    const resourceAttributes = { verb: 'list', resource: 'pods', labelSelector: { rawSelector } }
    const spec = { groups: range(groups).map((i) => `g${i}`), resourceAttributes }
    const { turns, status, reply } = await turnsOf(few, path, { body: { spec } })
    expect(status).toBe(201)
    expect(await reply.json()).toMatchObject({ status: { allowed: true } })
    return turns
  }
  await review(20_000, 1)
  const short = await review(1, 1)
  expect(await review(60_000, 1)).toBeGreaterThanOrEqual(short + 6)
  expect(await review(1, 60_000)).toBeGreaterThanOrEqual(short + 15)
})

test('unknown members are told over several turns', async () => {
  const create = async (length: number) => {
    const body = { metadata: { name: 'unknown' }, ...Object.fromEntries(range(length).map((i) => [letters(i), 'v'])) }
    const { turns, status } = await turnsOf(few, `${MAPS}?fieldValidation=Strict`, { body })
    expect(status).toBe(400)
    return turns
  }
  await create(100_000)
  expect(await create(100_000)).toBeGreaterThanOrEqual((await create(5)) + 5)
})
