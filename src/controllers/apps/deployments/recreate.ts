import { hasEnded } from '../../../base/pods.js'
import { selects } from '../../../registry/label-selector.js'
import { storedUid } from '../../../schema/stored-metadata.js'
import { controllerOf } from '../../pods/owner.js'
import { type Pod } from '../../pods/pod-state.js'
import type { Reader, World } from '../../runtime/types.js'
import type { Deployment, Found, ReplicaSet } from './deployment.js'
import { active, scaleTo } from './scale.js'

/** Takes all pods from the old ReplicaSets of a Deployment; returns whether there was one to take. */
export function emptyOld(world: World, { deployment, old }: Found): boolean {
  const sets = active(old)
  for (const set of sets) scaleTo(world, deployment, set, 0)
  return sets.length > 0
}

/** Tells whether pods of old templates are still there, be it on their way out. */
export const hasOldPods = (world: Reader, { deployment, old }: Found): boolean =>
  old.some(({ status }) => (status?.replicas ?? 0) > 0) || old.some((set) => hasPods(world, deployment, set))

const hasPods = (world: Reader, { spec }: Deployment, set: ReplicaSet) =>
  world.dependents(storedUid(set)).some(
    (pod) =>
      pod.kind === 'Pod' &&
      controllerOf(pod)?.uid === set.metadata.uid &&
      selects(spec?.selector, pod.metadata.labels) &&
      !hasEnded(pod as Pod), // its kind says so
  )
