import { expect, test } from 'vitest'
import { encodeJson } from '../../../src/base/json/json.js'
import { createCluster } from '../../../src/cluster/cluster.js'
import { definitionOf, versionOf } from '../../suites/definition.js'

const DEFINITION = definitionOf('things.example.com', 'Thing', [
  versionOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
])

/** Posts objects, expects each reply to be the JSON of what is stored, and returns the managedFields. */
async function posted(path: string, kind: string, objects: readonly object[]): Promise<readonly unknown[]> {
  const cluster = createCluster({ seed: 1, crds: DEFINITION })
  const headers = { 'content-type': 'application/json' }
  const found: unknown[] = []
  for (const object of objects) {
    const reply = await cluster.fetch(path, { method: 'POST', headers, body: JSON.stringify(object) })
    const text = await reply.text()
    const read = JSON.parse(text) as { readonly metadata: { readonly name: string; readonly managedFields: unknown } }
    expect(text).toBe(`${encodeJson(read)}\n`)
    expect(await cluster.get(kind, { name: read.metadata.name, namespace: 'default' })).toEqual(read)
    found.push(read.metadata.managedFields)
  }
  return found
}

test('objects of one shape, whose managedFields are encoded once, are encoded like others', async () => {
  const configMap = (name: string, more = {}) => ({ metadata: { name }, data: { a: '"managedFields":0 <&>', ...more } })
  const all = ['a', 'b', 'c', 'd'].map((name) => configMap(name))
  const found = await posted('/api/v1/namespaces/default/configmaps', 'ConfigMap', [...all, configMap('e', { b: '' })])
  expect(found[0]).toMatchObject([{ operation: 'Update', fieldsV1: { 'f:data': { 'f:a': {} } } }])
  expect(found.slice(1, 4)).toEqual([found[0], found[0], found[0]])
  expect(found[4]).toMatchObject([{ fieldsV1: { 'f:data': { 'f:a': {}, 'f:b': {} } } }])
})

test('so are custom resources, even with members that look like managedFields', async () => {
  const thing = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name } })
  const plain = ['a', 'b', 'c'].map((name) => ({ ...thing(name), spec: { 1: 'x', b: '' } }))
  const like = ['d', 'e', 'f'].map((name) => ({ ...thing(name), data: { managedFields: 0 }, spec: {} }))
  const all = [...plain, ...like]
  expect(await posted('/apis/example.com/v1/namespaces/default/things', 'Thing', all)).toHaveLength(all.length)
})
