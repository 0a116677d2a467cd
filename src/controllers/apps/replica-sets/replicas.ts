import type { ObjectOf } from '../../../kinds/object-types.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplate } from '../../pods/from-template.js'
import type { ReplicasKind } from './replicas-watches.js'

type Status = NonNullable<ObjectOf<'ReplicaSet'>['status']>

/** A ReplicaSet or a ReplicationController: they differ only in their selectors. */
export type Replicas = KubeObject & {
  readonly spec?: { readonly replicas?: number; readonly minReadySeconds?: number; readonly template?: PodTemplate }
  readonly status?: Status
}

/** One of these kinds. */
export type Sort = {
  readonly kind: ReplicasKind
  /** The component that reports its Events. */
  readonly component: string
  /** Whether its status tells how many pods are terminating, with the feature gate. */
  readonly tellsTerminating: boolean
}

/** Returns the desired number of pods. */
export const wantedBy = ({ spec }: Replicas): number => spec?.replicas ?? 1
