import type * as Package from '../../../src/node.js'
import type { Snapshot } from '../../../src/cluster/state/snapshot.js'
import { lease, pod } from '../payload.js'
import { answer } from './serve.js'

const [, , node, ...lists] = process.argv
const { startCluster } = (await import(node!)) as typeof Package
// The profile is explicit, as older work trees have another default.
const { url, cluster } = await startCluster({ profile: 'kubernetes' })

await cluster.create('Lease', lease(0))
await cluster.create('Pod', pod(0))
for (const count of lists.map(Number)) {
  await cluster.create('Namespace', { metadata: { name: `list-${count}` } })
  for (let i = 0; i < count; i++) await cluster.create('Lease', lease(i, `list-${count}`))
}
for (let i = 0; i < 500; i++) await cluster.create('Pod', pod(i, 'list-500'))
const start: Snapshot = cluster.snapshot()
answer(Number(new URL(url).port), { reset: () => cluster.restore(start) })
