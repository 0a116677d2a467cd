import { matchesNodeAffinity } from '../../scheduling/framework/node-affinity.js'
import { findUntolerated } from '../../scheduling/framework/taints.js'
import type { DaemonSet, Node } from './daemon-set.js'
import { daemonTolerations } from './daemon-tolerations.js'

/** Whether a DaemonSet starts a pod on a node, and whether an existing one may stay there. */
export type Fit = { readonly starts: boolean; readonly stays: boolean }

/** The fit of a node that is not eligible. */
export const NEITHER: Fit = { starts: false, stays: false }

/**
 * Returns a predicate for eligible nodes (NodeShouldRunDaemonPod), by the node's name, labels and taints; whether the
 * node is ready or has capacity does not matter.
 */
export function fitOf({ spec }: DaemonSet): (node: Node) => Fit {
  const { nodeName, nodeSelector, affinity, ...others } = spec?.template.spec ?? { containers: [] }
  const tolerations = daemonTolerations(others)
  return (node) => {
    if (nodeName && nodeName !== node.metadata.name) return NEITHER
    if (!matchesNodeAffinity({ nodeSelector, affinity }, node)) return NEITHER
    const { taints } = node.spec ?? {}
    if (!findUntolerated(taints, tolerations, ['NoExecute', 'NoSchedule'])) return { starts: true, stays: true }
    return { starts: false, stays: !findUntolerated(taints, tolerations, ['NoExecute']) }
  }
}
