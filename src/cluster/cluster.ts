import { publicFunction } from '../base/errors/call-site.js'
import { seedObjects } from '../kinds/bootstrap/tables.js'
import { checkClusterOptions } from './options.js'
import { compose } from './compose.js'
import type { ClusterOptions } from './options.js'
import { type Parts, makeParts } from './parts-from-options.js'
import type { Cluster } from './types.js'

/**
 * Creates an in-memory cluster.
 *
 * @example
 * const cluster = createCluster({ seed: 1 })
 * await cluster.create('Lease', { metadata: { name: 'leader' }, spec: { holderIdentity: 'worker-1' } })
 */
export const createCluster = publicFunction((options: ClusterOptions = {}): Cluster => {
  checkClusterOptions(options)
  return newCluster(makeParts(options))
})

/** Creates a cluster from its parts, with what every server has from the start and what its options give. */
export const newCluster = (parts: Parts): Cluster =>
  compose(parts, { seeds: seedObjects(parts.registry.profile), inputs: parts.options })
