import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { definitionOf, versionOf } from '../suites/definition.js'

// Objects that were stored before their definition changed are read by the new one.

const ORIGIN = 'http://cluster.local'
const DEFINITIONS = `${ORIGIN}/apis/apiextensions.k8s.io/v1/customresourcedefinitions`
const THINGS = `${ORIGIN}/apis/example.com/v1/namespaces/default/things`
const MERGE_PATCH = 'application/merge-patch+json'

const version = (spec: object) => versionOf({ type: 'object', properties: { spec } })
const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

function open(spec: object) {
  const cluster = createCluster({ seed: 1, crds: [definitionOf('things.example.com', 'Thing', [version(spec)])] })
  const send = (method: string, url: string, type: string, body: object) =>
    cluster.fetch(url, { method, headers: { 'Content-Type': type }, body: JSON.stringify(body) })
  const create = async (name: string, more: object) => {
    const thing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name }, spec: more }
    expect((await send('POST', THINGS, 'application/json', thing)).status).toBe(201)
  }
  const define = async (next: object) => {
    const patch = { spec: { versions: [version(next)] } }
    expect((await send('PATCH', `${DEFINITIONS}/things.example.com`, MERGE_PATCH, patch)).status).toBe(200)
  }
  return { cluster, create, define }
}

test('many objects are converted to a new definition over several turns', async () => {
  const { cluster, create, define } = open(anything)
  for (let i = 0; i < 600; i++) await create(`t${i}`, { a: 'b' })
  await define({ type: 'object', properties: { size: { type: 'string', default: 'small' } } })
  let turns = 0
  let isOver = false
  const listed = cluster.fetch(THINGS).finally(() => (isOver = true))
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  expect((await listed).status).toBe(200)
  expect(turns).toBeGreaterThan(3)
  const { items } = (await (await cluster.fetch(THINGS)).json()) as {
    readonly items: readonly { readonly spec: object }[]
  }
  expect(items).toHaveLength(600)
  expect(new Set(items.map(({ spec }) => JSON.stringify(spec)))).toEqual(new Set(['{"size":"small"}']))
  await cluster.close()
})
