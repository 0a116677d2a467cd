import type { Steps } from '../../base/turns/steps.js'
import { nodeAddress, nodeLabels, nodeStatus, podNetwork } from './kubelet/node-status.js'
import type { Node } from '../core/node-taints.js'
import type { WorldInSteps } from '../runtime/types.js'

/**
 * Registers a node that a request created: adds the labels, pod CIDR and status that a kubelet would report, keeping
 * existing values.
 */
export function* register(node: Node, isReadinessKnown: boolean, world: WorldInSteps): Steps<void> {
  const name = node.metadata.name ?? ''
  const index = freeIndex(world)
  const labels = { ...nodeLabels(name), ...node.metadata.labels }
  const podCIDR = node.spec?.podCIDR ?? podNetwork(index)
  yield* world.patch('Node', { name }, { metadata: { labels }, spec: { podCIDR, podCIDRs: [podCIDR] } })
  const { status = {} } = node
  const found = nodeStatus(name, nodeAddress(index), world.now(), () => uuid(world))
  const given = {
    ...(isEmpty(status.capacity) ? {} : { capacity: status.capacity, allocatable: status.allocatable }),
    ...(isEmpty(status.addresses) ? {} : { addresses: status.addresses }),
    ...(status.nodeInfo?.kubeletVersion ? { nodeInfo: status.nodeInfo } : {}),
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
