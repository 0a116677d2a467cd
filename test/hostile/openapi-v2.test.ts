import { expect, test } from 'vitest'
import { eachInSteps, finish, finishInTurns } from '../../src/base/turns/steps.js'
import { createCluster } from '../../src/cluster/cluster.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const FORMS = ['application/json', 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf']

const crds = Array.from({ length: 20 }, (_, i) =>
  definitionOf(`things.g${i}.example.com`, 'Thing', [versionOf({ type: 'object', properties: {} })]),
)

test.each(FORMS)('other requests are answered while the OpenAPI v2 document is generated as %s', async (accept) => {
  const cluster = createCluster({ seed: 1, crds })
  const done: string[] = []
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await cluster.fetch(path, { headers })
    const length = (await reply.arrayBuffer()).byteLength
    done.push(path)
    return { status: reply.status, length, etag: reply.headers.get('etag') }
  }
  await ask('/openapi/v3/version')
  done.length = 0
  const both = [ask('/openapi/v2', { accept }), ask('/openapi/v2', { accept })]
  for (let i = 0; i < 20; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    await ask('/api/v1/namespaces/default')
  }
  expect(done).toEqual(Array.from({ length: 20 }, () => '/api/v1/namespaces/default'))
  const [first, second] = await Promise.all(both)
  expect(first).toMatchObject({ status: 200 })
  expect(second).toEqual(first)
  expect(await ask('/openapi/v2', { accept })).toEqual(first)
})

test('the JSON document has the paths, definitions and parameters of all groups', async () => {
  const cluster = createCluster({ seed: 1, crds })
  const text = await (await cluster.fetch('/openapi/v2')).text()
  const document = JSON.parse(text) as { readonly paths: object; readonly definitions: object }
  expect(Object.keys(document)).toEqual([
    'swagger',
    'info',
    'paths',
    'definitions',
    'parameters',
    'securityDefinitions',
    'security',
  ])
  expect(Object.keys(document.paths)).toContain('/apis/g19.example.com/v1/namespaces/{namespace}/things/{name}')
  expect(Object.keys(document.definitions)).toContain('com.example.g19.v1.Thing')
})

test('steps have the same result at once and in turns', async () => {
  const steps = () => eachInSteps([1, 2, 3], (item) => item * 2)
  let pauses = 0
  const pause = async () => void pauses++
  expect(finish(steps())).toEqual([2, 4, 6])
  expect(await finishInTurns(steps(), pause)).toEqual([2, 4, 6])
  expect(pauses).toBe(3)
})
