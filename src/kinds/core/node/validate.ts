import { GoText, goQuote } from '../../../base/go/printable.js'
import { type Issue, duplicate, internal, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { cidrFamily, legacyCidr } from '../../../base/rules/cidr.js'
import { goDate } from '../../../base/time/time.js'
import { labelValue } from '../../../base/rules/labels.js'
import { qualifiedName } from '../../../base/rules/names.js'
import { validateAmount } from '../../shared/resource-list.js'
import type { Node, Taint } from './schema.js'

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const CIDRS = 'spec.podCIDRs'

/** Validates a node on create, and on updates other than `/status` (core validation's ValidateNode). */
export const validateNode = (node: Node): readonly Issue[] => [
  ...validateTaints(node),
  ...validateAmounts(node),
  ...validateSwap(node),
  ...validatePodCIDRs(node.spec?.podCIDRs ?? []),
]

/** Validates taints, which the server reports under `metadata`. */
export function validateTaints({ spec }: Node): readonly Issue[] {
  const seen = new Set<string>()
  return (spec?.taints ?? []).flatMap((taint, i) => {
    const { key = '', value = '', effect = '' } = taint
    const at = `metadata.taints[${i}]`
    const issues = qualifiedName(key).map((detail) => invalid(`${at}.key`, key, detail))
    const bad = labelValue(value)
    if (bad.length > 0) issues.push(invalid(`${at}.value`, value, bad.join(';')))
    if (effect === '') issues.push(required(`${at}.effect`))
    else if (!EFFECTS.includes(effect)) issues.push(notSupported(`${at}.effect`, effect, EFFECTS))
    const identity = JSON.stringify([key, effect])
    if (seen.has(identity)) issues.push(duplicate(at, goTaint(taint), 'taints must be unique by key and effect pair'))
    seen.add(identity)
    return issues
  })
}

/** Validates the quantities in capacity and allocatable; any resource name is valid. */
export const validateAmounts = ({ status }: Node): readonly Issue[] =>
  (['capacity', 'allocatable'] as const).flatMap((member) =>
    Object.keys(status?.[member] ?? {}).flatMap((resource) =>
      validateAmount(status?.[member] ?? {}, resource, `status.${member}.${resource}`),
    ),
  )

// Like taints, reported under `metadata`.
function validateSwap({ status }: Node): readonly Issue[] {
  const capacity = status?.nodeInfo?.swap?.capacity
  return capacity !== undefined && capacity <= 0
    ? [invalid('metadata.nodeSwapStatus.capacity', capacity, 'must be greater than zero')]
    : []
}

function validatePodCIDRs(cidrs: readonly string[]): readonly Issue[] {
  const issues = cidrs.flatMap((cidr, i) => legacyCidr(cidr).map((detail) => invalid(`${CIDRS}[${i}]`, cidr, detail)))
  if (cidrs.length < 2) return issues
  const families = cidrs.map(cidrFamily)
  const bad = families.findIndex((family) => !family)
  if (bad >= 0)
    issues.push(
      internal(
        CIDRS,
        `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${bad}]: <nil> (invalid CIDR address: ${cidrs[bad]})`,
      ),
    )
  if (bad >= 0 || new Set(families).size < 2 || cidrs.length > 2)
    issues.push(invalid(CIDRS, cidrs, 'may specify no more than one CIDR for each IP family'))
  return issues
}

const goTaint = ({ key = '', value = '', effect = '', timeAdded }: Taint) =>
  new GoText(
    `core.Taint{Key:${goQuote(key)}, Value:${goQuote(value)}, Effect:${goQuote(effect)}, TimeAdded:${timeAdded ? goDate(timeAdded, 'Local') : '<nil>'}}`,
  )
