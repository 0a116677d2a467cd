import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

test.each(['1e30', '9223372036854775808', '-9223372036854775809'])(
  'an apply that states %s where Go has 64 bits states the least of them',
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

test.each(['9223372036854775807', '9007199254740993', '-9223372036854775808'])(
  'what holds 64 bits takes %s from an apply, and what holds 32 the lower ones',
  async (number) => {
    const { fetch } = createCluster({ seed: 1, controllers: 'none' })
    const apply = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/apply-patch+yaml' }
      return (await fetch(`${path}?fieldManager=m`, { method: 'PATCH', headers, body })).text()
    }
    const revision = `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"a"},"data":{"n":${number}},"revision":${number}}`
    const made = await apply('/apis/apps/v1/namespaces/default/controllerrevisions/a', revision)
    if (number.startsWith('-')) expect(made).toContain(`revision: Invalid value: ${number}`)
    else expect(made).toContain(`"data":{"n":${number}},"revision":${number}`)
    const endpoints = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"subsets":[{"addresses":[{"ip":"10.9.9.9"}],"ports":[{"port":${number}}]}]}`
    const port = Number(BigInt.asIntN(32, BigInt(number)))
    const answer = await apply('/api/v1/namespaces/default/endpoints/a', endpoints)
    if (port === 1) expect(answer).toContain('"ports":[{"port":1,')
    else expect(answer).toContain(`subsets[0].ports[0].port: Invalid value: ${port}: must be between`)
  },
)

test('a key that JavaScript would round is told as it is written', async () => {
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
