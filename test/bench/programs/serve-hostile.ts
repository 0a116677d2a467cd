import { readFileSync } from 'node:fs'
import { createCluster } from '../../../src/cluster/cluster.js'
import { serve } from '../../../src/node/serve-cluster.js'

// A served cluster in a process of its own; its parent is told where, and ends it. Asked for `longest`, it says how many milliseconds of
// processor time its longest turn took since it was asked last: what others wait for on an idle machine, measured on one that is not.
const worked = (): number => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
let begun = worked()
let longest = 0
setInterval(() => {
  const now = worked()
  longest = Math.max(longest, now - begun)
  begun = now
}, 1)
process.on('message', (message) => {
  if (message !== 'longest') return
  process.send?.({ longest })
  longest = 0
})
const server = await serve(createCluster({ seed: 1 }))
process.send?.({ url: server.url })
