import type { Steps } from '../../../base/turns/steps.js'
import { hasEnded } from '../../../kinds/shared/ended-pods.js'
import { selects } from '../../../model/registry/label-selector.js'
import { storedUid } from '../../../schema/stored-metadata.js'
import { controllerOf } from '../../pods/owner.js'
import { type Pod } from '../../pods/pod-state.js'
import type { Reader, WorldInSteps } from '../../runtime/types.js'
import type { Deployment, Found, ReplicaSet } from './deployment.js'
import { active, scaleTo } from './scale.js'

/** Scales all old ReplicaSets of a Deployment to zero; returns whether there were any to scale. */
export function* emptyOld(world: WorldInSteps, { deployment, old }: Found): Steps<boolean> {
  const sets = active(old)
  for (const set of sets) yield* scaleTo(world, deployment, set, 0)
  return sets.length > 0
}

/** Returns whether there are still pods of old templates, even terminating ones. */
export const hasOldPods = (world: Reader, { deployment, old }: Found): boolean =>
  old.some(({ status }) => (status?.replicas ?? 0) > 0) || old.some((set) => hasPods(world, deployment, set))

const hasPods = (world: Reader, { spec }: Deployment, set: ReplicaSet) =>
  world.dependents(storedUid(set)).some(
    (pod) =>
      pod.kind === 'Pod' &&
      controllerOf(pod)?.uid === set.metadata.uid &&
      selects(spec?.selector, pod.metadata.labels) &&
      !hasEnded(pod as Pod), // checked by its kind
  )
