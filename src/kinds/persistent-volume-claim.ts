import { isInteger } from '../base/quantity.js'
import { dns1123Subdomain, maskTrailingDash } from '../base/rules/names.js'
import { type RuleContext, defineKind } from '../kind/define.js'
import type { Gates } from '../kind/gates.js'
import { claimColumns } from './persistent-volume-claim/columns.js'
import { settleSpec } from './persistent-volume-claim/data-source.js'
import { type Claim, claimMembers } from './persistent-volume-claim/schema.js'
import { validateStatus } from './persistent-volume-claim/validate-status.js'
import { CLASS_ANNOTATION, validateChange } from './persistent-volume-claim/validate-update.js'
import { validateSpec } from './persistent-volume-claim/validate.js'
import { validateLabelSelector } from './shared/label-selector.js'

const PROTECTION = 'kubernetes.io/pvc-protection'

/** PersistentVolumeClaim: storage somebody asks for, and what came of it. */
export const persistentVolumeClaim = defineKind(claimMembers, (profile) => ({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  firstWriteCounts: true,
  storageVersionHash: 'QWTyNDq0dC4=',
  shortNames: ['pvc'],
  group: '',
  version: 'v1',
  scope: 'Namespaced',
  component: 'io.k8s.api.core.v1.PersistentVolumeClaim',
  description: 'A user’s request for a persistent volume, and the claim to it.',
  endpoints: { main: { keep: ['status'] }, status: { verbs: ['get', 'patch', 'update'], keep: ['spec'] } },
  dropOnCreate: ['status'],
  unconditionalUpdate: true,
  replies: { removed: 'object', held: 'object', collection: profile.replies.collection },
  name: (name, prefix) => dns1123Subdomain(prefix ? maskTrailingDash(name) : name),
  qualifiedFinalizers: true,
  metadataChecks: 'twice',
  columns: claimColumns,
  example: { metadata: { name: 'data', namespace: 'default' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  defaults: (object) => ({
    ...object,
    spec: { ...object.spec, volumeMode: object.spec?.volumeMode ?? 'Filesystem' },
    status: { ...object.status, phase: object.status?.phase || 'Pending' },
  }),
  admitCreate: protect,
  prepareCreate: (object, { gates }) => ({
    ...object,
    spec: settleSpec(object.spec ?? {}, undefined, { gates, snapshotGroup: profile.group('snapshot.storage') }),
    status: { phase: 'Pending' },
  }),
  prepareUpdate: (next, old, { gates, endpoint }) =>
    endpoint === 'status'
      ? { ...next, status: withoutGated(next.status ?? {}, old.status ?? {}, gates) }
      : { ...next, spec: settleSpec(next.spec ?? {}, old.spec ?? {}, { gates, snapshotGroup: profile.group('snapshot.storage') }) },
  validate: ({ spec = {} }, { gates }) => validateSpec(spec, { anySelectorValues: false, anyApiGroup: false, attributesClass: gates.VolumeAttributesClass }),
  validateAgain: (next, old, { gates }) => validateChanged(next, old, gates),
  validateUpdate: (next, old, { gates, endpoint }) => (endpoint === 'status' ? validateStatus(next, old, gates) : validateChange(next, old, gates)),
  warnings: ({ metadata, spec }) => [
    ...(metadata.annotations?.[CLASS_ANNOTATION] === undefined
      ? []
      : [`metadata.annotations[${CLASS_ANNOTATION}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
    ...(['requests', 'limits'] as const).flatMap((list) => {
      const amount = spec?.resources?.[list]?.['storage'] ?? '0'
      return isInteger(amount) ? [] : [`spec.resources.${list}[storage]: fractional byte value "${amount}" is invalid, must be an integer`]
    }),
  ],
}))

/** A claim in use is not to vanish: a finalizer holds it. */
function protect(object: Claim): Claim {
  const finalizers = object.metadata.finalizers ?? []
  return finalizers.includes(PROTECTION) ? object : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, PROTECTION] } }
}

type Status = NonNullable<Claim['status']>

/** Leaves out the members of a status that gates switch off, unless the stored status has them. */
function withoutGated(next: Status, old: Status, gates: Gates): Status {
  const off = new Set<keyof Status>()
  if (!gates.VolumeAttributesClass) off.add('currentVolumeAttributesClassName').add('modifyVolumeStatus')
  if (!gates.RecoverVolumeExpansionFailure) off.add('allocatedResources').add('allocatedResourceStatuses')
  return Object.fromEntries(Object.entries(next).filter(([member]) => !off.has(member as keyof Status) || old[member as keyof Status] !== undefined)) // members of Status, fewer
}

/** The rules of a claim that was there before: what it broke already it may go on breaking. */
function validateChanged(next: Claim, old: Claim, gates: RuleContext['gates']) {
  const { selector, dataSource, dataSourceRef, volumeAttributesClassName } = old.spec ?? {}
  return validateSpec(next.spec ?? {}, {
    anySelectorValues: selector !== undefined && validateLabelSelector(selector, '').length > 0,
    anyApiGroup: typeof (dataSource?.apiGroup ?? dataSourceRef?.apiGroup) === 'string',
    attributesClass: gates.VolumeAttributesClass || volumeAttributesClassName !== undefined,
  })
}
