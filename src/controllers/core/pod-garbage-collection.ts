import type { Steps } from '../../base/turns/steps.js'
import { mustHave } from '../../base/must-have.js'
import { identityOf } from '../../schema/object.js'
import { writePodCondition } from '../pods/pod-condition.js'
import { observedOf } from '../pods/pod-state.js'
import type { Again, Controller, WorldInSteps } from '../runtime/types.js'
import { type Node, conditionOf } from './node-taints.js'
import type { Pod } from './pods.js'

/** How often the real controller runs, in milliseconds. */
const PERIOD = 20_000
/** How long a node may be missing before its pods are deleted, in milliseconds. */
const QUARANTINE = 40_000
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service'

const ORPHANED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
} as const

/**
 * Deletes pods that no kubelet will terminate: those whose node is missing or out of service, and terminating ones
 * without a node.
 */
export const podGarbageCollection: Controller = {
  name: 'pod-garbage-collection',
  user: 'system:serviceaccount:kube-system:pod-garbage-collector',
  watches: {
    *Pod({ prev, next }: { readonly prev: Pod | undefined; readonly next: Pod | undefined }, world) {
      const pod = next ?? prev
      const { nodeName } = pod?.spec ?? {}
      const isLost = nodeName && !world.get('Node', { name: nodeName })
      if (pod && (!next || pod.metadata.deletionTimestamp || isLost)) yield identityOf(pod)
    },
    *Node({ prev, next, heartbeat }, world) {
      if (heartbeat || (next && !isOutOfService(next))) return
      const name = mustHave((next ?? prev)?.metadata.name, 'the name of a node that changed')
      for (const pod of world.podsOn<Pod>(name)) if (!next || pod.metadata.deletionTimestamp) yield identityOf(pod)
    },
  },
  *reconcileInSteps({ namespace, name }, world) {
    const pod = world.get<Pod>('v1/Pod', { namespace, name })
    if (!pod) return world.remember(undefined)
    const { nodeName } = pod.spec ?? {}
    const node = nodeName ? world.get('Node', { name: nodeName }) : undefined
    if (nodeName && !node) return yield* collectOrphan(pod, world)
    if (pod.metadata.deletionTimestamp && (!node || isOutOfService(node))) return yield* collectTerminating(pod, world)
    return world.remember(undefined)
  },
}

const isOutOfService = (node: Node): boolean =>
  conditionOf(node, 'Ready')?.status !== 'True' && Boolean(node.spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE))

/** Removes a terminating pod that no kubelet will terminate, at the time the real controller would have run. */
function* collectTerminating(pod: Pod, world: WorldInSteps): Steps<Again | undefined> {
  const since = (world.memory as number | undefined) ?? world.now() // as remembered below
  const due = since + PERIOD
  world.remember(due > world.now() ? since : undefined)
  if (due > world.now()) return { at: due }
  yield* end(pod, world)
  return undefined
}

/** Waits whether the node of a pod appears after all. A pod that a fixture states is left alone. */
function* collectOrphan(pod: Pod, world: WorldInSteps): Steps<Again | undefined> {
  const since = (world.memory as number | undefined) ?? (world.stated ? undefined : world.now()) // as remembered below
  if (since === undefined) return undefined
  const due = since + QUARANTINE
  world.remember(due > world.now() ? since : undefined)
  if (due > world.now()) return { at: due }
  yield* end(pod, world, ORPHANED)
  return undefined
}

/** Removes a pod immediately; one that has not finished becomes Failed first. */
function* end(pod: Pod, world: WorldInSteps, condition?: typeof ORPHANED): Steps<void> {
  const { metadata, status } = pod
  const ref = { name: metadata.name ?? '', namespace: metadata.namespace ?? '' }
  if (status?.phase !== 'Succeeded' && status?.phase !== 'Failed') {
    const failed = { phase: 'Failed', ...observedOf(pod, world) }
    if (condition) yield* writePodCondition(pod, condition, world, failed)
    else yield* world.patch('v1/Pod', ref, { status: failed }, { subresource: 'status', type: 'strategic' })
  }
  yield* world.delete('v1/Pod', ref, { gracePeriodSeconds: 0 })
}
