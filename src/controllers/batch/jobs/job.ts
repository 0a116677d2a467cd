import type { ObjectOf } from '../../../kinds/object-types.js'
import type { Pod } from '../../pods/pod-state.js'

/** A Job, as its controller sees it. */
export type Job = ObjectOf<'Job'>
/** What a Job wants. */
export type JobSpec = NonNullable<Job['spec']>
/** What became of a Job. */
export type JobStatus = NonNullable<Job['status']>

/** Held by each pod of a Job until the Job has counted it. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking'

/** Whether a pod is still to be counted. */
export const isTracked = ({ metadata }: Pod): boolean => Boolean(metadata.finalizers?.includes(TRACKING_FINALIZER))

/** Whether a condition of a Job holds. */
export const holds = ({ conditions = [] }: JobStatus, condition: string): boolean =>
  conditions.some(({ type, status }) => type === condition && status === 'True')

/** Whether a Job is over. */
export const isFinished = ({ status = {} }: Job): boolean => holds(status, 'Complete') || holds(status, 'Failed')

/** Whether each pod of a Job has an index of its own. */
export const isIndexed = ({ completionMode }: JobSpec): boolean => completionMode === 'Indexed'

/** Whether a Job is left to somebody else's controller. */
export const isManagedElsewhere = ({ managedBy }: JobSpec): boolean =>
  managedBy !== undefined && managedBy !== 'kubernetes.io/job-controller'

/** Whether pods are replaced only once they have ended, not while they end. */
export const replacesFailedOnly = ({ podReplacementPolicy, podFailurePolicy }: JobSpec): boolean =>
  podReplacementPolicy === 'Failed' || podFailurePolicy !== undefined

/**
 * Whether a pod counts as failed: a deleted one does that may never come to say so, unless only those are replaced that
 * have.
 */
export function isFailed({ status, metadata }: Pod, spec: JobSpec): boolean {
  if (status?.phase === 'Failed') return true
  return !replacesFailedOnly(spec) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded'
}
