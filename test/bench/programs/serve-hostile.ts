import { createCluster } from '../../../src/cluster/cluster.js'
import { serve } from '../../../src/node/serve-cluster.js'

// A served cluster in a process of its own; its parent is told where, and ends it.
const server = await serve(createCluster({ seed: 1 }))
process.send?.({ url: server.url })
