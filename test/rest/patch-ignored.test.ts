import { expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const DEFINITION = definitionOf('things.example.com', 'Thing', [
  versionOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
])
const THING = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 'a' } }
const [THINGS, MAPS] = ['/apis/example.com/v1/namespaces/default/things', '/api/v1/namespaces/default/configmaps']
const [MERGE, PATCH] = ['application/merge-patch+json', 'application/json-patch+json']

async function patched(path: string, type: string, body: string, validation: string) {
  const cluster = createCluster({ seed: 1, crds: DEFINITION })
  const headers = { 'content-type': 'application/json' }
  expect((await cluster.fetch(THINGS, { method: 'POST', headers, body: JSON.stringify(THING) })).status).toBe(201)
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  const url = `${path}/a?fieldValidation=${validation}`
  const reply = await cluster.fetch(url, { method: 'PATCH', headers: { 'content-type': type }, body })
  const { message = '' } = (await reply.json()) as { readonly message?: string }
  return [reply.status, message]
}

// With fieldValidation=Ignore the patch itself is not decoded, only its result (handlers/patch.go: jsonPatcher.applyJSPatch).
test.each([
  [THINGS, MERGE, '{"f":1e400}', 'Strict', 400, /^error decoding patch: json: cannot unmarshal number 1e400/],
  [THINGS, MERGE, '{"f":1e400}', 'Ignore', 422, /json: cannot unmarshal number .* into Go value of type float64$/],
  [THINGS, PATCH, '[{"op":"add","path":"/f","value":1e400}]', 'Ignore', 422, /of type float64$/],
  [THINGS, PATCH, '[{"op":"test","path":"/f","value":1e400}]', 'Ignore', 422, /rejected our request/],
  [MAPS, MERGE, '{"f":1e400}', 'Ignore', 200, /^$/],
] as const)('a patch with a number beyond float64: %s %s %s %s', async (path, type, body, validation, code, words) => {
  expect(await patched(path, type, body, validation)).toEqual([code, expect.stringMatching(words)])
})
