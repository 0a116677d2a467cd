import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import { statedType, typeProblem } from '../../../src/model/registry/type-meta.js'

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
  expect(typeProblem({ kind: 'A', Kind: 1 })).toBe(
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  )
})

const sent = async (method: 'POST' | 'DELETE', type: string, body: string) => {
  const { fetch } = createCluster({ seed: 1, controllers: 'none' })
  const path = `/api/v1/namespaces/default/configmaps${method === 'DELETE' ? '/a' : ''}`
  const reply = await fetch(path, { method, headers: { 'Content-Type': type }, body })
  const { message } = (await reply.json()) as { readonly message: string }
  return `${reply.status} ${message}`
}

test.each([
  ['POST', { Kind: 'Nope' }, '400 Nope in version "v1" cannot be handled as a ConfigMap: no kind "Nope"'],
  ['POST', { kind: 'ConfigMap', Kind: 'Secret' }, '(v1.Secret) to (core.ConfigMap): unknown conversion'],
  ['DELETE', { Kind: 'Nope' }, '500 no kind "Nope" is registered for version "v1"'],
] as const)('%s with %j', async (method, body, message) => {
  const text = JSON.stringify({ apiVersion: 'v1', metadata: { name: 'a' }, ...body })
  expect(await sent(method, 'application/json', text)).toContain(message)
})

test('DeleteOptions in YAML that cannot be parsed', async () => {
  expect(await sent('DELETE', 'application/yaml', 'a: @')).toBe('500 yaml: found character that cannot start any token')
})
