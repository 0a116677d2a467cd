import { type Node, conditionOf } from '../core/node-taints.js'
import type { Reader } from '../runtime/types.js'

/** The annotation that starts the agent of a node (`running`) or silences it (`silent`). */
const AGENT_ANNOTATION = 'fakecluster/agent'

/** Returns whether the agent of a node is silenced. */
export const isSilenced = ({ metadata }: Node): boolean => metadata.annotations?.[AGENT_ANNOTATION] === 'silent'

/** Returns whether a node has a known Ready condition. */
export function isReadinessKnown(node: Node): boolean {
  const status = conditionOf(node, 'Ready')?.status
  return status === 'True' || status === 'False'
}

/** Returns whether a node gets an agent; `stated` if a fixture has just stated the node. */
export const startsAgent = (node: Node, stated: boolean, { simulation }: Pick<Reader, 'simulation'>): boolean =>
  !isSilenced(node) &&
  (node.metadata.annotations?.[AGENT_ANNOTATION] === 'running' ||
    simulation.hasAgent(node) ||
    (stated && isReadinessKnown(node)))
