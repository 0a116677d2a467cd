import type { Steps } from '../../base/turns/steps.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import type { WorldInSteps } from '../runtime/types.js'
import { type PodTemplate, podFromTemplate } from './from-template.js'
import { isReady } from './pod-state.js'
import { makeStatedPod } from './stated-pod.js'

/**
 * How many pods a fixture states for an owner, how many of them are ready, and since when in milliseconds since 1970.
 */
type StatedPods = { readonly count: number; readonly ready: number; readonly since: number }

/**
 * Creates the pods that a fixture states for an owner: the ready ones are running on Ready nodes, round-robin; the
 * others are new.
 */
export function* makeStatedPods(
  world: WorldInSteps,
  owner: KubeObject,
  template: PodTemplate,
  { count, ready, since }: StatedPods,
): Steps<void> {
  const draft = podFromTemplate(template, owner)
  const nodes = readyNodes(world)
  for (let i = 0; i < count; i++) {
    const isRunning = i < ready
    const nodeName = draft.spec?.nodeName ?? (isRunning ? nextNode(world, nodes) : undefined)
    const placed = { ...draft, spec: { ...draft.spec, ...(nodeName ? { nodeName } : {}) } }
    yield* makeStatedPod(world, placed as typeof draft, { ready: isRunning, since }) // with the spec of a template
  }
}

const readyNodes = (world: WorldInSteps): readonly string[] =>
  world
    .list('Node')
    .filter((node) => !node.spec?.unschedulable && isReady(node))
    .map(storedName)

// Never evicted.
const TURN = '~nodes of stated pods'

/** Returns the next node of the round-robin. */
function nextNode(world: WorldInSteps, nodes: readonly string[]): string | undefined {
  const turn = Number(world.noted(TURN) ?? 0)
  world.note(TURN, turn + 1)
  return nodes[turn % nodes.length]
}
