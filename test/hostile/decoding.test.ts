import { describe, expect, test } from 'vitest'
import { createCluster } from '../../src/cluster/cluster.js'
import type { Cluster } from '../../src/cluster/types.js'
import { definitionOf, versionOf } from '../suites/definition.js'

const DEFINITION = definitionOf('things.example.com', 'Thing', [
  versionOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
])

const THINGS = '/apis/example.com/v1/namespaces/default/things'

async function ask(
  cluster: Cluster,
  method: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
) {
  const response = await cluster.fetch(path, { method, headers: { 'content-type': type }, body })
  return { status: response.status, text: await response.text() }
}

const JSON_TYPE = 'application/json'
const thing = (member: string) => `{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},${member}}`

async function withThing(): Promise<Cluster> {
  const cluster = createCluster({ seed: 1, crds: DEFINITION })
  expect((await ask(cluster, 'POST', THINGS, JSON_TYPE, thing('"f":1'))).status).toBe(201)
  return cluster
}

describe('a number out of the range of float64', () => {
  const words = (target: string) => `json: cannot unmarshal number 1e400 into ${target} of type float64`

  test.each([
    ['POST', THINGS, JSON_TYPE, thing('"f":1e400'), words('Go value')],
    ['PUT', `${THINGS}/a`, JSON_TYPE, thing('"f":[{"g":1e400}]'), words('Go value')],
    ['PATCH', `${THINGS}/a`, 'application/merge-patch+json', '{"f":1e400}', words('Go value')],
    [
      'PATCH',
      `${THINGS}/a`,
      'application/json-patch+json',
      '[{"op":"add","path":"/f","value":1e400}]',
      words('Go struct field jsonPatchOp.value'),
    ],
    ['PATCH', '/api/v1/namespaces/default', 'application/strategic-merge-patch+json', '{"f":1e400}', words('Go value')],
  ])('is refused: %s %s %s', async (method, path, type, body, message) => {
    const { status, text } = await ask(await withThing(), method, path, type, body)
    expect(status).toBe(400)
    expect((JSON.parse(text) as { message: string }).message).toContain(message)
  })

  test('is a string in YAML', async () => {
    const cluster = createCluster({ seed: 1, crds: DEFINITION })
    const { text } = await ask(cluster, 'POST', THINGS, 'application/yaml', thing('"f":1e400'))
    expect(text).toContain('"f":"1e400"')
  })

  test('is refused in a typed field', async () => {
    const cluster = createCluster({ seed: 1 })
    const definition = JSON.stringify(DEFINITION).replace('"type":"object"', '"type":"object","maximum":1e400')
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    expect((await ask(cluster, 'POST', path, JSON_TYPE, definition)).text).toContain(
      'json: cannot unmarshal number 1e400 into Go struct field JSONSchemaProps.',
    )
  })
})

describe('invalid Unicode becomes U+FFFD, as in Go:', () => {
  const bytes = (...parts: readonly (string | number)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])))

  test.each([
    ['an escaped high surrogate alone', thing('"f":"\\ud800x"'), '\ufffdx'],
    ['two surrogates in the wrong order', thing('"f":"\\udc00\\ud800"'), '\ufffd\ufffd'],
    ['an escaped surrogate pair, which is valid', thing('"f":"\\ud83d\\ude00"'), '😀'],
    ['an escaped backslash before a u, which is no escape', thing('"f":"\\\\ud800"'), '\\ud800'],
    ['two bytes of a three-byte character', bytes(thing('"f":"').slice(0, -1), 0xe2, 0x82, '"}'), '\ufffd\ufffd'],
    ['a byte that is never part of UTF-8', bytes(thing('"f":"').slice(0, -1), 0xff, 'x"}'), '\ufffdx'],
  ])('%s', async (_, body, value) => {
    const cluster = createCluster({ seed: 1, crds: DEFINITION })
    const { status, text } = await ask(cluster, 'POST', THINGS, JSON_TYPE, body)
    expect([status, (JSON.parse(text) as { f: string }).f]).toEqual([201, value])
  })
})

describe('the depth limit of stored objects', () => {
  const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
  const patch = (cluster: Cluster, operations: readonly object[]) =>
    ask(cluster, 'PATCH', `${THINGS}/a`, 'application/json-patch+json', JSON.stringify(operations))

  test('holds for the result of a JSON patch', async () => {
    const cluster = await withThing()
    const { status } = await patch(cluster, [{ op: 'add', path: '/x', value: nested(600) }])
    expect(status).toBe(200)
    const path = `/x${'/a'.repeat(599)}/a`
    const { status: refused, text } = await patch(cluster, [
      { op: 'copy', from: '/x', path: '/y' },
      { op: 'move', from: '/y', path },
    ])
    expect(refused).toBe(422)
    expect(text).toContain("invalid character '{' exceeded max depth")
  })

  test('holds for the patch of an admit hook', async () => {
    const cluster = await withThing()
    cluster.hooks.admit({ client: 'test', kind: 'Thing' }, { patch: { deep: nested(1200) as object } })
    await expect(cluster.patch('Thing', { name: 'a' }, { f: 2 })).rejects.toMatchObject({ code: 400 })
  })

  // Its fields stand some levels deeper in managedFields.
  test('lets an object just below it be written, read, listed and sent back as JSON and YAML', async () => {
    const cluster = await withThing()
    expect((await patch(cluster, [{ op: 'add', path: '/x', value: nested(990) }])).status).toBe(200)
    const read = async (accept: string) => await (await cluster.fetch(`${THINGS}/a`, { headers: { accept } })).text()
    for (const type of [JSON_TYPE, 'application/yaml'])
      expect((await ask(cluster, 'PUT', `${THINGS}/a`, type, await read(type))).status).toBe(200)
    expect((await cluster.fetch(THINGS, { headers: { accept: 'application/yaml' } })).status).toBe(200)
  })
})
