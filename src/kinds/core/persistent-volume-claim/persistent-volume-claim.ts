import { loadDifferences } from '../../struct/go-formats.js'
import { validateQualifiedFinalizers } from '../../../model/registry/metadata-rules.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { getOwn } from '../../../base/json/json.js'
import { dns1123Subdomain, maskTrailingDash } from '../../../base/rules/names.js'
import { defineKind } from '../../../model/registry/define.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Profile } from '../../../model/registry/profile.js'
import { warningsOfClaimSpec } from './claim-warnings.js'
import { type Claim, type ClaimSpec, type DataSource, claimMembers } from './schema.js'
import { CLASS_ANNOTATION, classNameOf } from '../../../model/registry/storage-classes.js'
import { validateSpec } from './validate.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { accessModesText } from '../../shared/cells.js'
import { createLateLibrary, loadAll } from '../../../base/turns/late-library.js'

// Loaded on demand: claims are rarely changed by clients.
const rules = createLateLibrary(() => import('./claim-update.js'))

/** The table columns of claims. Capacity and access modes are empty until a volume is bound. */
const claimColumns: readonly Column<Claim>[] = [
  nameColumn,
  {
    name: 'Status',
    description: docOf('core.v1.PersistentVolumeClaimStatus', 'phase'),
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Volume',
    description: docOf('core.v1.PersistentVolumeClaimSpec', 'volumeName'),
    cell: ({ spec }) => spec?.volumeName ?? '',
  },
  {
    name: 'Capacity',
    description: docOf('core.v1.PersistentVolumeClaimStatus', 'capacity'),
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
    ready: () => loadAll([loadDifferences, rules.load]),
    allowUnconditional: true,
    prepare: (next, old, { featureGates, subresource }) =>
      subresource === 'status'
        ? { ...next, status: withoutGated(next.status ?? {}, old.status ?? {}, featureGates) }
        : { ...next, spec: settleSpec(next.spec ?? {}, old.spec ?? {}, sourceRules(profile, featureGates)) },
    validate: (next, old, context) => rules.needed().validateUpdate(next, old, context),
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

const warningsOfClaim = ({ metadata, spec }: Claim): readonly string[] => [
  ...(metadata.annotations?.[CLASS_ANNOTATION] === undefined
    ? []
    : [`metadata.annotations[${CLASS_ANNOTATION}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
  ...warningsOfClaimSpec(spec, 'spec'),
]

type Status = NonNullable<Claim['status']>

/** Drops the status fields of disabled feature gates, unless the stored status has them. */
function withoutGated(next: Status, old: Status, featureGates: FeatureGates): Status {
  const off = new Set(['healthStatus']) // no version has its gate on
  if (!featureGates.VolumeAttributesClass) off.add('currentVolumeAttributesClassName').add('modifyVolumeStatus')
  if (!featureGates.RecoverVolumeExpansionFailure) off.add('allocatedResources').add('allocatedResourceStatuses')
  return Object.fromEntries(
    Object.entries(next).filter(([member]) => !off.has(member) || getOwn(old, member) !== undefined),
  )
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
