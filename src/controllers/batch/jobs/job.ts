import type { ObjectOf } from '../../../kinds/object-types.js'
import type { Pod } from '../../pods/pod-state.js'

export type Job = ObjectOf<'Job'>
/** The spec of a Job. */
export type JobSpec = NonNullable<Job['spec']>
/** The status of a Job. */
export type JobStatus = NonNullable<Job['status']>

/** The finalizer of a Job's pods until they are counted. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking'

/** Returns whether a pod is still to be counted. */
export const isTracked = ({ metadata }: Pod): boolean => Boolean(metadata.finalizers?.includes(TRACKING_FINALIZER))

/** Returns whether a condition of a Job is True. */
export const holds = ({ conditions = [] }: JobStatus, condition: string): boolean =>
  conditions.some(({ type, status }) => type === condition && status === 'True')

/** Returns whether a Job has finished. */
export const isFinished = ({ status = {} }: Job): boolean => holds(status, 'Complete') || holds(status, 'Failed')

/** Returns whether the completion mode is Indexed. */
export const isIndexed = ({ completionMode }: JobSpec): boolean => completionMode === 'Indexed'

/** Returns whether a Job is managed by an external controller. */
export const isManagedElsewhere = ({ managedBy }: JobSpec): boolean =>
  managedBy !== undefined && managedBy !== 'kubernetes.io/job-controller'

/** Returns whether pods are replaced only once they have terminated, not already while they are terminating. */
export const replacesFailedOnly = ({ podReplacementPolicy, podFailurePolicy }: JobSpec): boolean =>
  podReplacementPolicy === 'Failed' || podFailurePolicy !== undefined

/** Returns whether a pod counts as failed; a terminating pod does, unless only terminated pods are replaced. */
export function isFailed({ status, metadata }: Pod, spec: JobSpec): boolean {
  if (status?.phase === 'Failed') return true
  return !replacesFailedOnly(spec) && metadata.deletionTimestamp !== undefined && status?.phase !== 'Succeeded'
}
