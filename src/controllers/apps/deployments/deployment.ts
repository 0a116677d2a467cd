import type { Steps } from '../../../base/turns/steps.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import type { WorldInSteps } from '../../runtime/types.js'

export type Deployment = ObjectOf<'Deployment'>
/** The status of a Deployment. */
export type Status = NonNullable<Deployment['status']>
export type ReplicaSet = ObjectOf<'ReplicaSet'>

/** A Deployment and its ReplicaSets: the one of the current template, if it exists, and the others. */
export type Found = {
  readonly deployment: Deployment
  readonly current: ReplicaSet | undefined
  readonly old: readonly ReplicaSet[]
}

/** Returns the desired replicas of a Deployment. */
export const wantedBy = ({ spec }: Deployment): number => spec?.replicas ?? 1

/** Returns the desired replicas of a ReplicaSet. */
export const sizeOf = ({ spec }: ReplicaSet): number => spec?.replicas ?? 1

/** Returns the sum of the desired replicas of ReplicaSets. */
export const sizeOfAll = (sets: readonly ReplicaSet[]): number => sets.reduce((sum, set) => sum + sizeOf(set), 0)

/** Returns all ReplicaSets, the current one last. */
export const allOf = ({ current, old }: Found): readonly ReplicaSet[] => (current ? [...old, current] : old)

/** Returns whether the strategy is RollingUpdate. */
export const isRolling = ({ spec }: Deployment): boolean => spec?.strategy?.type === 'RollingUpdate'

/** Writes a Deployment's status and annotations; like the real controller, by the status subresource. */
export function* writeDeployment(world: WorldInSteps, deployment: Deployment): Steps<Deployment> {
  return yield* world.update('Deployment', deployment, { subresource: 'status' })
}
