import { type Issue, forbidden, invalid, required } from '../../../base/errors/issue.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import { isNativeResource } from '../../../base/rules/names.js'
import { type NameRule, validateLimit, validatePages } from '../../shared/overhead.js'
import { validateAmount } from '../../shared/resource-list.js'
import type { Rule } from '../../struct/member-rules.js'
import { containerClaims } from './device-claim-rules.js'
import { isHugePages } from './pod-resources.js'
import type { Amounts } from './pod-types.js'

/** The resources that may be changed without another pod. */
export const RESIZED = ['cpu', 'memory']

const NO_AMOUNTS: Amounts = {}

/** Validates a request against its limit; resources that cannot be overcommitted must have both, and equal. */
function validateRequest(name: string, amount: string, limit: string | undefined, field: string): readonly Issue[] {
  const fixed = !isNativeResource(name) || isHugePages(name)
  if (limit === undefined)
    return fixed ? [required(`${field}.limits`, 'Limit must be set for non overcommitable resources')] : []
  const compared = compareQuantity(amount, limit)
  if (fixed && compared !== 0)
    return [invalid(`${field}.requests`, amount, `must be equal to ${name} limit of ${limit}`)]
  return compared > 0
    ? [invalid(`${field}.requests`, amount, `must be less than or equal to ${name} limit of ${limit}`)]
    : []
}

/**
 * Makes the rule of resources: validates names and quantities; no request may exceed its limit
 * (validateResourceRequirements).
 */
export const resourcesRule =
  (named: NameRule): Rule =>
  (value, field, owner, context) => {
    const {
      limits = NO_AMOUNTS,
      requests = NO_AMOUNTS,
      claims = [],
    } = (value ?? {}) as {
      readonly claims?: readonly object[]
      readonly limits?: Amounts
      readonly requests?: Amounts
    } // ensured by the schema
    if (limits === NO_AMOUNTS && requests === NO_AMOUNTS && claims.length === 0) return []
    const asked = Object.entries(requests).flatMap(([name, amount]): readonly Issue[] => {
      const at = `${field}.requests[${name}]`
      return [
        ...named(name, at),
        ...validateAmount(requests, name, at),
        ...validateRequest(name, amount, limits[name], field),
        ...validatePages(name, amount, at),
      ]
    })
    const names = [...Object.keys(limits), ...Object.keys(requests)]
    return [
      ...Object.keys(limits).flatMap((name) => validateLimit(limits, name, `${field}.limits[${name}]`, named)),
      ...asked,
      ...(names.some(isHugePages) && !names.some((name) => RESIZED.includes(name))
        ? [forbidden(field, 'HugePages require cpu or memory')]
        : []),
      ...containerClaims(claims, `${field}.claims`, owner, context),
    ]
  }
