import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'
import { mediaType } from '../../../src/server/wire/body.js'

test.each([
  [null, ''],
  ['application/json', 'application/json'],
  ['APPLICATION/JSON', 'application/json'],
  ['application/json; charset=utf-8', 'application/json'],
  [' application/yaml ; a = "x;y" ; b=c ', 'application/yaml'],
  ['application/json;', 'application/json'],
  ['application/json;a=b;', 'application/json'],
  ['application/json;q', 'application/json;q'],
  ['application/json;a="b', 'application/json;a="b'],
  ['application/json;a=b;A=b', 'application/json;a=b'],
  ['application/json;a=b; b=c', 'application/json'],
])('Content-Type %j is media type %j', (header, type) => {
  expect(mediaType(header)).toBe(type)
})

test('a malformed Content-Type is a 415, except for patches, which ignore malformed parameters', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const send = async (method: string, name: string, type: string) => {
    const body = JSON.stringify({ metadata: { name: 'a' } })
    return (
      await cluster.fetch(`/api/v1/namespaces/default/configmaps${name}`, {
        method,
        body,
        headers: { 'Content-Type': type },
      })
    ).status
  }
  expect(await send('POST', '', 'application/json;q')).toBe(415)
  expect(await send('POST', '', 'application/json;q=1')).toBe(201)
  expect(await send('PUT', '/a', 'application/json;q')).toBe(415)
  expect(await send('PATCH', '/a', 'application/merge-patch+json;q')).toBe(200)
  expect(await send('DELETE', '/a', 'application/json;q')).toBe(415)
})

test('the handler of patches takes a single media type without white space, its router a list', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const message = async (type: string) => {
    const headers = { 'Content-Type': type }
    const reply = await cluster.fetch('/api/v1/namespaces/default', { method: 'PATCH', body: '{}', headers })
    return ((await reply.json()) as { readonly message?: string }).message // an object or a Status
  }
  const refusal =
    'the body of the request was in an unknown format - accepted media types include: ' +
    'application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml'
  expect(await message('application/merge-patch+json ;q=1')).toBe(refusal)
  expect(await message('application/json, application/merge-patch+json')).toBe(refusal)
  expect(await message('application/merge-patch+json; q=1')).toBeUndefined()
  expect(await message('application/json')).toBe('415: Unsupported Media Type')
})
