import type * as Package from '../../../src/index.js'

// Generates a world in a cluster with all controllers.

/** The question to the program. */
export type Populate = { readonly nodes: number; readonly pods: number }

/** Milliseconds until the world was complete, and the resident bytes of the process then. */
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
