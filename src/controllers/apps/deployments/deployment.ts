import type { ObjectOf } from '../../../kinds/object-types.js'
import type { World } from '../../runtime/types.js'

/** A Deployment. */
export type Deployment = ObjectOf<'Deployment'>
/** What of it is written of what was found. */
export type Status = NonNullable<Deployment['status']>
/** What it makes its pods by. */
export type ReplicaSet = ObjectOf<'ReplicaSet'>

/** A Deployment and its ReplicaSets as they were found: the one of its template, where there is one, and the others. */
export type Found = {
  readonly deployment: Deployment
  readonly current: ReplicaSet | undefined
  readonly old: readonly ReplicaSet[]
}

/** How many pods a Deployment asks for. */
export const wantedBy = ({ spec }: Deployment): number => spec?.replicas ?? 1

/** How many pods a ReplicaSet asks for. */
export const sizeOf = ({ spec }: ReplicaSet): number => spec?.replicas ?? 1

/** How many pods ReplicaSets ask for together. */
export const sizeOfAll = (sets: readonly ReplicaSet[]): number => sets.reduce((sum, set) => sum + sizeOf(set), 0)

/** All ReplicaSets of what was found, the current one last. */
export const allOf = ({ current, old }: Found): readonly ReplicaSet[] => (current ? [...old, current] : old)

/** Whether pods of a new template come beside the old ones, and not after they are gone. */
export const isRolling = ({ spec }: Deployment): boolean => spec?.strategy?.type === 'RollingUpdate'

/** Writes a Deployment's status, and its annotations, as the real controller does by way of its status. */
export const writeDeployment = (world: World, deployment: Deployment): Deployment =>
  world.update('Deployment', deployment, { subresource: 'status' })
