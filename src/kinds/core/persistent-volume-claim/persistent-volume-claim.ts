import { runsAtLeast } from '../../../model/registry/kubernetes-version.js'
import { formatDiff, loadDifferences } from '../../struct/go-formats.js'
import { validateQualifiedFinalizers } from '../../../model/registry/metadata-rules.js'
import { type RuleContext, withObjectMeta } from '../../../model/registry/rule-context.js'
import { type Issue, forbidden, immutable, invalid, notSupported, required } from '../../../base/errors/issue.js'
import { getOwn, jsonEqual } from '../../../base/json/json.js'
import { dns1123Subdomain, maskTrailingDash, qualifiedName, isNativeResource } from '../../../base/rules/names.js'
import { defineKind } from '../../../model/registry/define.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Profile } from '../../../model/registry/profile.js'
import { warningsOfClaimSpec } from './claim-warnings.js'
import { type Claim, type ClaimSpec, type DataSource, claimMembers } from './schema.js'
import { CLASS_ANNOTATION, classNameOf } from '../../../model/registry/storage-classes.js'
import { validateSpec } from './validate.js'
import { validateLabelSelector } from '../../shared/label-selector.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { accessModesText } from '../../shared/access-modes.js'
import { append } from '../../../base/lists/lists.js'
import { ownText } from '../../../base/go/printable.js'
import { sameAmounts, validateAmount, validateBasicAmount } from '../../shared/resource-list.js'
import { compareQuantity } from '../../../base/numbers/quantity.js'

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
  yield* validateAttributesClass(after.volumeAttributesClassName, before.volumeAttributesClassName, featureGates)
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

