import type { ObjectOf } from '../../../kinds/object-types.js'
import { storedName } from '../../../schema/stored-metadata.js'
import type { KubeObject } from '../../../schema/object.js'
import type { Pod } from '../../pods/pod-state.js'

/** A StatefulSet, as its controller reads it. */
export type StatefulSet = ObjectOf<'StatefulSet'>

/** How many pods a StatefulSet is to have. */
export const replicasOf = ({ spec }: StatefulSet): number => spec?.replicas ?? 1

/** The first ordinal of a StatefulSet. */
export const firstOrdinal = ({ spec }: StatefulSet): number => spec?.ordinals?.start ?? 0

/** The name of the pod with an ordinal. */
export const podName = (set: KubeObject, ordinal: number): string => `${storedName(set)}-${ordinal}`

/** The name of the StatefulSet a pod belongs to by its own name, and its ordinal; undefined where it has none. */
export function placeOfPod({
  metadata,
}: Pick<KubeObject, 'metadata'>): { readonly parent: string; readonly ordinal: number } | undefined {
  const [, parent, digits] = /^(.*)-([0-9]+)$/.exec(metadata.name ?? '') ?? []
  const ordinal = Number(digits)
  return parent === undefined || ordinal > LAST_ORDINAL ? undefined : { parent, ordinal }
}

/** The last ordinal that a pod's name may have. */
const LAST_ORDINAL = 2 ** 31 - 1

/** Tells whether an ordinal is one that a StatefulSet is to have a pod for. */
export const isInRange = (set: StatefulSet, ordinal: number): boolean =>
  ordinal >= firstOrdinal(set) && ordinal < firstOrdinal(set) + replicasOf(set)

/** The label that names the revision a pod is of. */
export const REVISION_LABEL = 'controller-revision-hash'

/** The name of the revision a pod is of; empty where it has none. */
export const revisionOf = ({ metadata }: Pick<Pod, 'metadata'>): string => metadata.labels?.[REVISION_LABEL] ?? ''
