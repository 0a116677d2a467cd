import type { Steps } from '../../../base/turns/steps.js'
import type { StatusError } from '../../../base/errors/status.js'
import { storedName } from '../../../schema/object.js'
import { refusal } from '../../pods/slow-start.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import { atLeast } from '../../../model/registry/kubernetes-version.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

const component = 'statefulset-controller'

type Verb = 'create' | 'update' | 'delete'
const WORDS = { create: 'Create', update: 'Update', delete: 'Delete' } as const

/** Messages begin with a capital since 1.35. */
const wordIn = ({ profile }: WorldInSteps, verb: Verb): string =>
  atLeast(profile.version, '1.35') ? WORDS[verb] : verb

/** Does some work for a pod; if it fails, records an Event and rethrows. */
export function* said(
  world: WorldInSteps,
  set: StatefulSet,
  verb: Verb,
  pod: string,
  steps: Steps<unknown>,
): Steps<void> {
  const error = yield* refusal(steps)
  if (!error) return
  yield* remarkOnPod(world, set, { verb, pod, error })
  throw error
}

/** Records an Event about a StatefulSet: the success or failure of an operation on a pod. */
export function* remarkOnPod(
  world: WorldInSteps,
  set: StatefulSet,
  { verb, pod, error }: { readonly verb: Verb; readonly pod: string; readonly error?: StatusError },
): Steps<void> {
  const what = `${wordIn(world, verb)} Pod ${pod} in StatefulSet ${storedName(set)}`
  yield* remark(world, set, verb, error ? `${what} failed error: ${error.message}` : `${what} successful`, error)
}

/** Records an Event about a StatefulSet: the success or failure of creating a pod's claim. */
export function* remarkOnClaim(
  world: WorldInSteps,
  set: StatefulSet,
  { claim, pod, error }: { readonly claim: string; readonly pod: string; readonly error?: StatusError },
): Steps<void> {
  const name = storedName(set)
  const word = wordIn(world, 'create')
  const message = error
    ? `${word} Claim ${claim} for Pod ${pod} in StatefulSet ${name} failed error: ${error.message}`
    : `${word} Claim ${claim} Pod ${pod} in StatefulSet ${name} success`
  yield* remark(world, set, 'create', message, error)
}

/** Records that a claim has another controller, so that the retention policy does not apply to it. */
export function* remarkOnConflict(world: WorldInSteps, set: StatefulSet, claim: string): Steps<void> {
  yield* recordCoreEvent(world, set, {
    type: 'Warning',
    reason: 'ConflictingController',
    message: `PersistentVolumeClaim ${claim} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`,
    component,
  })
}

function* remark(
  world: WorldInSteps,
  set: StatefulSet,
  verb: Verb,
  message: string,
  error: StatusError | undefined,
): Steps<void> {
  const type = error ? 'Warning' : 'Normal'
  yield* recordCoreEvent(world, set, {
    type,
    reason: `${error ? 'Failed' : 'Successful'}${WORDS[verb]}`,
    message,
    component,
  })
}
