import { formatTime } from '../../base/time/time.js'
import type { Steps } from '../../base/turns/steps.js'
import { type Node, NODE } from '../core/node-taints.js'
import type { WorldInSteps } from '../runtime/types.js'
import type { ExtendedResources } from './extended-resources.js'
import { nodeAddress, nodeLabels, nodeStatus, podNetwork } from './kubelet/node-status.js'
import { isReadinessKnown, isSilenced, startsAgent } from './starts-agent.js'

/**
 * Registers a node that a request created: adds the labels, pod CIDR and status that a kubelet would report, keeping
 * existing values.
 */
function* register(node: Node, isReadinessKnown: boolean, world: WorldInSteps): Steps<void> {
  const name = node.metadata.name ?? ''
  const index = freeIndex(world)
  const labels = { ...nodeLabels(name), ...node.metadata.labels }
  const podCIDR = node.spec?.podCIDR ?? podNetwork(index)
  yield* world.patch('Node', { name }, { metadata: { labels }, spec: { podCIDR, podCIDRs: [podCIDR] } })
  const { status = {} } = node
  const found = nodeStatus(name, nodeAddress(index), world.now(), {
    uuid: () => uuid(world),
    version: world.profile.version,
    featureGates: world.featureGates,
  })
  const given = {
    ...(isEmpty(status.capacity) ? {} : { capacity: status.capacity, allocatable: status.allocatable }),
    ...(isEmpty(status.addresses) ? {} : { addresses: status.addresses }),
    ...(status.nodeInfo?.kubeletVersion ? { nodeInfo: status.nodeInfo } : {}),
    ...(status.declaredFeatures ? { declaredFeatures: status.declaredFeatures } : {}),
    ...(isReadinessKnown ? { conditions: status.conditions } : {}),
  }
  yield* world.patch('Node', { name }, { status: { ...found, ...given } }, { subresource: 'status' })
}

const isEmpty = (value: object | undefined) => value === undefined || Object.keys(value).length === 0

/** Returns the smallest number whose pod CIDR is free. */
function freeIndex(world: WorldInSteps): number {
  const taken = new Set(world.list('Node').map(({ spec }) => spec?.podCIDR))
  let index = 0
  while (taken.has(podNetwork(index))) index++
  return index
}

function uuid({ random }: WorldInSteps): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type Conditions = NonNullable<NonNullable<Node['status']>['conditions']>

/** The state of a node's agent. */
export type Agent = {
  readonly uid: string
  /** The node's conditions when its agent was silenced; absent while it runs. */
  readonly silent?: Conditions
  /** The extended resources that the agent knows of; absent if there are none. */
  readonly extended?: ExtendedResources
}

/** Returns whether a node has a running agent. */
export function hasAgent(name: string, world: WorldInSteps): boolean {
  const agent = world.recall({ name, ...NODE }) as Agent | undefined // what is remembered of a node
  return agent !== undefined && !agent.silent
}

/**
 * Returns the agent of a node after a change of the node; undefined if it has none. An agent that is new or no longer
 * silent reports the node's conditions.
 */
export function* agentOf(node: Node, world: WorldInSteps): Steps<Agent | undefined> {
  const before = world.memory as Agent | undefined // what is remembered of a node
  const { uid = '' } = node.metadata
  const known = before?.uid === uid ? before : undefined
  if (isSilenced(node)) return known?.silent ? known : { uid, silent: node.status?.conditions ?? [] }
  if (!startsAgent(node, world.stated, world) && (world.stated || !known)) return undefined
  if (!known && !world.stated) yield* register(node, isReadinessKnown(node), world)
  else if (!isReadinessKnown(node) || known?.silent) yield* report(node, known?.silent ?? [], world)
  return { uid }
}

/** Reports the conditions of a node whose agent is new or back: as they were before, or Ready. */
function* report({ metadata: { name = '' } }: Node, before: Conditions, world: WorldInSteps): Steps<void> {
  const now = formatTime(world.now())
  const said = before.filter(({ status }) => status !== 'Unknown')
  const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' }
  const conditions = (said.some(({ type }) => type === 'Ready') ? said : [...said, ready]).map((condition) => ({
    ...condition,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  }))
  yield* world.patch('Node', { name }, { status: { conditions } }, { subresource: 'status', type: 'strategic' })
}
