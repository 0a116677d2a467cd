import { namesOf } from '../../base/json/member-names.js'
import { namesInParts } from '../../base/turns/work-in-parts.js'
import { NONE } from '../../base/numbers/quantity-arithmetic.js'
import type { ResourceQuota } from '../core/resource-quota.js'
import { type Quantities, only, sumOf } from '../../base/numbers/quantities.js'
import type { KubeObject } from '../../schema/object.js'
import { type Evaluator, type QuotaContext, isInScope } from './evaluator.js'
import { evaluatorsFor } from './evaluators.js'

/** Returns the objects of a resource in the quota's namespace; undefined if the resource is not served. */
type Objects = (resource: Pick<Evaluator, 'group' | 'resource'>) => Iterable<KubeObject> | undefined

/** Returns the evaluators of what a quota limits; many are looked up over several turns. */
export const evaluatorsOf = ({ spec }: ResourceQuota): readonly Evaluator[] =>
  evaluatorsFor(namesInParts(spec?.hard ?? NO_LIMITS))

const NO_LIMITS = {}

/** Computes the current usage of everything a quota limits, by its evaluators (quota's CalculateUsage). */
export function recount(
  quota: ResourceQuota,
  evaluators: readonly Evaluator[],
  objectsOf: Objects,
  context: QuotaContext,
): Quantities {
  const hard = quota.spec?.hard ?? NO_LIMITS
  const limited = namesOf(hard)
  let total: Quantities = new Map()
  for (const evaluator of evaluators) {
    const objects = objectsOf(evaluator)
    if (!objects) continue
    const isCounted = (name: string) => Object.hasOwn(hard, name) && evaluator.counts(name)
    let sum: Quantities = new Map(limited.filter(isCounted).map((name) => [name, NONE]))
    for (const object of objects)
      if (isInScope(quota, evaluator, object, context))
        sum = sumOf(sum, only(evaluator.usage(object, context), isCounted))
    total = sumOf(total, sum)
  }
  return total
}
