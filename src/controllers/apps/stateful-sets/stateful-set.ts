import type { ObjectOf } from '../../../kinds/object-types.js'
import { type KubeObject, storedName } from '../../../schema/object.js'
import type { Pod } from '../../pods/pod-state.js'

export type StatefulSet = ObjectOf<'StatefulSet'>

/** Returns the desired replicas of a StatefulSet. */
export const replicasOf = ({ spec }: StatefulSet): number => spec?.replicas ?? 1

/** Returns the first ordinal of a StatefulSet. */
export const firstOrdinal = ({ spec }: StatefulSet): number => spec?.ordinals?.start ?? 0

/** Returns the name of the pod with an ordinal. */
export const podName = (set: KubeObject, ordinal: number): string => `${storedName(set)}-${ordinal}`

/** Parses a pod's name into the name of its StatefulSet and its ordinal; undefined if it has none. */
export function placeOfPod({
  metadata,
}: Pick<KubeObject, 'metadata'>): { readonly parent: string; readonly ordinal: number } | undefined {
  const [, parent, digits] = /^(.*)-([0-9]+)$/.exec(metadata.name ?? '') ?? []
  const ordinal = Number(digits)
  return parent === undefined || ordinal > LAST_ORDINAL ? undefined : { parent, ordinal }
}

/** The highest ordinal in a pod's name. */
const LAST_ORDINAL = 2 ** 31 - 1

/** Returns whether a StatefulSet should have a pod with an ordinal. */
export const isInRange = (set: StatefulSet, ordinal: number): boolean =>
  ordinal >= firstOrdinal(set) && ordinal < firstOrdinal(set) + replicasOf(set)

/** The label with the name of a pod's revision. */
export const REVISION_LABEL = 'controller-revision-hash'

/** Returns the name of a pod's revision; empty if it has none. */
export const revisionOf = ({ metadata }: Pick<Pod, 'metadata'>): string => metadata.labels?.[REVISION_LABEL] ?? ''
