import type { ObjectOf } from '../../../kinds/object-types.js'
import type { KubeObject } from '../../../schema/object.js'
import type { PodTemplate } from '../../pods/from-template.js'
import type { LabelSelector } from '../../../model/registry/label-selector.js'

type Status = NonNullable<ObjectOf<'ReplicaSet'>['status']>

/** A ReplicaSet or a ReplicationController: they differ only in their selectors. */
export type Replicas = KubeObject & {
  readonly spec?: { readonly replicas?: number; readonly minReadySeconds?: number; readonly template?: PodTemplate }
  readonly status?: Status
}

/** One of these kinds. */
export type Sort = {
  readonly kind: 'ReplicaSet' | 'ReplicationController'
  /** The component that reports its Events. */
  readonly component: string
  /** Whether its status tells how many pods are terminating, with the feature gate. */
  readonly tellsTerminating: boolean
}

/** Returns the desired number of pods. */
export const wantedBy = ({ spec }: Replicas): number => spec?.replicas ?? 1

/** Returns the label selector of an object of such a kind: that of a ReplicationController is a map of labels. */
export function podSelector({ kind, spec }: KubeObject): LabelSelector | undefined {
  const { selector } = (spec ?? {}) as { selector?: LabelSelector | Readonly<Record<string, string>> } // of both kinds
  if (kind !== 'ReplicationController' || !selector) return selector as LabelSelector | undefined // of a ReplicaSet
  return { matchLabels: selector as Readonly<Record<string, string>> } // of a ReplicationController
}
