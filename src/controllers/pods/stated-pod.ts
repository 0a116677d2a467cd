import { type Addresses, hostAddresses, podAddresses } from '../../agents/addresses.js'
import { containerIdOf, imageIdOf } from '../../agents/ids.js'
import { formatTime } from '../../base/time.js'
import type { Draft, ObjectOf } from '../../kinds/object-types.js'
import { storedName } from '../../schema/stored-metadata.js'
import { matchesNodeAffinity } from '../../scheduler/node-affinity.js'
import { findUntolerated } from '../../scheduler/taints.js'
import type { World } from '../runtime/types.js'
import { refOf } from './owner.js'
import type { Pod } from './pod-state.js'

type Spec = NonNullable<Pod['spec']>
type Node = ObjectOf<'Node'>

/** How a pod is to be that an owner has by what a fixture states of the owner. */
type StatedPod = {
  /** Whether it runs and is ready; else it is as it is created. */
  readonly ready: boolean
  /** Since when, in milliseconds since 1970. */
  readonly since: number
}

const STATED = 'stated'

/**
 * Tells whether a fixture has stated the owner that is looked at, and what it has by that is still to be made: that is
 * remembered, as something it takes may come later, until the owner forgets it.
 */
export function isStated(world: World): boolean {
  if (world.stated) world.remember(STATED)
  return world.stated || world.memory === STATED
}

/** Since when a pod has been ready that is available now. */
export const availableSince = (world: World, minReadySeconds = 0): number =>
  world.now() - (minReadySeconds > 0 ? minReadySeconds + 1 : 0) * 1000

/** Creates a pod that its owner has had for long, as a fixture states of the owner: no Event tells of it. */
export function makeStatedPod(world: World, draft: Draft<'Pod'>, { ready, since }: StatedPod): Pod {
  const pod = world.create('Pod', draft)
  if (!ready) return pod
  const status = { ...readyStatus(pod, formatTime(since)), ...addressesOf(world, pod) }
  return world.patch('Pod', refOf(pod), { status }, { subresource: 'status' })
}

const CONDITIONS = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled']

const readyStatus = (pod: Pod, since: string) => ({
  phase: 'Running',
  startTime: since,
  conditions: CONDITIONS.map((type) => ({ type, status: 'True', lastTransitionTime: since })),
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

/** The addresses that the agent of a pod's node would have given it; none for one on no node. */
function addressesOf(world: World, pod: Pod): Addresses {
  const { nodeName } = pod.spec ?? {}
  const node = nodeName ? world.get('Node', { name: nodeName }) : undefined
  return node ? { ...podAddresses(node, world.podsOn(storedName(node))), ...hostAddresses(node, pod) } : {}
}

/** A node without the taints that its own condition gives it: what is said to run on it has come before them. */
export function withoutOwnTaints(node: Node): Node {
  const { taints = [], ...spec } = node.spec ?? {}
  return { ...node, spec: { ...spec, taints: taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/')) } }
}

/**
 * Gives each of so many pods of a spec a node that it may be on, one after the other; undefined for all where there is
 * none. What nodes have room for is not asked: a fixture states that the pods run.
 */
export function nodesForStated(
  world: World,
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
