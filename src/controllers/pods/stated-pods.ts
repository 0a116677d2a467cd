import { containerIdOf, imageIdOf } from '../../agents/ids.js'
import { conditionsOf } from '../../agents/conditions.js'
import type { AgentPod, PodStatus } from '../../agents/types.js'
import { formatTime } from '../../base/time.js'
import { storedName } from '../../schema/stored-metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { World } from '../runtime/types.js'
import { type PodTemplate, podFromTemplate } from './from-template.js'
import { isReady } from './pod-state.js'

/** How many pods a fixture says there are of an owner, and how many of them are ready, since when in milliseconds since 1970. */
export type StatedPods = { readonly count: number; readonly ready: number; readonly since: number }

/**
 * Makes the pods that a fixture says an owner has: so many run and are ready, on the nodes that are Ready, one after the other;
 * the rest are new.
 */
export function makeStatedPods(
  world: World,
  owner: KubeObject,
  template: PodTemplate,
  { count, ready, since }: StatedPods,
): void {
  const draft = podFromTemplate(template, owner)
  const nodes = readyNodes(world)
  for (let i = 0; i < count; i++) {
    const isRunning = i < ready
    const nodeName = draft.spec?.nodeName ?? (isRunning ? nextNode(world, nodes) : undefined)
    const placed = { ...draft, spec: { ...draft.spec, ...(nodeName ? { nodeName } : {}) } }
    const pod = world.create<AgentPod>('Pod', placed as typeof draft) // with the spec of a template
    if (isRunning) world.update<AgentPod>('Pod', { ...pod, status: running(pod, since) }, { subresource: 'status' })
  }
}

const readyNodes = (world: World): readonly string[] =>
  world
    .list('Node')
    .filter((node) => !node.spec?.unschedulable && isReady(node))
    .map(storedName)

const TURN = 'nodes of stated pods'

/** The node whose turn it is. */
function nextNode(world: World, nodes: readonly string[]): string | undefined {
  const turn = Number(world.noted(TURN) ?? 0)
  world.note(TURN, turn + 1)
  return nodes[turn % nodes.length]
}

/** The status of a pod whose containers all run and are ready; its node's agent gives it an address. */
function running(pod: AgentPod, since: number): PodStatus {
  const startedAt = formatTime(since)
  const containerStatuses = (pod.spec?.containers ?? []).map(({ name, image }) => ({
    name,
    state: { running: { startedAt } },
    lastState: {},
    ready: true,
    restartCount: 0,
    image,
    imageID: imageIdOf(image),
    containerID: containerIdOf(pod, name, 0),
    started: true,
  }))
  const status = { phase: 'Running', startTime: startedAt, containerStatuses }
  return { ...pod.status, ...status, conditions: conditionsOf(pod.spec ?? {}, status, startedAt) }
}
