import { type Issue, forbidden, immutable } from '../../../base/errors/issue.js'
import { jsonEqual } from '../../../base/json/json.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { CLASS_ANNOTATION } from '../../../model/registry/storage-classes.js'
import { sameAmounts } from '../../shared/resource-list.js'
import type { Claim, ClaimSpec } from './schema.js'
import { formatDiff } from '../../struct/go-formats.js'

/** Rejects changes of a claim's immutable fields (core validation's ValidatePersistentVolumeClaimUpdate). */
export function validateChange(next: Claim, old: Claim, featureGates: FeatureGates): readonly Issue[] {
  const before = old.spec ?? {}
  const after = next.spec ?? {}
  const upgraded = isClassUpgrade(next, old)
  // Both specs are made equal in what may change; any remaining difference is an error.
  const allowedBefore = before.volumeName || !after.volumeName ? before : { ...before, volumeName: after.volumeName }
  const allowedAfter = allowBound(allowClass(after, before, upgraded || isClassLate(next, old)), before, next)
  return [
    ...(upgraded ? [] : validateAnnotation(next, old)),
    ...(sameSpec(allowedAfter, allowedBefore)
      ? []
      : [
          forbidden(
            'spec',
            `spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n${formatDiff('core.PersistentVolumeClaimSpec', allowedBefore, allowedAfter)}`,
          ),
        ]),
    ...validateSize(next, old, featureGates),
    ...(after.volumeMode === before.volumeMode ? [] : [immutable('volumeMode', after.volumeMode)]),
    ...validateAttributesClass(after.volumeAttributesClassName, before.volumeAttributesClassName, featureGates),
  ]
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
  const attributes = volumeAttributesClassName === undefined ? undefined : old.volumeAttributesClassName
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

function validateAttributesClass(
  next: string | undefined,
  old: string | undefined,
  featureGates: FeatureGates,
): readonly Issue[] {
  if (next === old) return []
  const field = 'spec.volumeAttributesClassName'
  return [
    ...(featureGates.VolumeAttributesClass
      ? []
      : [forbidden(field, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')]),
    ...(old !== undefined && next === undefined
      ? [forbidden(field, 'update from non-nil value to nil is forbidden')]
      : []),
    ...(old !== undefined && next === ''
      ? [forbidden(field, 'update from non-nil value to an empty string is forbidden')]
      : []),
  ]
}
