import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { statedType, typeMetaProblem } from '../../src/registry/type-meta.js'

test.each([
  [{ kind: 'A', apiVersion: 'v1' }, 'A', 'v1'],
  [{ KIND: 'A', apiversion: 'v1' }, 'A', 'v1'],
  [{ kind: 'A', Kind: 'B', name: 'C' }, 'B', ''],
  [{ Kind: 'B', kind: 'A' }, 'A', ''],
  [{ kind: 'A', Kind: null }, 'A', ''],
  [{ '\u212aind': 'A' }, 'A', ''],
  [{ kinds: 'A', kin: 'B' }, '', ''],
  [['kind'], '', ''],
])('the type that %j states', (value, kind, apiVersion) => {
  expect(statedType(value)).toEqual({ kind, apiVersion })
})

test('a kind in any case must be a string', () => {
  expect(typeMetaProblem({ kind: 'A', Kind: 1 })).toBe(
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  )
})

test.each([
  [
    'POST',
    { Kind: 'Nope' },
    400,
    'Nope in version "v1" cannot be handled as a ConfigMap: no kind "Nope" is registered',
  ],
  [
    'POST',
    { kind: 'ConfigMap', Kind: 'Secret' },
    400,
    'converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  ],
  ['DELETE', { Kind: 'Nope' }, 500, 'no kind "Nope" is registered for version "v1"'],
  ['DELETE', 'a: @', 500, 'yaml: found character that cannot start any token'],
])('%s with %j', async (method, body, code, message) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const reply = await fetch(`/api/v1/namespaces/default/configmaps${method === 'DELETE' ? '/a' : ''}`, {
    method,
    headers: { 'Content-Type': typeof body === 'string' ? 'application/yaml' : 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify({ apiVersion: 'v1', metadata: { name: 'a' }, ...body }),
  })
  const status = (await reply.json()) as { readonly message: string }
  expect(reply.status).toBe(code)
  expect(status.message).toContain(message)
  expect(status.message.startsWith('the object')).toBe(false)
  if (typeof body === 'string') expect(status.message).toBe(message)
})
