import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

test.each(['1e30', '9223372036854775808', '-9223372036854775809'])(
  'an applied %s in an int64 field becomes the smallest int64',
  async (generation) => {
    const { fetch } = createCluster({ seed: 1, controllers: 'none' })
    const path = '/api/v1/namespaces/default/configmaps/a?fieldManager=m'
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","generation":${generation}}}`
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    const reply = await fetch(path, { method: 'PATCH', headers, body })
    expect([reply.status, ((await reply.json()) as { message?: string }).message]).toEqual([
      422,
      'ConfigMap "a" is invalid: metadata.generation: Invalid value: -9223372036854775808: must be greater than or equal to 0',
    ])
  },
)

test.each([
  ['9223372036854775807', '"data":{"n":9223372036854775807},"revision":9223372036854775807', 'Invalid value: -1: must'],
  ['-9223372036854775808', 'revision: Invalid value: -9223372036854775808: must', 'Invalid value: 0: must'],
  ['9007199254740993', '"data":{"n":9007199254740993},"revision":9007199254740993', '"ports":[{"port":1,'],
])('an int64 field takes an applied %s, an int32 field its lower 32 bits', async (number, revised, port) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const apply = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/apply-patch+yaml' }
    return (await fetch(`${path}?fieldManager=m`, { method: 'PATCH', headers, body })).text()
  }
  const revision = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"data":{"n":${number}},"revision":${number}}`
  expect(await apply('/apis/apps/v1/namespaces/default/controllerrevisions/a', revision)).toContain(revised)
  const endpoints = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"subsets":[{"addresses":[{"ip":"10.9.9.9"}],"ports":[{"port":${number}}]}]}`
  expect(await apply('/api/v1/namespaces/default/endpoints/a', endpoints)).toContain(port)
})

test('an error shows a key that JavaScript would round as it is written', async () => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  const body =
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","finalizers":[9007199254740993]},"data":{}}'
  const reply = await fetch('/api/v1/namespaces/default/configmaps/a?fieldManager=m', {
    method: 'PATCH',
    headers,
    body,
  })
  expect(await reply.text()).toContain('.metadata.finalizers[=9007199254740993]: expected string')
})
