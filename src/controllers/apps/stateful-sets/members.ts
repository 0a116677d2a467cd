import { storedName } from '../../../schema/object.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import type { Reader } from '../../runtime/types.js'
import { isAvailable, isReady, type Pod } from '../../pods/pod-state.js'
import type { SetRevisions } from './revisions-of-set.js'
import {
  type StatefulSet,
  firstOrdinal,
  isInRange,
  placeOfPod,
  podName,
  replicasOf,
  revisionOf,
} from './stateful-set.js'

/** An ordinal of a StatefulSet, and its pod. */
export type Member = {
  readonly ordinal: number
  /** The name of the pod, whether it exists or not. */
  readonly name: string
  readonly pod: Pod | undefined
  /** The name of the revision of the pod, or of the pod to create. */
  readonly revision: string
}

/** The pods of a StatefulSet at the time of a sync. */
export type Members = {
  /** One for each desired ordinal, ascending, with at most {@link MOST_MISSING} missing pods. */
  readonly replicas: readonly Member[]
  /** Whether more pods are missing. */
  readonly isPartial: boolean
  /** The pods to delete, the highest ordinal first. */
  readonly condemned: readonly Member[]
  /** The name of the first pod that is not ready or does not exist. */
  readonly firstUnhealthy: string | undefined
}

/** The most missing pods of one sync; the others follow once these exist. */
const MOST_MISSING = 500

/** Groups the pods of a StatefulSet by ordinal. Pods whose names have no ordinal are ignored. */
export function membersOf(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions, look: Look): Members {
  const found = pods.flatMap((pod) => {
    const ordinal = placeOfPod(pod)?.ordinal
    return ordinal === undefined ? [] : [{ ordinal, name: storedName(pod), pod, revision: revisionOf(pod) }]
  })
  const byOrdinal = new Map(found.map((member) => [member.ordinal, member]))
  const first = firstOrdinal(set)
  const length = Math.min(replicasOf(set), found.length + MOST_MISSING)
  const replicas = Array.from({ length }, (_, i) => byOrdinal.get(first + i) ?? vacancy(set, first + i, revisions))
  const condemned = found.filter(({ ordinal }) => !isInRange(set, ordinal)).sort((a, b) => b.ordinal - a.ordinal)
  const firstUnhealthy = [...replicas, ...condemned.toReversed()].find((member) => !isHealthy(member, set, look))?.name
  return { replicas, isPartial: length < replicasOf(set), condemned, firstUnhealthy }
}

const vacancy = (set: StatefulSet, ordinal: number, { current, update }: SetRevisions): Member => ({
  ordinal,
  name: podName(set, ordinal),
  pod: undefined,
  revision: storedName(isOfCurrent(set, ordinal) ? current : update),
})

/** Returns whether a new pod is created from the current revision rather than the update revision. */
function isOfCurrent(set: StatefulSet, ordinal: number): boolean {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {}
  if (rollingUpdate) return ordinal < firstOrdinal(set) + (rollingUpdate.partition ?? 0)
  return type === 'RollingUpdate' && ordinal < firstOrdinal(set) + (set.status?.currentReplicas ?? 0)
}

/** Returns whether a pod is running and ready. */
export const isRunning = (pod: Pod | undefined): pod is Pod => pod?.status?.phase === 'Running' && isReady(pod)

/** Returns whether a pod is being deleted. */
export const isGoing = ({ pod }: Member): boolean => pod?.metadata.deletionTimestamp !== undefined

/** Returns whether a pod exists, is ready, and is not being deleted; since 1.34 it must be available, too. */
export const isHealthy = (member: Member, { spec }: StatefulSet, { now, profile }: Look): boolean =>
  isRunning(member.pod) &&
  !isGoing(member) &&
  (!atLeast(profile.version, '1.34') || isAvailable(member.pod, spec?.minReadySeconds, now()))

/** What pods are looked at with. */
type Look = Pick<Reader, 'now' | 'profile'>
