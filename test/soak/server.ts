import { createCluster } from '../../src/cluster/cluster.js'
import { keepHeapSmall } from '../../src/node/cli/engine.js'
import { serve } from '../../src/node/server/serve-cluster.js'
import { measure } from './measure.js'

// A served cluster with the defaults of the command line, in a process of its own. It tells its parent its URL and, asked to
// measure, what it uses.
keepHeapSmall()
process.on('message', () => void measure().then((measured) => process.send?.(measured)))
const server = await serve(createCluster({ seed: 1, clock: 'system', nodes: 3 }))
process.send?.({ url: server.url })
