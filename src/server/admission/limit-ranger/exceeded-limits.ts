import type { Limit, LimitRange } from '../../../kinds/core/limit-range-rules.js'
import type { Claim } from '../../../kinds/core/persistent-volume-claim/schema.js'
import { statedResources } from '../../../kinds/core/pod/pod-resources.js'
import type { Amounts, Pod } from '../../../kinds/core/pod/pod-types.js'
import { quantitiesOf } from '../../../base/numbers/quantities.js'
import {
  type Asked,
  type Constraint,
  aboveMaximum,
  aboveRatio,
  belowMinimum,
  requestAboveMaximum,
} from './constraints.js'

/** Returns the errors of a pod that violates a LimitRange: of its containers, and of the pod as a whole. */
export const problemsOfPod = (pod: Pod, range: LimitRange): readonly string[] =>
  (range.spec?.limits ?? []).flatMap((limit) => {
    const { containers, initContainers } = pod.spec ?? {}
    if (limit.type === 'Container')
      return [...(containers ?? []), ...(initContainers ?? [])].flatMap(({ resources }) =>
        problemsOf(limit, { requests: quantitiesOf(resources?.requests), limits: quantitiesOf(resources?.limits) }),
      )
    if (limit.type !== 'Pod') return []
    return problemsOf(limit, { requests: statedResources(pod, 'requests'), limits: statedResources(pod, 'limits') })
  })

/** Returns the errors of a claim that violates a LimitRange. */
export const problemsOfClaim = (claim: Claim, range: LimitRange): readonly string[] =>
  (range.spec?.limits ?? [])
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap((limit) => {
      const requests = quantitiesOf(claim.spec?.resources?.requests)
      return [
        ...each(limit, limit.min, (constraint) => belowMinimum(constraint, { requests, limits: new Map() })),
        ...each(limit, limit.max, (constraint) => requestAboveMaximum(constraint, requests)),
      ]
    })

const problemsOf = (limit: Limit, asked: Asked): readonly string[] => [
  ...each(limit, limit.min, (constraint) => belowMinimum(constraint, asked)),
  ...each(limit, limit.max, (constraint) => aboveMaximum(constraint, asked)),
  ...each(limit, limit.maxLimitRequestRatio, (constraint) => aboveRatio(constraint, asked)),
]

const each = (
  { type = '' }: Limit,
  amounts: Amounts = {},
  problemOf: (constraint: Constraint) => string | undefined,
): readonly string[] =>
  Object.keys(amounts)
    .sort()
    .map((resource) => problemOf({ type, resource, enforced: amounts[resource] ?? '' }))
    .filter((problem) => problem !== undefined)
