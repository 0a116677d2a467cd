import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'

const definition = (i: number) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.g${i}.example.com` },
  spec: {
    group: `g${i}.example.com`,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
})

// The index has the hash of every document, so all of them have to be generated.
test('other requests are answered while the OpenAPI v3 index is generated', async () => {
  const cluster = createCluster({ seed: 1, crds: Array.from({ length: 20 }, (_, i) => definition(i)) })
  const done: string[] = []
  const ask = async (path: string) => {
    const reply = await cluster.fetch(path)
    await reply.text()
    done.push(path)
    return reply.status
  }
  await ask('/openapi/v3/version')
  done.length = 0
  const index = ask('/openapi/v3')
  await new Promise((resolve) => setImmediate(resolve))
  expect(await ask('/api/v1/namespaces/default')).toBe(200)
  expect(done).toEqual(['/api/v1/namespaces/default'])
  expect(await index).toBe(200)
  await ask('/openapi/v3')
  const { paths } = (await (await cluster.fetch('/openapi/v3')).json()) as { readonly paths: object }
  expect(Object.keys(paths)).toContain('apis/g19.example.com/v1')
})
