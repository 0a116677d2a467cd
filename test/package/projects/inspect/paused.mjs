import { createCluster } from 'fakecluster'

const cluster = createCluster({ seed: 1 })
await cluster.create('Lease', { metadata: { name: 'leader' } })
console.log(`before the pause ${cluster.history.to}`)
// oxlint-disable-next-line no-debugger -- where it is looked at
debugger
