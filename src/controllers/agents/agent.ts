import { formatTime } from '../../base/time.js'
import { NODE, type Node } from '../core/node-taints.js'
import type { World } from '../runtime/types.js'
import { register } from './register.js'
import { isSilenced, speaks, startsAgent } from './starts-agent.js'

type Conditions = NonNullable<NonNullable<Node['status']>['conditions']>

/** What is known of the agent of a node. */
export type Agent = {
  readonly uid: string
  /** What the node's conditions were when its agent fell silent; absent while it runs. */
  readonly silent?: Conditions
}

/** Tells whether a node has an agent that is not silent. */
export function hasAgent(name: string, world: World): boolean {
  const agent = world.recall({ name, ...NODE }) as Agent | undefined // what is remembered of a node
  return agent !== undefined && !agent.silent
}

/**
 * The agent of a node after what is said of it, which is reported where it is new or back; undefined where it has none.
 */
export function agentOf(node: Node, world: World): Agent | undefined {
  const before = world.memory as Agent | undefined // what is remembered of a node
  const { uid = '' } = node.metadata
  const known = before?.uid === uid ? before : undefined
  if (isSilenced(node)) return known?.silent ? known : { uid, silent: node.status?.conditions ?? [] }
  if (!startsAgent(node, world.stated, world) && (world.stated || !known)) return undefined
  if (!known && !world.stated) register(node, speaks(node), world)
  else if (!speaks(node) || known?.silent) report(node, known?.silent ?? [], world)
  return { uid }
}

/** Says how a node is whose agent comes back, or is new: as it was before, or that it is fine. */
function report({ metadata: { name = '' } }: Node, before: Conditions, world: World): void {
  const now = formatTime(world.now())
  const said = before.filter(({ status }) => status !== 'Unknown')
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
  const conditions = (said.some(({ type }) => type === 'Ready') ? said : [...said, ready]).map((condition) => ({
    ...condition,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }))
  world.patch('Node', { name }, { status: { conditions } }, { subresource: 'status', type: 'strategic' })
}
