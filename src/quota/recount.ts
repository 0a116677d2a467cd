import { namesOf } from '../base/names.js'
import { namesInParts } from '../base/parts.js'
import { NONE } from '../base/quantity-arithmetic.js'
import type { ResourceQuota } from '../kinds/core/resource-quota.js'
import { type Quantities, only, sumOf } from '../base/quantities.js'
import type { KubeObject } from '../schema/object.js'
import type { Evaluator, QuotaContext } from './evaluator.js'
import { evaluatorsFor } from './evaluators.js'
import { isInScope } from './scopes.js'

/** The objects of a resource in the namespace of a quota; undefined where the resource is not served. */
type Objects = (resource: Pick<Evaluator, 'group' | 'resource'>) => Iterable<KubeObject> | undefined

/** What counts anything of what a quota limits: many of them are found in several turns. */
export const evaluatorsOf = ({ spec }: ResourceQuota): readonly Evaluator[] =>
  evaluatorsFor(namesInParts(spec?.hard ?? NO_LIMITS))

const NO_LIMITS = {}

/**
 * What is used of everything a quota limits, as far as anybody can count it (quota's CalculateUsage), by the evaluators
 * of its names.
 */
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
