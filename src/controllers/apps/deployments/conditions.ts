import { formatTime } from '../../../base/time/time.js'
import type { Reader } from '../../runtime/types.js'
import type { Deployment, Status } from './deployment.js'

/** A condition of a Deployment. */
type DeploymentCondition = NonNullable<Status['conditions']>[number]
/** The condition types of a Deployment. */
type ConditionType = 'Available' | 'Progressing' | 'ReplicaFailure'
/** A condition without its type and times. */
type Saying = Pick<DeploymentCondition, 'status' | 'reason' | 'message'>

/** Returns the condition of a type; undefined if the status has none. */
export const conditionOf = (status: Status | undefined, type: ConditionType): DeploymentCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

/** Creates a condition with the current time. */
export function newCondition(
  world: Reader,
  type: ConditionType,
  { status, reason, message }: Saying,
): DeploymentCondition {
  const now = formatTime(world.now())
  // A formatted time has the type of a time.
  return {
    type,
    status,
    lastUpdateTime: now,
    lastTransitionTime: now,
    reason,
    message,
  } as unknown as DeploymentCondition
}

/**
 * Sets a condition in a status, appended at the end. A condition with the same status and reason is kept as it is;
 * lastTransitionTime is kept if the status does not change.
 */
export function withCondition(status: Status, condition: DeploymentCondition): Status {
  const before = status.conditions?.find(({ type }) => type === condition.type)
  if (before?.status === condition.status && before.reason === condition.reason) return status
  const { lastTransitionTime } = before?.status === condition.status ? before : condition
  const next = { ...condition, ...(lastTransitionTime ? { lastTransitionTime } : {}) }
  return { ...status, conditions: [...(withoutCondition(status, next.type).conditions ?? []), next] }
}

/** Returns a status without the conditions of a type. */
export function withoutCondition(status: Status, type: string): Status {
  const { conditions = [], ...rest } = status
  const left = conditions.filter((condition) => condition.type !== type)
  return left.length > 0 ? { ...rest, conditions: left } : rest
}

/** Returns a Deployment with another Progressing condition. */
export const withProgress = (world: Reader, deployment: Deployment, saying: Saying): Deployment => ({
  ...deployment,
  status: withCondition(deployment.status ?? {}, newCondition(world, 'Progressing', saying)),
})

/** The progressDeadlineSeconds that means no deadline. */
const NEVER = 2 ** 31 - 1

/** Returns the progressDeadlineSeconds of a Deployment; undefined if it has no deadline. */
export function progressDeadline({ spec }: Deployment): number | undefined {
  const seconds = spec?.progressDeadlineSeconds
  return seconds === NEVER ? undefined : seconds
}
