import type * as Package from '../../../src/index.js'

// A world generated into a cluster with all controllers at work.

/** What the program is asked. */
export type Populate = { readonly nodes: number; readonly pods: number }

/** Milliseconds until the world was there, and bytes of memory that the process then had of the machine's. */
export type Populated = { readonly took: number; readonly resident: number }

const { createCluster } = (await import(process.argv[2] ?? '')) as typeof Package

async function populate({ nodes, pods }: Populate): Promise<Populated> {
  const cluster = createCluster({ seed: 1, profile: 'kubernetes' })
  const from = performance.now()
  await cluster.populate({ nodes, pods, deployments: 200, namespaces: 50 }, { seed: 1 })
  const took = performance.now() - from
  const there = (await cluster.list('Pod')).items.length
  if (there !== pods) throw new Error(`of ${pods} pods there are ${there}`)
  return { took, resident: process.memoryUsage.rss() }
}

process.on('message', (sizes: Populate) => void populate(sizes).then((populated) => process.send?.(populated)))
process.send?.('ready')
