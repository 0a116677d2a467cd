import { compareBytes } from '../../../base/json/json.js'
import type { PluginName, Refusal } from './filter.js'
import type { NodeInfo } from './node-info.js'

/** Why a pod is unschedulable. */
export type Diagnosis = {
  /** The number of nodes. */
  readonly total: number
  /** The reason that applies to all nodes; then none was examined. */
  readonly everywhere?: Refusal
  readonly refusals: ReadonlyMap<NodeInfo, Refusal>
  /** The reason for nodes that were not examined. */
  readonly others?: Refusal
  /** The plug-ins that rejected a node. */
  readonly by: ReadonlySet<PluginName>
}

/** The message for a pod when there are no nodes at all. */
export const NO_NODES = 'no nodes available to schedule pods'

/**
 * Returns the message of a real scheduler: `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.`
 */
export function fitMessage({ total, everywhere, refusals, others }: Omit<Diagnosis, 'by'>, preemption = ''): string {
  const counts = new Map<string, number>()
  const count = (reason: string, by: number) => counts.set(reason, (counts.get(reason) ?? 0) + by)
  if (!everywhere) {
    for (const { reasons } of refusals.values()) for (const reason of reasons) count(reason, 1)
    if (refusals.size < total) for (const reason of others?.reasons ?? []) count(reason, total - refusals.size)
  }
  const parts = everywhere
    ? everywhere.reasons.join(', ')
    : [...counts]
        .map(([reason, times]) => `${times} ${reason}`)
        .sort(compareBytes)
        .join(', ')
  return [`0/${total} nodes are available:`, ...(parts ? [`${parts}.`] : []), ...(preemption ? [preemption] : [])].join(
    ' ',
  )
}
