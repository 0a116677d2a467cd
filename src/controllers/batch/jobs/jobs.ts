import { jsonEqual } from '../../../base/json/json.js'
import { changedObject, storedUid, identityOf } from '../../../schema/object.js'
import { type LabelSelector, selects } from '../../../model/registry/label-selector.js'
import { controllerOf } from '../../pods/owner.js'
import type { Pod } from '../../pods/pod-state.js'
import type { Controller, Key, LaterKey, ObjectChange, Reader } from '../../runtime/types.js'
import { type Job, isFinished, isTracked } from './job.js'

/** Runs Jobs: creates their pods, counts finished ones, and updates the status. */
export const jobs: Controller = {
  name: 'jobs',
  user: 'system:serviceaccount:kube-system:job-controller',
  retries: { first: 1000, last: 60_000 },
  watches: {
    *Job({ prev, next }: { readonly prev: Job | undefined; readonly next: Job | undefined }, world) {
      const job = changedObject({ prev, next })
      const isBatched = prev && next && prev.metadata.generation === next.metadata.generation && !isFinished(next)
      yield isBatched ? batched(job) : identityOf(job)
      // Pods keep their finalizer until they are counted, which a finished or deleted Job no longer does.
      if (next && !isFinished(next)) return
      for (const object of world.dependents(storedUid(job)))
        if (object.kind === 'Pod' && isTracked(object as Pod)) yield identityOf(object) // by its kind
    },
    Pod: keysOfPod,
  },
  load: () => import('./sync-job.js'),
}

/**
 * Changes of pods and of the status are synced together, this many milliseconds after the first of them
 * (syncJobBatchPeriod).
 */
const BATCH_PERIOD = 1000

const batched = (job: Job): LaterKey => ({ key: identityOf(job), after: BATCH_PERIOD })

/**
 * Wakes, in a batch, the Jobs that a pod belongs to, belonged to, or may be adopted by; and at once the pod itself if
 * it has a finalizer but may have no Job.
 */
function* keysOfPod({ prev, next }: ObjectChange<'Pod'>, world: Reader): Iterable<Key | LaterKey> {
  const pod = changedObject({ prev, next })
  const { namespace = '' } = pod.metadata
  const before = prev && controllerOf(prev)
  const ref = controllerOf(pod)
  for (const owner of before?.uid === ref?.uid ? [ref] : [before, ref]) {
    const job = owner?.kind === 'Job' ? world.get('Job', { namespace, name: owner.name }) : undefined
    if (job?.metadata.uid === owner?.uid && job && !isFinished(job)) yield batched(job)
  }
  if (!next) return
  if (isTracked(next) && (!ref || next.metadata.deletionTimestamp)) yield identityOf(next)
  if (ref || (prev && !before && jsonEqual(prev.metadata.labels, next.metadata.labels))) return
  for (const job of world.list('Job', { namespace }))
    // Validated by the selector's schema.
    if (selects(job.spec?.selector as LabelSelector | undefined, next.metadata.labels)) yield batched(job)
}
