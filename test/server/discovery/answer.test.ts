import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import type { Cluster } from '../../../src/cluster/types.js'

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const GROUP = 'shop.example.com'

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

async function ask(cluster: Cluster, path: string, accept = 'application/json') {
  const reply = await cluster.fetch(path, { headers: { accept } })
  const text = await reply.text()
  return { tag: reply.headers.get('etag'), text }
}

test.each([
  ['/apis', AGGREGATED],
  ['/apis', 'application/json'],
])('%s as %s is the same until what is served changes, and again when that is undone', async (path, accept) => {
  const cluster = createCluster({ seed: 1 })
  const before = cluster.snapshot()
  const first = await ask(cluster, path, accept)
  expect(await ask(cluster, path, accept)).toEqual(first)
  await cluster.create('CustomResourceDefinition', widgets)
  await cluster.settled()
  const changed = await ask(cluster, path, accept)
  expect(changed.text).toContain(GROUP)
  expect(await ask(cluster, path, accept)).toEqual(changed)
  cluster.restore(before)
  expect(await ask(cluster, path, accept)).toEqual(first)
})

test('a kept document is sent in each format that is asked for', async () => {
  const cluster = createCluster({ seed: 1 })
  const { text } = await ask(cluster, '/api/v1')
  expect((await ask(cluster, '/api/v1?pretty=true')).text).toMatch(/^\{\n {2}"kind"/)
  expect((await ask(cluster, '/api/v1', 'application/yaml')).text).toMatch(/^apiVersion|^groupVersion/)
  expect((await ask(cluster, '/api/v1')).text).toBe(text)
  expect(text).toMatch(/^\{"kind"/)
})

test.each(['/version', '/', '/index.html', '/version?pretty=false'])(
  '%s is indented for every client',
  async (path) => {
    const cluster = createCluster({ seed: 1, profile: 'kubernetes' })
    const { text } = await ask(cluster, path)
    expect(text).toBe(JSON.stringify(JSON.parse(text), undefined, 2))
  },
)

test('what a hook makes of a document is not sent to others', async () => {
  const cluster = createCluster({ seed: 1 })
  const { text } = await ask(cluster, '/api/v1')
  const body = { kind: 'APIResourceList', resources: [] }
  const hook = cluster.hooks.after({ path: '/api/v1' }, () => ({ type: 'document', code: 200, body }))
  expect((await ask(cluster, '/api/v1')).text).toBe('{"kind":"APIResourceList","resources":[]}\n')
  hook.dispose()
  expect((await ask(cluster, '/api/v1')).text).toBe(text)
})
