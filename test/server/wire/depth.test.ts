import { expect, test } from 'vitest'
import { createCluster } from '../../../src/cluster/cluster.js'

const TYPES = [
  'application/json',
  'application/yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
] as const

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + '1' + close.repeat(depth)

async function send(type: (typeof TYPES)[number], value: string): Promise<number> {
  const cluster = createCluster({ profile: 'example', seed: 1 })
  await cluster.create('Node', { metadata: { name: 'n' } })
  const patched = type.includes('patch')
  const body =
    type === 'application/json-patch+json'
      ? `[{"op":"add","path":"/x","value":${value}}]`
      : `{"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},"x":${value}}`
  const path = `/api/v1/nodes${patched ? '/n?fieldManager=me' : '?dryRun=All'}`
  return (await cluster.fetch(path, { method: patched ? 'PATCH' : 'POST', headers: { 'content-type': type }, body }))
    .status
}

const DEEP = [
  [10_000, '[', ']'],
  [10_000, '{"a":', '}'],
  [5_000, '{"a":', '}'],
  [300_000, '[', ''],
] as const

test.each(TYPES.flatMap((type) => DEEP.map(([depth, open, close]) => ({ type, depth, open, close }))))(
  '$type: a body nested $depth times with $open is refused',
  async ({ type, depth, open, close }) => {
    // The messages of patches differ by format; the status code is enough here.
    expect(await send(type, nested(depth, open, close))).toBe(400)
  },
)

test.each(['- ', '? '])('a line of YAML that begins with many %j is refused', async (start) => {
  const cluster = createCluster({ profile: 'example', seed: 1 })
  const response = await cluster.fetch('/api/v1/nodes', {
    method: 'POST',
    headers: { 'content-type': 'application/yaml' },
    body: `${start.repeat(9000)}a: 1`,
  })
  expect(response.status).toBe(400)
})

test('JSON nested as deep as the limit is decoded', async () => {
  const cluster = createCluster({ profile: 'example', seed: 1 })
  const body = `{"metadata":{"name":"n"},"x":${nested(999, '{"a":', '}')}}`
  const response = await cluster.fetch('/api/v1/nodes?fieldValidation=Strict', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    400,
    'Node in version "v1" cannot be handled as a Node: strict decoding error: unknown field "x"',
  ])
})
