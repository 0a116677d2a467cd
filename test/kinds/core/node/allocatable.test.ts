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
  return async (status: object) => (await ask('PATCH', AT, { status })).body as unknown as Seen // the answer is a Node
}

const isOwned = ({ metadata }: Seen) =>
  metadata.managedFields.some(({ fieldsV1 }) => 'f:allocatable' in (fieldsV1['f:status'] ?? {}))

test('allocatable defaults to capacity, and is owned by the manager that set capacity', async () => {
  const patched = await (await open())({ capacity: { cpu: '1' } })
  expect(patched.status.allocatable).toEqual({ cpu: '1' })
  expect(isOwned(patched)).toBe(true)
})

test('removed allocatable has no owner, is defaulted when read, and stored with the next write', async () => {
  const patch = await open()
  await patch({ capacity: { cpu: '1' }, allocatable: { cpu: '1' } })
  const bare = await patch({ allocatable: { cpu: null } })
  expect(bare.status.allocatable).toEqual({ cpu: '1' })
  expect(isOwned(bare)).toBe(false)
  // The next write stores the default and changes nothing else; the one after it changes nothing.
  const filled = await patch({})
  expect(filled.metadata.resourceVersion).not.toBe(bare.metadata.resourceVersion)
  expect((await patch({})).metadata.resourceVersion).toBe(filled.metadata.resourceVersion)
})
