import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'

const NOT_FOUND = 'the server could not find the requested resource'

test.each([
  ['POST', '/api/v1/namespaces/default/bindings', {}, '500 target.name: Required value'],
  ['POST', '/api/v1/namespaces/default/bindings', { target: { name: 'n' } }, '400 Name parameter required.'],
  ['POST', '/api/v1/namespaces/default/pods/a/binding', {}, '400 name in URL does not match name in Binding object'],
  // What cannot be listed has no path across all namespaces.
  ['GET', '/api/v1/bindings', undefined, `404 ${NOT_FOUND}`],
  ['POST', '/api/v1/bindings', {}, `404 ${NOT_FOUND}`],
  ['POST', '/apis/authorization.k8s.io/v1/localsubjectaccessreviews', {}, `404 ${NOT_FOUND}`],
  ['POST', '/api/v1/pods', {}, '405 the server does not allow this method on the requested resource'],
])('%s %s %j', async (method, path, body, answer) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const headers = { 'Content-Type': 'application/json' }
  const reply = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { message } = (await reply.json()) as { readonly message: string }
  expect(`${reply.status} ${message}`).toBe(answer)
})
