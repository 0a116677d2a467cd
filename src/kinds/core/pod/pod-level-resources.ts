import { type Issue, forbidden, invalid, notSupported } from '../../../base/errors/issue.js'
import { ownText } from '../../../base/go/printable.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import { only, resourceListOf } from '../../../base/numbers/quantities.js'
import { inByteOrder } from '../../../schema/structural.js'
import type { Rule } from '../../struct/member-rules.js'
import { resourcesRule } from './container-rules.js'
import { isHugePages, isPodLevel, statedResources } from './pod-resources.js'
import type { Amounts, PodSpec } from './pod-types.js'

const NAMES = ['cpu', 'hugepages-', 'memory']

// A ResourceName is printed without quotes.
const validateRequirements = resourcesRule((name, field) =>
  isPodLevel(name) ? [] : [notSupported(field, ownText(name), NAMES)],
)

/** Validates the resources of a pod as a whole (validatePodResources). */
export const podLevelResources: Rule = (value, field, owner, context) => {
  if (value === undefined) return []
  const spec = owner as PodSpec // ensured by the schema
  if (spec.os?.name === 'windows') return [forbidden(field, 'may not be set for a windows pod')]
  return [
    ...(spec.resources?.claims
      ? [forbidden(`${field}.claims`, 'claims may not be set for Resources at pod-level')]
      : []),
    ...validateRequirements(value, field, owner, context),
    ...consistencyIssues(spec, field),
  ]
}

/** Validates that the containers fit into the pod (validatePodResourceConsistency). */
function* consistencyIssues(spec: PodSpec, field: string): Iterable<Issue> {
  const { requests = {}, limits = {} } = spec.resources ?? {}
  const summed = (bound: 'requests' | 'limits') => Object.entries(resourceListOf(statedResources({ spec }, bound)))
  const exceeded = (amounts: Amounts, name: string, sum: string) =>
    amounts[name] !== undefined && compareQuantity(sum, amounts[name]) > 0
  for (const [name, sum] of summed('requests'))
    if (exceeded(requests, name, sum))
      yield invalid(
        `${field}.requests[${name}]`,
        requests[name],
        `must be greater than or equal to aggregate container requests of ${sum}`,
      )
  for (const [name, sum] of summed('limits'))
    if (isHugePages(name) && exceeded(limits, name, sum))
      yield invalid(
        `${field}.limits[${name}]`,
        limits[name],
        `must be greater than or equal to aggregate container limits of ${sum}`,
      )
  for (const [i, { resources }] of (spec.containers ?? []).entries())
    for (const [name, limit] of Object.entries(resources?.limits ?? {}))
      if (exceeded(limits, name, limit))
        yield invalid(
          `${field}.containers[${i}][${name}].limits`,
          limit,
          `must be less than or equal to pod limits of ${limits[name]}`,
        )
}

/**
 * Sets the defaults of the resources of a pod as a whole: limits of huge pages are those of its containers, and
 * requests those of its containers, or else its limits (defaultHugePagePodLimits, defaultPodRequests).
 */
export function withPodLevelDefaults(spec: PodSpec): PodSpec {
  const { resources = {} } = spec
  const { requests = {}, claims } = resources
  const sums = (bound: 'requests' | 'limits', fits: (name: string) => boolean) =>
    resourceListOf(only(statedResources({ spec }, bound), fits))
  const isPartial = Object.keys({ ...resources.limits, ...requests }).length > 0
  const pages = isPartial ? sums('limits', (name) => isHugePages(name) && requests[name] === undefined) : {}
  const limits = { ...pages, ...resources.limits }
  if (Object.keys(limits).length === 0) return spec
  const full = {
    ...Object.fromEntries(Object.entries(limits).filter(([name]) => isPodLevel(name))),
    ...sums('requests', (name) => isPodLevel(name) && !isHugePages(name)),
    ...requests,
  }
  return {
    ...spec,
    resources: { limits: inByteOrder(limits), requests: inByteOrder(full), ...(claims ? { claims } : {}) },
  }
}
