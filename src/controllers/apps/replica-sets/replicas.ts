import type { ObjectOf } from '../../../kinds/object-types.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplate } from '../../pods/from-template.js'
import type { ReplicasKind } from './replicas-watches.js'

type Status = NonNullable<ObjectOf<'ReplicaSet'>['status']>

/** A ReplicaSet or a ReplicationController: they differ in their selectors alone. */
export type Replicas = KubeObject & {
  readonly spec?: { readonly replicas?: number; readonly minReadySeconds?: number; readonly template?: PodTemplate }
  readonly status?: Status
}

/** One kind of them, and the component its Events come from. */
export type Sort = { readonly kind: ReplicasKind; readonly component: string }

/** How many pods are asked for. */
export const wantedBy = ({ spec }: Replicas): number => spec?.replicas ?? 1
