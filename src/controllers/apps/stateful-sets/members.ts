import { storedName } from '../../../schema/stored-metadata.js'
import { isReady, type Pod } from '../../pods/pod-state.js'
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

/** A place of a StatefulSet, and the pod that has it. */
export type Member = {
  readonly ordinal: number
  /** The name of the pod, whether it is there or not. */
  readonly name: string
  readonly pod: Pod | undefined
  /** The name of the revision the pod is of, or is to be made of. */
  readonly revision: string
}

/** The pods of a StatefulSet as they are when it is looked at. */
export type Members = {
  /** One for each ordinal that is to have a pod, ascending: of very many that are missing, the first. */
  readonly replicas: readonly Member[]
  /** Whether more are missing than are looked at. */
  readonly isPartial: boolean
  /** Those that have to go, the last ordinal first. */
  readonly condemned: readonly Member[]
  /** The name of the first pod that is not ready, or not there. */
  readonly firstUnhealthy: string | undefined
}

/** So many missing pods are looked at; those after them once they are there. */
const MOST_MISSING = 500

/** Sorts the pods of a StatefulSet into places. Pods whose names have no ordinal have none. */
export function membersOf(set: StatefulSet, pods: readonly Pod[], revisions: SetRevisions): Members {
  const found = pods.flatMap((pod) => {
    const ordinal = placeOfPod(pod)?.ordinal
    return ordinal === undefined ? [] : [{ ordinal, name: storedName(pod), pod, revision: revisionOf(pod) }]
  })
  const byOrdinal = new Map(found.map((member) => [member.ordinal, member]))
  const first = firstOrdinal(set)
  const length = Math.min(replicasOf(set), found.length + MOST_MISSING)
  const replicas = Array.from({ length }, (_, i) => byOrdinal.get(first + i) ?? vacancy(set, first + i, revisions))
  const condemned = found.filter(({ ordinal }) => !isInRange(set, ordinal)).sort((a, b) => b.ordinal - a.ordinal)
  const firstUnhealthy = [...replicas, ...condemned.toReversed()].find((member) => !isHealthy(member))?.name
  return { replicas, isPartial: length < replicasOf(set), condemned, firstUnhealthy }
}

const vacancy = (set: StatefulSet, ordinal: number, { current, update }: SetRevisions): Member => ({
  ordinal,
  name: podName(set, ordinal),
  pod: undefined,
  revision: storedName(isOfCurrent(set, ordinal) ? current : update),
})

/** Tells whether a new pod is made of what the StatefulSet was before it changed. */
function isOfCurrent(set: StatefulSet, ordinal: number): boolean {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {}
  if (rollingUpdate) return ordinal < firstOrdinal(set) + (rollingUpdate.partition ?? 0)
  return type === 'RollingUpdate' && ordinal < firstOrdinal(set) + (set.status?.currentReplicas ?? 0)
}

/** Tells whether a pod runs and is ready. */
export const isRunning = (pod: Pod | undefined): boolean => pod?.status?.phase === 'Running' && isReady(pod)

/** Tells whether a pod is being deleted. */
export const isGoing = ({ pod }: Member): boolean => pod?.metadata.deletionTimestamp !== undefined

/** Tells whether a pod is there, ready, and not being deleted. */
export const isHealthy = (member: Member): boolean => isRunning(member.pod) && !isGoing(member)
