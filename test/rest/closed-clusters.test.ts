import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { definitionOf } from '../suites/definition.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // available with --expose-gc

/** Waits until all referenced objects are garbage-collected; returns the names of those that never are. */
async function survivors(refs: { readonly [name: string]: WeakRef<object> }): Promise<readonly string[]> {
  let left: readonly string[] = []
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    left = Object.keys(refs).filter((name) => refs[name]?.deref() !== undefined)
    if (left.length === 0) return left
  }
  return left
}

const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    },
  },
})
const definition = definitionOf('widgets.shop.io', 'Widget', [version('v1', true), version('v2', false)])

const ACCEPTED = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
]

/** Uses a cluster in each way that could retain something, closes it, and returns what should be collected then. */
async function useAndClose(): Promise<{ readonly [name: string]: WeakRef<object> }> {
  const cluster = createCluster({ seed: 1, crds: [definition] })
  const lease = await cluster.create('Lease', { metadata: { name: 'leader' } })
  const claim = await cluster.create('ConfigMap', { metadata: { name: 'settings' }, data: { a: 'b' } } as never) // no type of its own yet
  const widget = await cluster.create('shop.io/v1/Widget', { metadata: { name: 'w' } } as never) // no type of its own
  const paths = [
    '/apis/coordination.k8s.io/v1/leases',
    '/api/v1/configmaps',
    '/apis/shop.io/v1/widgets',
    '/apis/shop.io/v2/widgets',
  ]
  for (const path of paths)
    for (const accept of ACCEPTED) await (await cluster.fetch(path, { headers: { accept } })).text()
  for (const path of ['/openapi/v2', '/openapi/v3', '/apis', '/api/v1/namespaces/default/configmaps/settings'])
    await (await cluster.fetch(path)).text()
  const reader = (await cluster.fetch(`${paths[0]}?watch=true`)).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await cluster.list('Lease')
  await cluster.patch('Lease', { name: 'leader' }, { metadata: { labels: { a: 'b' } } })
  const fork = cluster.fork()
  await fork.list('Lease')
  const own = await fork.create('Lease', { metadata: { name: 'other' } })
  await (await fork.fetch('/apis/coordination.k8s.io/v1/leases')).text()
  await cluster.settled()
  fork.close()
  cluster.close()
  return {
    cluster: new WeakRef(cluster),
    fork: new WeakRef(fork),
    lease: new WeakRef(lease),
    configMap: new WeakRef(claim),
    widget: new WeakRef(widget),
    'lease of the fork': new WeakRef(own),
  }
}

test('nothing keeps a closed cluster or its objects alive', async () => {
  expect(await survivors(await useAndClose())).toEqual([])
})

/** Asks a cluster that has the kinds of all others for what is kept with kinds, and closes it. */
async function discoverAndClose(): Promise<{ readonly [name: string]: WeakRef<object> }> {
  const cluster = createCluster({ controllers: 'none' })
  const lease = await cluster.create('Lease', { metadata: { name: 'leader' } })
  for (const path of ['/openapi/v2', '/openapi/v3', '/apis', '/openapi/v3/api/v1'])
    await (await cluster.fetch(path)).text()
  cluster.close()
  return { cluster: new WeakRef(cluster), lease: new WeakRef(lease) }
}

test('what clusters share of their kinds keeps none of them alive', async () => {
  expect(await survivors(await discoverAndClose())).toEqual([])
})
