import type { Steps } from '../../../base/turns/steps.js'
import { storedName } from '../../../schema/object.js'
import { recordCoreEvent } from '../../core/record-core-event.js'
import type { WorldInSteps } from '../../runtime/types.js'
import type { Deployment, ReplicaSet } from './deployment.js'

/** Records an Event about a Deployment. */
export function* say(
  world: WorldInSteps,
  deployment: Deployment,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Steps<void> {
  yield* recordCoreEvent(world, deployment, { type, reason, message, component: 'deployment-controller' })
}

/** Records the scaling of a ReplicaSet. */
export function* sayScaled(
  world: WorldInSteps,
  deployment: Deployment,
  set: ReplicaSet,
  from: number,
  to: number,
): Steps<void> {
  const way = from < to ? 'up' : 'down'
  const message = `Scaled ${way} replica set ${storedName(set)} from ${from} to ${to}`
  yield* say(world, deployment, 'Normal', 'ScalingReplicaSet', message)
}
