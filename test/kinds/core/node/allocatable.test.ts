import { expect, test } from 'vitest'
import { openServer } from '../../asking.js'

const NODES = '/api/v1/nodes'
const AT = `${NODES}/a/status`

type Seen = {
  readonly metadata: {
    readonly resourceVersion: string
    readonly managedFields: readonly { readonly fieldsV1: { readonly 'f:status'?: object } }[]
  }
  readonly status: { readonly allocatable?: object }
}

const open = async () => {
  const ask = openServer()
  await ask('POST', NODES, { metadata: { name: 'a', labels: { a: 'b' } } })
  return async (status: object) => (await ask('PATCH', AT, { status })).body as unknown as Seen // a node
}

const isOwned = ({ metadata }: Seen) =>
  metadata.managedFields.some(({ fieldsV1 }) => 'f:allocatable' in (fieldsV1['f:status'] ?? {}))

test('what can be used is what there is, and belongs to who said what there is', async () => {
  const patched = await (await open())({ capacity: { cpu: '1' } })
  expect(patched.status.allocatable).toEqual({ cpu: '1' })
  expect(isOwned(patched)).toBe(true)
})

test('who says that nothing can be used owns nothing: it is stored as if nothing was said, and filled in where it is read', async () => {
  const patch = await open()
  await patch({ capacity: { cpu: '1' }, allocatable: { cpu: '1' } })
  const bare = await patch({ allocatable: { cpu: null } })
  expect(bare.status.allocatable).toEqual({ cpu: '1' })
  expect(isOwned(bare)).toBe(false)
  // What was filled in is stored by the next write, which changes nothing else, and by no other.
  const filled = await patch({})
  expect(filled.metadata.resourceVersion).not.toBe(bare.metadata.resourceVersion)
  expect((await patch({})).metadata.resourceVersion).toBe(filled.metadata.resourceVersion)
})
