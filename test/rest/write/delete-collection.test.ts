import { expect, test } from 'vitest'
import { createCluster } from '../../../src/index.js'
import type { KubeObject } from '../../../src/schema/object.js'

const COLLECTION = 'http://cluster.local/api/v1/namespaces/default/configmaps?labelSelector=app=web'

// Without a body the resourceVersion would be a precondition of each deletion as well.
const OPTIONS = {
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions' }),
}

type List = { readonly metadata: object; readonly items: readonly KubeObject[] }
const namesIn = ({ items }: List) => items.map(({ metadata: { name } }) => name)

// A real server deletes in pages, and a limit with a resourceVersion means exactly that revision (registry/store.go).
test.each([
  ['', ['a'], ['b']],
  ['&resourceVersionMatch=NotOlderThan', ['a', 'b'], []],
])(
  'a collection is deleted as it was at a resourceVersion, unless resourceVersionMatch says otherwise: %j',
  async (match, deleted, left) => {
    const cluster = createCluster()
    const make = (name: string) =>
      cluster.create('ConfigMap', { metadata: { name, namespace: 'default', labels: { app: 'web' } } })
    const { resourceVersion = '' } = (await make('a')).metadata
    await make('b')
    const reply = await cluster.fetch(`${COLLECTION}&resourceVersion=${resourceVersion}${match}`, {
      method: 'DELETE',
      ...OPTIONS,
    })
    expect(reply.status).toBe(200)
    expect(namesIn((await reply.json()) as List)).toEqual(deleted)
    expect(namesIn((await (await cluster.fetch(COLLECTION)).json()) as List)).toEqual(left)
  },
)
