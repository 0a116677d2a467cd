import type { SchedulablePod } from '../../scheduler/types.js'

/** The name of the scheduler that pods name where they name none. */
export const SCHEDULER = 'default-scheduler'

/**
 * Tells whether a pod waits for this scheduler to put it on a node: it is not held back, on its way out, or beyond the
 * beginning.
 */
export const isOurs = (pod: SchedulablePod): boolean => hasNoNode(pod) && !pod.metadata.deletionTimestamp

/** Tells whether a pod of this scheduler has no node yet, although nothing holds it back. */
export const hasNoNode = ({ spec, status }: SchedulablePod): boolean =>
  !spec?.nodeName &&
  (spec?.schedulerName ?? SCHEDULER) === SCHEDULER &&
  !spec?.schedulingGates?.length &&
  (status?.phase ?? 'Pending') === 'Pending'

/** What was last said of a pod's scheduling. */
export const scheduledOf = ({ status }: SchedulablePod) =>
  status?.conditions?.find(({ type }) => type === 'PodScheduled')

/** Tells whether nobody has tried to find a node for a pod yet. */
export function isUntried(pod: SchedulablePod): boolean {
  const said = scheduledOf(pod)
  return !said || said.reason === 'SchedulingGated'
}
