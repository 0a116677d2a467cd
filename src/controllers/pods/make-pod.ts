import type { Steps } from '../../base/turns/steps.js'
import { StatusError } from '../../base/errors/status.js'
import type { Draft } from '../../kinds/object-types.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { recordCoreEvent } from '../core/record-core-event.js'
import type { WorldInSteps } from '../runtime/types.js'
import { refOf } from './owner.js'
import type { Pod } from './pod-state.js'

/** The owner of the pods, and the component that reports the Events: `replicaset-controller`. */
type Maker = { readonly owner: KubeObject; readonly component: string }

/**
 * Creates a pod for its owner, with an Event about the owner: SuccessfulCreate or FailedCreate.
 *
 * @throws StatusError if it is refused
 */
export function* makePod(world: WorldInSteps, { owner, component }: Maker, draft: Draft<'Pod'>): Steps<Pod> {
  try {
    const pod = yield* world.createFor<Pod>(owner, 'Pod', draft)
    const message = `Created pod: ${storedName(pod)}`
    yield* recordCoreEvent(world, owner, { type: 'Normal', reason: 'SuccessfulCreate', message, component })
    return pod
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const message = `Error creating: ${error.message}`
    if (!isNamespaceEnding(error))
      yield* recordCoreEvent(world, owner, { type: 'Warning', reason: 'FailedCreate', message, component })
    throw error
  }
}

/** Does the same, and ignores a refusal because the namespace is being deleted. */
export function* makeUnlessEnding(world: WorldInSteps, maker: Maker, draft: Draft<'Pod'>): Steps<void> {
  try {
    yield* makePod(world, maker, draft)
  } catch (error) {
    if (!(error instanceof StatusError && isNamespaceEnding(error))) throw error
  }
}

/** Returns whether a creation was refused because the namespace is being deleted, which is not reported. */
export const isNamespaceEnding = ({ status }: StatusError): boolean =>
  Boolean(status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating'))

/**
 * Deletes a pod of an owner, with an Event about the owner: SuccessfulDelete or FailedDelete.
 *
 * @throws StatusError if it is refused
 */
export function* removePod(world: WorldInSteps, { owner, component }: Maker, pod: KubeObject): Steps<void> {
  const { name } = refOf(pod)
  try {
    yield* world.delete('Pod', refOf(pod))
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const message = `Error deleting: ${error.message}`
    yield* recordCoreEvent(world, owner, { type: 'Warning', reason: 'FailedDelete', message, component })
    throw new StatusError({ ...error.status, message: `unable to delete pods: ${error.message}` })
  }
  yield* recordCoreEvent(world, owner, {
    type: 'Normal',
    reason: 'SuccessfulDelete',
    message: `Deleted pod: ${name}`,
    component,
  })
}
