import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type Cluster, createCluster } from '../../src/index.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Asks a cluster that nobody holds but who waits for its reply, which comes when the clock moves. */
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
])('given %s, a fetch that waits is aborted, whatever was collected meanwhile', async (_, ask) => {
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
