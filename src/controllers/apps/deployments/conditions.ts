import { formatTime } from '../../../base/time.js'
import type { Reader } from '../../runtime/types.js'
import type { Deployment, Status } from './deployment.js'

/** A condition of a Deployment. */
type DeploymentCondition = NonNullable<Status['conditions']>[number]
/** The types of its conditions. */
type ConditionType = 'Available' | 'Progressing' | 'ReplicaFailure'
/** What a condition says, but for when. */
type Saying = Pick<DeploymentCondition, 'status' | 'reason' | 'message'>

/** The condition of a type; undefined where a status has none. */
export const conditionOf = (status: Status | undefined, type: ConditionType): DeploymentCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

/** A condition as of now. */
export function newCondition(
  world: Reader,
  type: ConditionType,
  { status, reason, message }: Saying,
): DeploymentCondition {
  const now = formatTime(world.now())
  // A time as text is one as the types have it.
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
 * A status with a condition, which stands last where it is new. One that says the same already, message aside, stays as
 * it is; the time of the last transition stays while the status does.
 */
export function withCondition(status: Status, condition: DeploymentCondition): Status {
  const before = status.conditions?.find(({ type }) => type === condition.type)
  if (before?.status === condition.status && before.reason === condition.reason) return status
  const { lastTransitionTime } = before?.status === condition.status ? before : condition
  const next = { ...condition, ...(lastTransitionTime ? { lastTransitionTime } : {}) }
  return { ...status, conditions: [...(withoutCondition(status, next.type).conditions ?? []), next] }
}

/** A status without the condition of a type. */
export function withoutCondition(status: Status, type: string): Status {
  const { conditions = [], ...rest } = status
  const left = conditions.filter((condition) => condition.type !== type)
  return left.length > 0 ? { ...rest, conditions: left } : rest
}

/** A Deployment whose progress says something else. */
export const withProgress = (world: Reader, deployment: Deployment, saying: Saying): Deployment => ({
  ...deployment,
  status: withCondition(deployment.status ?? {}, newCondition(world, 'Progressing', saying)),
})

/** The deadline that means that there is none. */
const NEVER = 2 ** 31 - 1

/** Within how many seconds a Deployment has to go on; undefined where it need not. */
export function progressDeadline({ spec }: Deployment): number | undefined {
  const seconds = spec?.progressDeadlineSeconds
  return seconds === NEVER ? undefined : seconds
}
