import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { formatDiff } from '../../struct/go-formats.js'
import type { RuleContext } from '../../../model/registry/rule-context.js'
import { type Issue, forbidden, immutable, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { qualifiedName, isNativeResource } from '../../../base/rules/names.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Claim, ClaimSpec } from './schema.js'
import { CLASS_ANNOTATION } from '../../../model/registry/storage-classes.js'
import { validateSpec } from './validate.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { append } from '../../../base/lists/lists.js'
import { ownText } from '../../../base/go/printable.js'
import { sameAmounts, validateAmount, validateBasicAmount } from '../../shared/resource-list.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'

/** Validates an updated claim, or its status. */
export function validateUpdate(next: Claim, old: Claim, context: RuleContext<Claim>): readonly Issue[] {
  const { featureGates, subresource, validateObjectMeta, validateObjectMetaUpdate } = context
  const metadata = validateObjectMetaUpdate(next, old)
  if (subresource === 'status') return [...metadata, ...validateStatus(next, old, featureGates)]
  // Before v1.35, both the strategy and ValidatePersistentVolumeClaimUpdate validated the whole object.
  const whole = [...validateObjectMeta(next), ...validateChanged(next, old, featureGates)]
  const before = runsAtLeast('1.35') ? [] : whole
  return [...before, ...metadata, ...whole, ...validateChange(next, old, featureGates)]
}

/** Validates the spec on update; rules that the stored claim already violates are relaxed. */
function validateChanged(next: Claim, old: Claim, featureGates: RuleContext['featureGates']) {
  const { selector, dataSource, dataSourceRef, volumeAttributesClassName } = old.spec ?? {}
  return validateSpec(next.spec ?? {}, {
    anySelectorValues: selector !== undefined && validateLabelSelector(selector, '').length > 0,
    anyApiGroup: typeof (dataSource?.apiGroup ?? dataSourceRef?.apiGroup) === 'string',
    attributesClass: featureGates.VolumeAttributesClass || volumeAttributesClassName !== undefined,
  })
}

/** Rejects changes of a claim's immutable fields (core validation's ValidatePersistentVolumeClaimUpdate). */
function* validateChange(next: Claim, old: Claim, featureGates: FeatureGates): Iterable<Issue> {
  const before = old.spec ?? {}
  const after = next.spec ?? {}
  const upgraded = isClassUpgrade(next, old)
  // Both specs are made equal in what may change; any remaining difference is an error.
  const allowedBefore = before.volumeName || !after.volumeName ? before : { ...before, volumeName: after.volumeName }
  const allowedAfter = allowBound(allowClass(after, before, upgraded || isClassLate(next, old)), before, next)
  if (!upgraded) yield* validateAnnotation(next, old)
  if (!sameSpec(allowedAfter, allowedBefore))
    yield forbidden(
      'spec',
      `spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n${formatDiff('core.PersistentVolumeClaimSpec', allowedBefore, allowedAfter)}`,
    )
  yield* validateSize(next, old, featureGates)
  if (after.volumeMode !== before.volumeMode) yield immutable('volumeMode', after.volumeMode)
  yield* validateAttributesClass(after.volumeAttributesClassName, old, featureGates)
}

const annotationOf = ({ metadata }: Claim) => metadata.annotations?.[CLASS_ANNOTATION]

// Tells whether the update moves the class from the annotation to the field.
function isClassUpgrade(next: Claim, old: Claim): boolean {
  const annotation = annotationOf(old)
  return (
    annotation !== undefined &&
    old.spec?.storageClassName === undefined &&
    next.spec?.storageClassName === annotation &&
    (annotationOf(next) ?? annotation) === annotation
  )
}

// Tells whether the update sets the class of a claim that was created without one.
function isClassLate(next: Claim, old: Claim): boolean {
  const annotation = annotationOf(old)
  return (
    next.spec?.storageClassName !== undefined &&
    old.spec?.storageClassName === undefined &&
    (annotation === undefined || annotation === next.spec.storageClassName)
  )
}

function allowClass(next: ClaimSpec, old: ClaimSpec, allowed: boolean): ClaimSpec {
  if (!allowed) return next
  const { storageClassName: _, ...rest } = next
  return old.storageClassName === undefined ? rest : { ...rest, storageClassName: old.storageClassName }
}

function allowBound(next: ClaimSpec, old: ClaimSpec, { status }: Claim): ClaimSpec {
  if (status?.phase !== 'Bound') return next
  const { volumeAttributesClassName, resources = {}, ...rest } = next
  const requests = resources.requests && { ...resources.requests, storage: old.resources?.requests?.['storage'] ?? '0' }
  const mayChange = volumeAttributesClassName !== undefined || runsAtLeast('1.34')
  const attributes = mayChange ? old.volumeAttributesClassName : undefined
  return {
    ...rest,
    resources: requests ? { ...resources, requests } : resources,
    ...(attributes === undefined ? {} : { volumeAttributesClassName: attributes }),
  }
}

function sameSpec(a: ClaimSpec, b: ClaimSpec): boolean {
  const { resources: amountsA = {}, ...restA } = a
  const { resources: amountsB = {}, ...restB } = b
  return (
    sameAmounts(amountsA.limits, amountsB.limits) &&
    sameAmounts(amountsA.requests, amountsB.requests) &&
    jsonEqual(restA, restB)
  )
}

function validateAnnotation(next: Claim, old: Claim): readonly Issue[] {
  const value = annotationOf(next) ?? ''
  return value === (annotationOf(old) ?? '') ? [] : [immutable(`metadata.annotations.${CLASS_ANNOTATION}`, value)]
}

const sizeOf = ({ spec }: Claim) => spec?.resources?.requests?.['storage'] ?? '0'

function validateSize(next: Claim, old: Claim, featureGates: FeatureGates): readonly Issue[] {
  if (compareQuantity(sizeOf(next), sizeOf(old)) >= 0) return []
  const field = 'spec.resources.requests.storage'
  const { capacity, allocatedResources, allocatedResourceStatuses } = old.status ?? {}
  const recovers =
    featureGates.RecoverVolumeExpansionFailure ||
    allocatedResources !== undefined ||
    allocatedResourceStatuses !== undefined
  if (!recovers) return [forbidden(field, 'field can not be less than previous value')]
  return compareQuantity(sizeOf(next), capacity?.['storage'] ?? '0') <= 0
    ? [forbidden(field, 'field can not be less than status.capacity')]
    : []
}

function* validateAttributesClass(
  next: string | undefined,
  { spec, status }: Claim,
  featureGates: FeatureGates,
): Iterable<Issue> {
  const old = spec?.volumeAttributesClassName
  if (next === old) return
  const field = 'spec.volumeAttributesClassName'
  if (!featureGates.VolumeAttributesClass)
    yield forbidden(field, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')
  if (next) return
  // Since v1.34 a class that was never applied may be removed.
  if (runsAtLeast('1.34')) {
    const nothing = next === undefined ? 'nil' : 'empty string'
    if (status?.currentVolumeAttributesClassName !== undefined)
      yield forbidden(
        field,
        `update to ${nothing} is forbidden when status.currentVolumeAttributesClassName is not nil`,
      )
  } else if (old !== undefined)
    yield forbidden(
      field,
      `update from non-nil value to ${next === undefined ? 'nil' : 'an empty string'} is forbidden`,
    )
}

const RESIZE_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort()

/** Validates a claim's status (core validation's ValidatePersistentVolumeClaimStatusUpdate). */
function validateStatus({ spec, status = {} }: Claim, old: Claim, featureGates: FeatureGates): readonly Issue[] {
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

// As on the server, the path lacks the map key, which is printed as the value; until v1.34 its field name is wrong.
function validateResize(statuses: { readonly [resource: string]: string }): readonly Issue[] {
  const field = `status.allocatedResourceStatus${runsAtLeast('1.34') ? 'es' : ''}`
  return Object.entries(statuses).flatMap(([name, status]) => [
    ...validateResourceName(name, field),
    ...(RESIZE_STATUSES.includes(status) ? [] : [notSupported(field, ownText(name), RESIZE_STATUSES)]),
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
