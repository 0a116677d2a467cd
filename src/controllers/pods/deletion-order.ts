import { isSidecar, deletionCostOf } from '../../kinds/shared/pods.js'
import { isActive, isReady, readySince, type Pod } from './pod-state.js'

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 }

type Ranked = {
  readonly pod: Pod
  readonly assigned: number
  readonly phase: number
  readonly ready: number
  readonly cost: number
  /** The number of active related pods on its node. */
  readonly kin: number
  readonly restarts: number
  readonly sidecarRestarts: number
}

/**
 * Sorts pods in the order in which they are deleted (ActivePodsWithRanks): first unscheduled ones, pending ones, those
 * not ready, those with lower deletion cost, those with more related pods on their node, those ready for a shorter
 * time, those with more restarts, newer ones. Ages are compared on a logarithmic scale of powers of two; if they are
 * equal there, the uid decides.
 *
 * @param kin all related pods, which these are ranked with by node
 * @param now milliseconds since 1970
 */
export function inDeletionOrder(pods: readonly Pod[], kin: readonly Pod[], now: number): readonly Pod[] {
  const onNode = new Map<string | undefined, number>()
  for (const pod of kin) if (isActive(pod)) onNode.set(nodeOf(pod), (onNode.get(nodeOf(pod)) ?? 0) + 1)
  return pods
    .map((pod) => ranked(pod, onNode.get(nodeOf(pod)) ?? 0))
    .sort((a, b) => compare(a, b, now))
    .map(({ pod }) => pod)
}

const nodeOf = ({ spec }: Pod) => spec?.nodeName

const ranked = (pod: Pod, kin: number): Ranked => ({
  pod,
  assigned: nodeOf(pod) ? 1 : 0,
  phase: PHASES[pod.status?.phase ?? ''] ?? 0,
  ready: isReady(pod) ? 1 : 0,
  cost: deletionCostOf(pod.metadata.annotations) ?? 0,
  kin,
  restarts: most(pod.status?.containerStatuses),
  sidecarRestarts: most(pod.status?.initContainerStatuses?.filter(({ name }) => staysBeside(pod, name))),
})

function compare(a: Ranked, b: Ranked, now: number): number {
  return (
    a.assigned - b.assigned ||
    a.phase - b.phase ||
    a.ready - b.ready ||
    a.cost - b.cost ||
    b.kin - a.kin ||
    (a.ready && b.ready ? compareAges(a, b, readySince, now) : 0) ||
    b.restarts - a.restarts ||
    b.sidecarRestarts - a.sidecarRestarts ||
    compareAges(a, b, creationOf, now)
  )
}

const creationOf = ({ metadata: { creationTimestamp } }: Pod) =>
  creationTimestamp ? Date.parse(creationTimestamp) : undefined

function compareAges(a: Ranked, b: Ranked, timeOf: (pod: Pod) => number | undefined, now: number): number {
  const [first, second] = [timeOf(a.pod), timeOf(b.pod)]
  if (first === second) return 0
  if (first === undefined || second === undefined) return first === undefined ? -1 : 1
  const [uid = '', other = ''] = [a.pod.metadata.uid, b.pod.metadata.uid]
  return magnitude(now - first) - magnitude(now - second) || (uid < other ? -1 : 1)
}

/** Returns the binary logarithm of a duration in nanoseconds, rounded down. */
const magnitude = (ms: number) => (ms > 0 ? Math.trunc(Math.log2(ms * 1_000_000)) : -1)

const most = (statuses: readonly { readonly restartCount?: number }[] = []) =>
  statuses.reduce((sum, { restartCount = 0 }) => Math.max(sum, restartCount), 0)

const staysBeside = ({ spec }: Pod, name: string) =>
  Boolean(spec?.initContainers?.some((each) => each.name === name && isSidecar(each)))
