import type { StatusError } from '../../../base/errors/status.js'
import { storedName } from '../../../schema/stored-metadata.js'
import { refusal, refusalOf } from '../../pods/slow-start.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { WorkSteps, World } from '../../runtime/types.js'
import type { StatefulSet } from './stateful-set.js'

const component = 'statefulset-controller'

type Verb = 'create' | 'update' | 'delete'
const WORDS = { create: 'Create', update: 'Update', delete: 'Delete' } as const

/** Runs a step for a pod; if it fails, records an Event and rethrows. */
export function said(world: World, set: StatefulSet, verb: Verb, pod: string, step: () => void): void {
  throwSaid(world, set, verb, pod, refusal(step))
}

/** {@link said} for an operation in steps. */
export function* saidOf(
  world: World,
  set: StatefulSet,
  verb: Verb,
  pod: string,
  steps: WorkSteps<void>,
): WorkSteps<void> {
  throwSaid(world, set, verb, pod, yield* refusalOf(steps))
}

function throwSaid(world: World, set: StatefulSet, verb: Verb, pod: string, error: StatusError | undefined): void {
  if (!error) return
  remarkOnPod(world, set, { verb, pod, error })
  throw error
}

/** Records an Event about a StatefulSet: the success or failure of an operation on a pod. */
export function remarkOnPod(
  world: World,
  set: StatefulSet,
  { verb, pod, error }: { readonly verb: Verb; readonly pod: string; readonly error?: StatusError },
): void {
  const what = `${verb} Pod ${pod} in StatefulSet ${storedName(set)}`
  remark(world, set, verb, error ? `${what} failed error: ${error.message}` : `${what} successful`, error)
}

/** Records an Event about a StatefulSet: the success or failure of creating a pod's claim. */
export function remarkOnClaim(
  world: World,
  set: StatefulSet,
  { claim, pod, error }: { readonly claim: string; readonly pod: string; readonly error?: StatusError },
): void {
  const name = storedName(set)
  const message = error
    ? `create Claim ${claim} for Pod ${pod} in StatefulSet ${name} failed error: ${error.message}`
    : `create Claim ${claim} Pod ${pod} in StatefulSet ${name} success`
  remark(world, set, 'create', message, error)
}

/** Records that a claim has another controller, so that the retention policy does not apply to it. */
export const remarkOnConflict = (world: World, set: StatefulSet, claim: string): void =>
  recordCoreEvent(world, set, {
    type: 'Warning',
    reason: 'ConflictingController',
    message: `PersistentVolumeClaim ${claim} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`,
    component,
  })

function remark(world: World, set: StatefulSet, verb: Verb, message: string, error: StatusError | undefined): void {
  const type = error ? 'Warning' : 'Normal'
  recordCoreEvent(world, set, { type, reason: `${error ? 'Failed' : 'Successful'}${WORDS[verb]}`, message, component })
}
