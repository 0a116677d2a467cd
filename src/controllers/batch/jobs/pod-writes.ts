import type { Steps } from '../../../base/turns/steps.js'
import { StatusError } from '../../../base/errors/status.js'
import type { Draft } from '../../../kinds/object-types.js'
import { podFromTemplate } from '../../pods/from-template.js'
import { isNamespaceEnding, makePod, removePod } from '../../pods/make-pod.js'
import { refOf } from '../../pods/owner.js'
import { type Pod, isReady } from '../../pods/pod-state.js'
import { refusalsOf, slowStart } from '../../pods/slow-start.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { type Job, TRACKING_FINALIZER, isTracked } from './job.js'
import type { NewPod } from './new-pods.js'
import type { JobSnapshot } from './job-snapshot.js'

/** The component that reports the Events of Jobs. */
export const COMPONENT = 'job-controller'

/** The pods of a Job after some were created or deleted. */
export type Managed = {
  readonly active: number
  readonly ready: number
  readonly terminating: number
  /** Milliseconds until more may be created. */
  readonly after?: number
  /** The failure that stopped it. */
  readonly failure?: StatusError | undefined
}

/** Creates pods in slow start batches. */
export function* createPods(snapshot: JobSnapshot, pods: readonly NewPod[], world: WorldInSteps): Steps<Managed> {
  const { job: owner, activePods, ready, terminating } = snapshot
  const { made, failure } = yield* slowStart(pods.length, (at) => {
    const pod = pods[at]
    return pod && makePod(world, { owner, component: COMPONENT }, draftFor(pod, owner))
  })
  return {
    active: activePods.length + made,
    ready,
    terminating,
    failure: failure && isNamespaceEnding(failure) ? undefined : failure,
  }
}

/** Returns the pod to create for a Job. */
export function draftFor({ template, generateName }: NewPod, job: Job): Draft<'Pod'> {
  const draft = podFromTemplate(template, job)
  return generateName ? { ...draft, metadata: { ...draft.metadata, generateName } } : draft
}

/** Deletes pods that are not counted. */
export const deletePods = (snapshot: JobSnapshot, pods: readonly Pod[], world: WorldInSteps): Steps<Managed> =>
  removeEach(snapshot, pods, (pod) => removeUncounted(snapshot, pod, world))

function* removeUncounted(snapshot: JobSnapshot, pod: Pod, world: WorldInSteps): Steps<void> {
  if (isTracked(pod)) yield* freePod(pod, world)
  yield* removePod(world, { owner: snapshot.job, component: COMPONENT }, pod)
}

/** Deletes the active pods of a Job that finishes; they keep their finalizer until they are counted. */
export const deleteActivePods = (snapshot: JobSnapshot, world: WorldInSteps): Steps<Managed> =>
  removeEach(snapshot, snapshot.activePods, (pod) =>
    removePod(world, { owner: snapshot.job, component: COMPONENT }, pod),
  )

function* removeEach(snapshot: JobSnapshot, pods: readonly Pod[], remove: (pod: Pod) => Steps<void>): Steps<Managed> {
  const refusals = yield* refusalsOf(pods, remove)
  const removed = refusals.filter((refused) => !refused).length
  return {
    active: snapshot.activePods.length - removed,
    ready: snapshot.ready - pods.filter(isReady).length,
    terminating: snapshot.terminating + removed,
    failure: refusals.find(Boolean),
  }
}

/** Removes the tracking finalizer from a pod; ignores pods that no longer exist. */
export function* freePod(pod: Pod, world: WorldInSteps): Steps<void> {
  const finalizers = { '$deleteFromPrimitiveList/finalizers': [TRACKING_FINALIZER] }
  try {
    yield* world.patch('Pod', refOf(pod), { metadata: finalizers }, { type: 'strategic' })
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 404) throw error
  }
}
