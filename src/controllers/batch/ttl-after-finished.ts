import type { Steps } from '../../base/turns/steps.js'
import { storedUid } from '../../schema/object.js'
import type { Again, Controller, Key, WorldInSteps } from '../runtime/types.js'
import { type Job, isFinished } from './jobs/job.js'

/** Deletes finished Jobs and their pods after `ttlSecondsAfterFinished`. */
export const ttlAfterFinished: Controller = {
  name: 'ttl-after-finished',
  user: 'system:serviceaccount:kube-system:ttl-after-finished-controller',
  watches: { Job: 'own' },
  reconcileInSteps: endAfterTtl,
}

/** Deletes a Job whose ttlSecondsAfterFinished has passed. */
function* endAfterTtl({ namespace, name }: Key, world: WorldInSteps): Steps<Again | undefined> {
  const job = world.get('Job', { namespace, name })
  const seconds = job?.spec?.ttlSecondsAfterFinished
  if (!job || seconds === undefined || job.metadata.deletionTimestamp || !isFinished(job)) return undefined
  const end = endOf(job)
  // A fixture may state a finished Job without a time, whose expiry is unknown.
  if (end === undefined) return undefined
  const due = end + seconds * 1000
  if (due > world.now()) return { at: due }
  yield* world.delete(
    'Job',
    { namespace, name },
    { propagationPolicy: 'Foreground', preconditions: { uid: storedUid(job) } },
  )
  return undefined
}

function endOf({ status }: Job): number | undefined {
  const end = status?.conditions?.find(
    ({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True',
  )
  return end?.lastTransitionTime ? Date.parse(end.lastTransitionTime) : undefined
}
