import type { Steps } from '../../../base/turns/steps.js'
import type { StatusError } from '../../../base/errors/status.js'
import { selects } from '../../../model/registry/label-selector.js'
import { inDeletionOrder } from '../../pods/deletion-order.js'
import { podFromTemplate } from '../../pods/from-template.js'
import { makeUnlessEnding, removePod } from '../../pods/make-pod.js'
import { controllerOf, refOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import { refusalsOf, slowStart } from '../../pods/slow-start.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type Replicas, type Sort, wantedBy } from './replicas.js'
import { podSelector } from './replicas-watches.js'

/** The most pods that are created or deleted at a time. */
const BURST = 500

/** Creates missing pods or deletes surplus ones, given the active ones; returns the first failure. */
export function* managePods(
  world: WorldInSteps,
  { component }: Sort,
  owner: Replicas,
  pods: readonly Pod[],
): Steps<StatusError | undefined> {
  const missing = wantedBy(owner) - pods.length
  const maker = { owner, component }
  if (missing > 0) {
    const draft = podFromTemplate(owner.spec?.template ?? {}, owner)
    const { failure } = yield* slowStart(Math.min(missing, BURST), () => makeUnlessEnding(world, maker, draft))
    return failure
  }
  if (missing === 0) return undefined
  const going = givenUp(world, owner, pods, Math.min(-missing, BURST))
  const refusals = yield* refusalsOf(going, (pod) => removePod(world, maker, pod))
  return refusals.find((each) => each !== undefined)
}

/** Selects the pods to delete. */
const givenUp = (world: WorldInSteps, owner: Replicas, pods: readonly Pod[], count: number): readonly Pod[] =>
  count < pods.length ? inDeletionOrder(pods, kinOf(world, owner), world.now()).slice(0, count) : pods

/**
 * Returns the related pods, which are ranked together by node: those selected by any of the ReplicaSets with the same
 * controller.
 */
function kinOf(world: WorldInSteps, owner: Replicas): readonly Pod[] {
  const ref = controllerOf(owner)
  if (!ref) return []
  const related = world
    .dependents(ref.uid)
    .filter((object) => object.kind === owner.kind && controllerOf(object)?.uid === ref.uid)
  if (related.length === 0) return []
  const selectors = related.map(podSelector)
  return world
    .list('Pod', { namespace: refOf(owner).namespace })
    .filter(({ metadata }) => selectors.some((selector) => selects(selector, metadata.labels)))
}
