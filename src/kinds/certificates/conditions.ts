import type { SigningRequest } from './signing-request-rules.js'

type RequestCondition = NonNullable<NonNullable<SigningRequest['status']>['conditions']>[number]

const conditionsOf = ({ status }: SigningRequest): readonly RequestCondition[] => status?.conditions ?? []

const withConditions = (object: SigningRequest, conditions: readonly RequestCondition[]): SigningRequest =>
  conditions.length > 0 ? { ...object, status: { ...object.status, conditions } } : object

/**
 * Restores the stored Approved and Denied conditions if their number is unchanged: the status subresource must not
 * modify decisions.
 */
export function keptDecisions(next: SigningRequest, old: SigningRequest): SigningRequest {
  const kept = ['Approved', 'Denied'].reduce((conditions, type) => {
    const before = conditionsOf(old).filter((condition) => condition.type === type)
    if (conditions.filter((condition) => condition.type === type).length !== before.length) return conditions
    let i = 0
    return conditions.map((condition) => (condition.type === type ? (before[i++] ?? condition) : condition))
  }, conditionsOf(next))
  return withConditions(next, kept)
}

/** Sets missing times of conditions: to now, or to the transition time of the stored condition they repeat. */
export function stamped(next: SigningRequest, old: SigningRequest, now: string): SigningRequest {
  const conditions = conditionsOf(next).map((condition) => {
    const before = conditionsOf(old).find(
      ({ type, status, lastTransitionTime }) =>
        type === condition.type && status === condition.status && lastTransitionTime,
    )
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime || now,
      lastTransitionTime: condition.lastTransitionTime || (before?.lastTransitionTime ?? now),
    }
  })
  return withConditions(next, conditions)
}
