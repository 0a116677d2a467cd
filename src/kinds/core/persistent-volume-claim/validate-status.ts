import { append } from '../../../base/lists/append.js'
import { GoText } from '../../../base/go/printable.js'
import { type Issue, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { qualifiedName } from '../../../base/rules/names.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { isNativeResource } from '../../../base/rules/resource-names.js'
import { validateAmount, validateBasicAmount } from '../../shared/resource-list.js'
import type { Claim } from './schema.js'

const RESIZE_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort()

/** Validates a claim's status (core validation's ValidatePersistentVolumeClaimStatusUpdate). */
export function validateStatus({ spec, status = {} }: Claim, old: Claim, featureGates: FeatureGates): readonly Issue[] {
  const issues = (spec?.accessModes ?? []).length > 0 ? [] : [required('Spec.accessModes')]
  for (const [name, amount] of Object.entries(status.capacity ?? {}))
    append(issues, validateBasicAmount(amount, `status.capacity[${name}]`))
  const recovers =
    featureGates.RecoverVolumeExpansionFailure ||
    old.status?.allocatedResources !== undefined ||
    old.status?.allocatedResourceStatuses !== undefined
  return recovers
    ? [
        ...issues,
        ...validateResize(status.allocatedResourceStatuses ?? {}),
        ...validateAllocated(status.allocatedResources ?? {}),
      ]
    : issues
}

// As on the server, the path lacks the map key and has a wrong field name, and the key is printed as the value.
function validateResize(statuses: { readonly [resource: string]: string }): readonly Issue[] {
  const field = 'status.allocatedResourceStatus'
  return Object.entries(statuses).flatMap(([name, status]) => [
    ...validateResourceName(name, field),
    ...(RESIZE_STATUSES.includes(status) ? [] : [notSupported(field, new GoText(name), RESIZE_STATUSES)]),
  ])
}

function validateAllocated(allocated: { readonly [resource: string]: string }): readonly Issue[] {
  const field = 'status.allocatedResources'
  return Object.entries(allocated).flatMap(([name, amount]) => {
    const bad = validateResourceName(name, field)
    if (bad.length > 0) return bad
    const negative = validateBasicAmount(amount, `${field}[${name}]`)
    return negative.length > 0 ? negative : validateAmount({ storage: amount }, 'storage', `${field}[${name}]`)
  })
}

function validateResourceName(name: string, field: string): readonly Issue[] {
  const faults = qualifiedName(name).map((detail) => invalid(field, name, detail))
  return faults.length === 0 && isNativeResource(name) && name !== 'storage'
    ? [notSupported(field, name, ['storage'])]
    : faults
}
