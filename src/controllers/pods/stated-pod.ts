import type { Steps } from '../../base/turns/steps.js'
import { type Addresses, hostAddresses, podAddresses } from '../agents/kubelet/addresses.js'
import { containerIdOf, imageIdOf } from '../../rest/containers/runtime-ids.js'
import { formatTime } from '../../base/time/time.js'
import type { Draft, ObjectOf } from '../../kinds/object-types.js'
import { storedName } from '../../schema/object.js'
import { matchesNodeAffinity } from '../scheduling/framework/node-affinity.js'
import { findUntolerated } from '../scheduling/framework/taints.js'
import type { WorldInSteps } from '../runtime/types.js'
import { refOf } from './owner.js'
import { type Pod, observedOf } from './pod-state.js'
import { OWN_CONDITIONS } from '../agents/kubelet/conditions.js'

type Spec = NonNullable<Pod['spec']>
type Node = ObjectOf<'Node'>

/** The state of a pod that is created for an owner which a fixture states. */
type StatedPod = {
  /** Whether it is running and ready; otherwise it is left as created. */
  readonly ready: boolean
  /** Since when it is, in milliseconds since 1970. */
  readonly since: number
}

const STATED = 'stated'

/**
 * Returns whether a fixture has stated the owner and its pods still have to be created. This is remembered until the
 * owner clears its memory, as objects that the pods need may be stated later.
 */
export function isStated(world: WorldInSteps): boolean {
  if (world.stated) world.remember(STATED)
  return world.stated || world.memory === STATED
}

/** Returns since when a pod has to be ready to be available now. */
export const availableSince = (world: WorldInSteps, minReadySeconds = 0): number =>
  world.now() - (minReadySeconds > 0 ? minReadySeconds + 1 : 0) * 1000

/** Creates a pod that a stated owner is assumed to have had before, without an Event. */
export function* makeStatedPod(world: WorldInSteps, draft: Draft<'Pod'>, { ready, since }: StatedPod): Steps<Pod> {
  const assumed = world.assumed()
  const pod = yield* assumed.create('Pod', draft)
  if (!ready) return pod
  const status = { ...readyStatus(pod, formatTime(since), observedOf(pod, world)), ...addressesOf(world, pod) }
  return yield* assumed.patch('Pod', refOf(pod), { status }, { subresource: 'status' })
}

const readyStatus = (pod: Pod, since: string, observed: ReturnType<typeof observedOf>) => ({
  ...observed,
  phase: 'Running',
  startTime: since,
  conditions: OWN_CONDITIONS.map((type) => ({ type, status: 'True', lastTransitionTime: since, ...observed })),
  containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = '' }) => ({
    name,
    state: { running: { startedAt: since } },
    ready: true,
    restartCount: 0,
    image,
    imageID: imageIdOf(image),
    containerID: containerIdOf(pod, name, 0),
    started: true,
  })),
})

/** Returns the addresses that the kubelet would have assigned; none for an unscheduled pod. */
function addressesOf(world: WorldInSteps, pod: Pod): Addresses {
  const { nodeName } = pod.spec ?? {}
  const node = nodeName ? world.get('Node', { name: nodeName }) : undefined
  return node ? { ...podAddresses(node, world.podsOn(storedName(node))), ...hostAddresses(node, pod) } : {}
}

/**
 * Returns a node without the taints that follow from its conditions: pods that are stated to run on it came before
 * them.
 */
export function withoutOwnTaints(node: Node): Node {
  const { taints = [], ...spec } = node.spec ?? {}
  return { ...node, spec: { ...spec, taints: taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/')) } }
}

/**
 * Assigns a number of pods to eligible nodes, round-robin; all undefined if there are none. Capacity is not checked:
 * the fixture states that the pods are running.
 */
export function nodesForStated(
  world: WorldInSteps,
  spec: Partial<Spec> | undefined,
  count: number,
): readonly (string | undefined)[] {
  const { nodeName, nodeSelector, affinity, tolerations } = spec ?? {}
  if (nodeName) return Array.from({ length: count }, () => nodeName)
  const fits = (node: Node) =>
    matchesNodeAffinity({ nodeSelector, affinity }, node) &&
    !findUntolerated(withoutOwnTaints(node).spec?.taints, tolerations, ['NoSchedule', 'NoExecute'])
  const names = world
    .list('Node')
    .filter(fits)
    .map(({ metadata }) => metadata.name)
  return Array.from({ length: count }, (_, i) => names[i % names.length])
}