function* validateAttributesClass(
  next: string | undefined,
  old: string | undefined,
  featureGates: FeatureGates,
): Iterable<Issue> {
  if (next === old) return
  const field = 'spec.volumeAttributesClassName'
  if (!featureGates.VolumeAttributesClass)
    yield forbidden(field, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')
  if (old !== undefined && next === undefined) yield forbidden(field, 'update from non-nil value to nil is forbidden')
  if (old !== undefined && next === '')
    yield forbidden(field, 'update from non-nil value to an empty string is forbidden')
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

// As on the server, the path lacks the map key and has a wrong field name, and the key is printed as the value.
function validateResize(statuses: { readonly [resource: string]: string }): readonly Issue[] {
  const field = 'status.allocatedResourceStatus'
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

/** The table columns of claims. Capacity and access modes are empty until a volume is bound. */
const claimColumns: readonly Column<Claim>[] = [
  nameColumn,
  {
    name: 'Status',
    description: 'phase represents the current phase of PersistentVolumeClaim.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Volume',
    description: 'volumeName is the binding reference to the PersistentVolume backing this claim.',
    cell: ({ spec }) => spec?.volumeName ?? '',
  },
  {
    name: 'Capacity',
    description: 'capacity represents the actual resources of the underlying volume.',
    cell: ({ spec, status }) => (spec?.volumeName ? (status?.capacity?.['storage'] ?? '0') : ''),
  },
  {
    name: 'Access Modes',
    description: docOf('core.v1.PersistentVolumeClaimStatus', 'accessModes'),
    cell: ({ spec, status }) => (spec?.volumeName ? accessModesText(status?.accessModes) : ''),
  },
  {
    name: 'StorageClass',
    description: 'StorageClass of the pvc',
    cell: (object) => classNameOf(object) ?? '',
  },
  {
    name: 'VolumeAttributesClass',
    description: 'VolumeAttributesClass of the pvc',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description: docOf('core.v1.PersistentVolumeClaimSpec', 'volumeMode'),
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
]

/** PersistentVolumeClaim: a request for storage, and the volume bound to it. */
export const persistentVolumeClaim = defineKind(claimMembers, (profile) => ({
  group: '',
  version: 'v1',
  scope: 'Namespaced',
  names: { kind: 'PersistentVolumeClaim', plural: 'persistentvolumeclaims', shortNames: ['pvc'] },
  schema: {
    component: 'io.k8s.api.core.v1.PersistentVolumeClaim',
    defaults: (object) => ({
      ...object,
      spec: { ...object.spec, volumeMode: object.spec?.volumeMode ?? 'Filesystem' },
      status: { ...object.status, phase: object.status?.phase || 'Pending' },
    }),
  },
  metadata: {
    name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
    finalizers: validateQualifiedFinalizers,
  },
  subresources: {
    main: { resetFields: ['status'] },
    status: { verbs: ['get', 'patch', 'update'], resetFields: ['spec'] },
  },
  create: {
    resetFields: ['status'],
    prepare: (object, { featureGates }) => ({
      ...object,
      spec: settleSpec(object.spec ?? {}, undefined, sourceRules(profile, featureGates)),
      status: { phase: 'Pending' },
    }),
    validate: withObjectMeta(({ spec = {} }, { featureGates }) =>
      validateSpec(spec, {
        anySelectorValues: false,
        anyApiGroup: false,
        attributesClass: featureGates.VolumeAttributesClass,
      }),
    ),
    warnings: warningsOfClaim,
  },
  update: {
    ready: loadDifferences,
    allowUnconditional: true,
    prepare: (next, old, { featureGates, subresource }) =>
      subresource === 'status'
        ? { ...next, status: withoutGated(next.status ?? {}, old.status ?? {}, featureGates) }
        : { ...next, spec: settleSpec(next.spec ?? {}, old.spec ?? {}, sourceRules(profile, featureGates)) },
    validate: validateUpdate,
    warnings: warningsOfClaim,
  },
  delete: { replies: { removed: 'object', held: 'object' } },
  storage: { filledOnRead: true },
  table: { columns: claimColumns },
  example: {
    metadata: { name: 'data', namespace: 'default' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
}))

const sourceRules = (profile: Profile, featureGates: FeatureGates): SourceRules => ({
  featureGates,
  snapshotGroup: profile.group('snapshot.storage'),
})

function validateUpdate(next: Claim, old: Claim, context: RuleContext<Claim>): readonly Issue[] {
  const { featureGates, subresource, validateObjectMeta, validateObjectMetaUpdate } = context
  const metadata = validateObjectMetaUpdate(next, old)
  if (subresource === 'status') return [...metadata, ...validateStatus(next, old, featureGates)]
  // Before v1.35, both the strategy and ValidatePersistentVolumeClaimUpdate validated the whole object.
  const whole = [...validateObjectMeta(next), ...validateChanged(next, old, featureGates)]
  const before = runsAtLeast('1.35') ? [] : whole
  return [...before, ...metadata, ...whole, ...validateChange(next, old, featureGates)]
}

const warningsOfClaim = ({ metadata, spec }: Claim): readonly string[] => [
  ...(metadata.annotations?.[CLASS_ANNOTATION] === undefined
    ? []
    : [`metadata.annotations[${CLASS_ANNOTATION}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
  ...warningsOfClaimSpec(spec, 'spec'),
]

type Status = NonNullable<Claim['status']>

/** Drops the status fields of disabled feature gates, unless the stored status has them. */
function withoutGated(next: Status, old: Status, featureGates: FeatureGates): Status {
  const off = new Set<string>()
  if (!featureGates.VolumeAttributesClass) off.add('currentVolumeAttributesClassName').add('modifyVolumeStatus')
  if (!featureGates.RecoverVolumeExpansionFailure) off.add('allocatedResources').add('allocatedResourceStatuses')
  return Object.fromEntries(
    Object.entries(next).filter(([member]) => !off.has(member) || getOwn(old, member) !== undefined),
  )
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

/** What the rules of data sources depend on: feature gates, and the API group of VolumeSnapshots. */
type SourceRules = { readonly featureGates: FeatureGates; readonly snapshotGroup: string }

/**
 * Drops the fields of disabled feature gates, and normalizes the two data source fields: an unsupported dataSource is
 * dropped silently, and either field is copied to the other. `old` is the stored spec on an update.
 */
function settleSpec(
  spec: ClaimSpec,
  old: ClaimSpec | undefined,
  { featureGates, snapshotGroup }: SourceRules,
): ClaimSpec {
  const { volumeAttributesClassName, dataSource, dataSourceRef, ...rest } = spec
  const attributes =
    featureGates.VolumeAttributesClass || old?.volumeAttributesClassName !== undefined
      ? volumeAttributesClassName
      : undefined
  const ref =
    !old?.dataSourceRef &&
    (!featureGates.AnyVolumeDataSource || (!featureGates.CrossNamespaceVolumeDataSource && dataSourceRef?.namespace))
      ? undefined
      : dataSourceRef
  const kept =
    old?.dataSource || old?.dataSourceRef || ref || isKnown(dataSource, snapshotGroup) ? dataSource : undefined
  const source =
    kept ??
    (featureGates.AnyVolumeDataSource && ref && !ref.namespace
      ? { apiGroup: ref.apiGroup ?? null, kind: ref.kind, name: ref.name }
      : undefined)
  const filledRef =
    ref ??
    (featureGates.AnyVolumeDataSource && kept
      ? { apiGroup: kept.apiGroup ?? null, kind: kept.kind, name: kept.name }
      : undefined)
  // A missing apiGroup is serialized as null, which its TypeScript type does not allow.
  return {
    ...rest,
    ...(source ? { dataSource: source } : {}),
    ...(filledRef ? { dataSourceRef: filledRef } : {}),
    ...(attributes === undefined ? {} : { volumeAttributesClassName: attributes }),
  } as ClaimSpec
}

function isKnown(source: DataSource | undefined, snapshotGroup: string): boolean {
  if (!source) return false
  return (
    (source.kind === 'PersistentVolumeClaim' && !source.apiGroup) ||
    (source.kind === 'VolumeSnapshot' && source.apiGroup === snapshotGroup)
  )
}
