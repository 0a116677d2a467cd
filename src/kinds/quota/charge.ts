import { storedName } from '../../schema/stored-metadata.js'
import { compareDecimal } from '../../base/numbers/decimal.js'
import { printQuantity } from '../../base/numbers/quantity.js'
import type { ResourceQuota } from '../core/resource-quota.js'
import {
  type Quantities,
  growthOf,
  only,
  quantitiesOf,
  resourceListOf,
  sameQuantities,
  sumOf,
} from '../../base/numbers/quantities.js'
import { type Evaluator, type QuotaContext, type QuotaWrite, isInScope } from './evaluator.js'

/** The result of charging a write: the changed quotas with their new usage, or the reason for a refusal. */
type Charge = { readonly charged: readonly ResourceQuota[] } | { readonly refusal: string }

/**
 * Charges a write to each quota of its namespace that limits it (resourcequota's CheckRequest). A quota whose limits
 * are not in its status yet limits nothing.
 */
export function charge(
  quotas: readonly ResourceQuota[],
  evaluator: Evaluator,
  write: QuotaWrite,
  context: QuotaContext,
): Charge {
  const concerned = quotas.filter(
    (quota) => limitedBy(quota, evaluator).length > 0 && isInScope(quota, evaluator, write.next, context),
  )
  for (const quota of concerned) {
    const refusal = problemOf(quota, evaluator, write)
    if (refusal !== undefined) return { refusal }
  }
  const usage = evaluator.usage(write.next, context)
  const charged: ResourceQuota[] = []
  for (const quota of concerned) {
    const added = only(additionTo(quota, evaluator, write, usage, context), (_, { unscaled }) => unscaled !== 0n)
    const outcome = chargeOne(quota, added, write)
    if (typeof outcome === 'string') return { refusal: outcome }
    if (outcome) charged.push(outcome)
  }
  return { charged }
}

const limitedBy = ({ status }: ResourceQuota, { counts }: Evaluator): readonly string[] =>
  Object.keys(status?.hard ?? {}).filter(counts)

function problemOf(quota: ResourceQuota, evaluator: Evaluator, { next }: QuotaWrite): string | undefined {
  const limited = limitedBy(quota, evaluator)
  const name = storedName(quota)
  const unstated = evaluator.unstated(next, limited)
  if (unstated !== undefined) return `failed quota: ${name}: ${unstated}`
  const { used = {} } = quota.status ?? {}
  return limited.every((resource) => Object.hasOwn(used, resource))
    ? undefined
    : `status unknown for quota: ${name}, resources: ${[...limited].sort().join(',')}`
}

/** Returns what a quota is charged: the whole usage of an object that is new or enters its scope, else the increase. */
function additionTo(
  quota: ResourceQuota,
  evaluator: Evaluator,
  { old }: QuotaWrite,
  usage: Quantities,
  context: QuotaContext,
): Quantities {
  if (!old || !isInScope(quota, evaluator, old, context)) return usage
  return growthOf(usage, evaluator.usage(old, context))
}

/** Returns the charged quota, or the reason for a refusal; undefined if the quota stays unchanged. */
function chargeOne(
  quota: ResourceQuota,
  added: Quantities,
  { subresource }: QuotaWrite,
): ResourceQuota | string | undefined {
  const hard = quantitiesOf(quota.status?.hard)
  const used = quantitiesOf(quota.status?.used)
  const requested = only(added, (name) => hard.has(name))
  const total = sumOf(used, requested)
  const exceeded = only(requested, (name) => {
    const [limit, sum] = [hard.get(name), total.get(name)]
    return limit !== undefined && sum !== undefined && compareDecimal(sum, limit) > 0
  })
  if (exceeded.size > 0 && subresource !== 'status') {
    const told = (quantities: Quantities) => textOf(only(quantities, (name) => exceeded.has(name)))
    return `exceeded quota: ${storedName(quota)}, requested: ${told(requested)}, used: ${told(used)}, limited: ${told(hard)}`
  }
  if (sameQuantities(total, used)) return undefined
  return { ...quota, status: { ...quota.status, used: resourceListOf(total) } }
}

const textOf = (quantities: Quantities): string =>
  [...quantities]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, quantity]) => `${name}=${printQuantity(quantity)}`)
    .join(',')
