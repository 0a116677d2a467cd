import { loadDifferences } from '../../struct/go-formats.js'
import { validateQualifiedFinalizers } from '../../../model/registry/metadata-rules.js'
import { withObjectMeta, type RuleContext } from '../../../model/registry/rule-context.js'
import type { Issue } from '../../../base/errors/issue.js'
import { getOwn } from '../../../base/json/json.js'
import { dns1123Subdomain, maskTrailingDash } from '../../../base/rules/names.js'
import { defineKind } from '../../../model/registry/define.js'
import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import type { Profile } from '../../../model/registry/profile.js'
import { warningsOfClaimSpec } from './claim-warnings.js'
import { claimColumns } from './columns.js'
import { type SourceRules, settleSpec } from './data-source.js'
import { type Claim, claimMembers } from './schema.js'
import { validateStatus } from './validate-status.js'
import { CLASS_ANNOTATION } from '../../../model/registry/storage-classes.js'
import { validateChange } from './validate-update.js'
import { validateSpec } from './validate.js'
import { validateLabelSelector } from '../../shared/label-selector.js'

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
  // Both the strategy and ValidatePersistentVolumeClaimUpdate validate the whole object.
  const whole = [...validateObjectMeta(next), ...validateChanged(next, old, featureGates)]
  return [...whole, ...metadata, ...whole, ...validateChange(next, old, featureGates)]
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
