import { type Node, conditionOf } from '../core/node-taints.js'
import type { Reader } from '../runtime/types.js'

/** The annotation by which anybody starts the agent of a node (`running`) or silences it (`silent`). */
const AGENT_ANNOTATION = 'fakecluster/agent'

/** Tells whether the agent of a node is told to be silent. */
export const isSilenced = ({ metadata }: Node): boolean => metadata.annotations?.[AGENT_ANNOTATION] === 'silent'

/** Tells whether a node says how it is. */
export function speaks(node: Node): boolean {
  const status = conditionOf(node, 'Ready')?.status
  return status === 'True' || status === 'False'
}

/** Tells whether a node gets an agent by what is said of it now; `stated` where a fixture says it. */
export const startsAgent = (node: Node, stated: boolean, { simulation }: Pick<Reader, 'simulation'>): boolean =>
  !isSilenced(node) &&
  (node.metadata.annotations?.[AGENT_ANNOTATION] === 'running' || simulation.hasAgent(node) || (stated && speaks(node)))
