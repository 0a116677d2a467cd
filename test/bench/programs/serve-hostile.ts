import { readFileSync } from 'node:fs'
import { createCluster } from '../../../src/cluster/cluster.js'
import { keepHeapSmall } from '../../../src/node/cli/engine.js'
import { serve } from '../../../src/node/server/serve-cluster.js'

// A served cluster in a process of its own, whose heap is kept as small as the command line's; it tells its parent its
// URL, and the parent ends it. Asked for `longest`, it answers with the CPU milliseconds of its longest turn since it
// was asked last: how long others would wait on an idle machine, measured on a busy one.
const worked = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
let begun = worked()
let longest = 0
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - begun)
  begun = now
}, 1)
keepHeapSmall()
process.on('message', (message) => {
  if (message !== 'longest') return
  process.send?.({ longest })
  longest = 0
})
const server = await serve(createCluster({ seed: 1, clock: 'system' }))
process.send?.({ url: server.url })
