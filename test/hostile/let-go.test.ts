import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createCluster } from '../../src/index.js'
import { createChangeLog } from '../../src/store/history.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // V8's gc()

/** Counts the references that are still alive after garbage collection. */
async function alive(refs: readonly WeakRef<object>[]): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return refs.filter((ref) => ref.deref()).length
}

test('a change log releases the objects of dropped changes', async () => {
  const log = createChangeLog<object>(1000, 0)
  const append = (revision: number) => {
    const next = { revision }
    log.append({ revision, table: 'a', key: 'a', prev: undefined, next, cause: undefined })
    return new WeakRef(next)
  }
  const refs = [1, 2, 3, 4, 5].map(append)
  for (let i = 0; i < 3; i++) log.drop()
  expect(await alive(refs)).toBe(2)
})

test('history and journal release objects beyond their limits', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none', history: { bytes: 1000 }, journal: { bytes: 1000 } })
  await cluster.create('ConfigMap', { metadata: { name: 'a' } })
  const refs: WeakRef<object>[] = []
  for (let i = 0; i < 20; i++)
    refs.push(new WeakRef(await cluster.patch('ConfigMap', { name: 'a' }, { data: { i: 'x'.repeat(1000) + i } })))
  // The current object, the one before it, and what the last turn of the event loop still holds.
  expect(await alive(refs)).toBeLessThanOrEqual(3)
})

test('the journal releases the long body of a request that is refused or ends in a fault of a hook', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const refs: WeakRef<object>[] = []
  // JSON.parse made it of an object.
  cluster.hooks.before({ kind: 'ConfigMap' }, ({ body }) => void refs.push(new WeakRef(body as object)))
  const send = () =>
    cluster.fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'a' }, data: { a: 5, b: 'x'.repeat(200_000) } }),
    })
  await send()
  await cluster.fetch('/api')
  expect(refs).toHaveLength(1)
  expect(await alive(refs)).toBe(0)
  cluster.hooks.before({ kind: 'ConfigMap' }, () => {
    throw new Error('a fault')
  })
  await expect(send()).rejects.toThrow('a fault')
  expect(cluster.journal.requests()).toMatchObject([
    { code: 400, body: undefined },
    { code: 200 },
    { code: undefined, body: undefined },
  ])
})

test('no encoded text of long objects is kept once they were read or deleted', async () => {
  const cluster = createCluster({ seed: 1, controllers: 'none' })
  const MAPS = '/api/v1/namespaces/default/configmaps'
  for (let i = 0; i < 20; i++)
    await cluster.create('ConfigMap', { metadata: { name: `m${i}` }, data: { a: `${i}`.padEnd(1_000_000, 'x') } })
  const held = async () => {
    await alive([])
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const ask = async (method: string, path: string, accept = 'application/json') =>
    void (await (await cluster.fetch(path, { method, headers: { accept } })).arrayBuffer())
  await ask('GET', `${MAPS}?limit=1`)
  const before = await held()
  for (const accept of ['application/json', 'application/vnd.kubernetes.protobuf', 'application/yaml'])
    await ask('GET', MAPS, accept)
  for (let i = 0; i < 20; i++) await ask('GET', `${MAPS}/m${i}`)
  expect((await held()) - before, 'read').toBeLessThan(10)
  // The history still holds the deleted objects.
  await ask('DELETE', MAPS)
  expect((await held()) - before, 'deleted').toBeLessThan(10)
})
