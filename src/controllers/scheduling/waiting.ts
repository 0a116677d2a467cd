import type { SchedulablePod } from './framework/types.js'

/** The default schedulerName of pods. */
export const SCHEDULER = 'default-scheduler'

/**
 * Returns whether a pod waits for this scheduler: it is unscheduled, pending, without scheduling gates, and not being
 * deleted.
 */
export const isOurs = (pod: SchedulablePod): boolean => hasNoNode(pod) && !pod.metadata.deletionTimestamp

/** Returns whether a pod of this scheduler is unscheduled and pending, without scheduling gates. */
export const hasNoNode = ({ spec, status }: SchedulablePod): boolean =>
  !spec?.nodeName &&
  (spec?.schedulerName ?? SCHEDULER) === SCHEDULER &&
  !spec?.schedulingGates?.length &&
  (status?.phase ?? 'Pending') === 'Pending'

/** Returns the condition PodScheduled of a pod. */
export const scheduledOf = ({ status }: SchedulablePod) =>
  status?.conditions?.find(({ type }) => type === 'PodScheduled')

/** Returns whether no scheduler has tried to schedule a pod yet. */
export function isUntried(pod: SchedulablePod): boolean {
  const said = scheduledOf(pod)
  return !said || said.reason === 'SchedulingGated'
}
