import { matchesNodeAffinity } from '../../../scheduler/node-affinity.js'
import { findUntolerated } from '../../../scheduler/taints.js'
import type { DaemonSet, Node } from './daemon-set.js'
import { daemonTolerations } from './daemon-tolerations.js'

/** Whether a DaemonSet puts a pod on a node, and leaves one there that it has. */
export type Fit = { readonly starts: boolean; readonly stays: boolean }

const NEITHER: Fit = { starts: false, stays: false }

/**
 * What tells of each node whether it is for a DaemonSet: by the name, labels and taints of the node; whether it is
 * ready or full is not asked.
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
