import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type Cluster, createCluster } from '../../../src/index.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Sends a request to a cluster that nothing else refers to, with a reply delayed on its virtual clock. */
function askNobodys(ask: (cluster: Cluster) => Promise<Response>) {
  const cluster = createCluster({ clock: 'virtual' })
  cluster.hooks.before({ verb: 'list' }, { delay: '1h' })
  return ask(cluster).catch((error: unknown) => error)
}

it.each([
  ['a signal', (cluster: Cluster, signal: AbortSignal) => cluster.fetch('/api/v1/nodes', { signal })],
  [
    'a Request with a signal',
    (cluster: Cluster, signal: AbortSignal) =>
      cluster.fetch(new Request('http://cluster.local/api/v1/nodes', { signal })),
  ],
])('given %s, a pending fetch can be aborted after garbage collection', async (_, ask) => {
  const client = new AbortController()
  const asked = askNobodys((cluster) => ask(cluster, client.signal))
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collectGarbage()
  }
  client.abort(new Error('long enough'))
  const never = new Promise((resolve) => setTimeout(resolve, 1_000, 'nothing came'))
  expect(await Promise.race([asked, never])).toMatchObject({ message: 'long enough' })
})

it('an open watch can be aborted after garbage collection', async () => {
  const cluster = createCluster({ seed: 1 })
  const client = new AbortController()
  const open = async () => (await cluster.fetch('/api/v1/nodes?watch=1', { signal: client.signal })).body!.getReader()
  const reading = (await open()).read().catch((error: unknown) => error)
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collectGarbage()
  }
  client.abort(new Error('long enough'))
  const never = new Promise((resolve) => setTimeout(resolve, 1_000, 'nothing came'))
  expect(await Promise.race([reading, never])).toMatchObject({ message: 'long enough' })
  expect(cluster.watches()).toEqual([])
})
