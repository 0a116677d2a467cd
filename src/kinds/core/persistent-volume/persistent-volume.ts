import type { FeatureGates } from '../../../model/registry/feature-gates.js'
import { withObjectMeta } from '../../../model/registry/rule-context.js'
import { type Column, docOf } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { CLASS_ANNOTATION, classNameOf } from '../../../model/registry/storage-classes.js'
import { accessModesText } from '../../shared/cells.js'
import { warningsOfTerm } from '../../shared/deprecated-labels.js'
import { defineStructKind, mainSubresource, objectReplies, statusSubresource } from '../../struct/struct-kind.js'
import { VOLUME_DEFAULTS } from '../pod/pod-struct-defaults.js'
import { structFiller } from '../../struct/struct-defaults.js'
import { createLateLibrary } from '../../../base/turns/late-library.js'
import type { Volume } from './persistent-volume-rules.js'
import { loadDifferences } from '../../struct/go-formats.js'
import { warningsOfSources } from '../pod/volume-warnings.js'

// Loaded on demand: only writes of a PersistentVolume need its rules.
const rules = createLateLibrary(() => import('./persistent-volume-rules.js'))

/** Sets the defaults of a PersistentVolume's spec (pkg/apis/core/v1/defaults.go). */
const fillVolumeStruct = structFiller({
  ...VOLUME_DEFAULTS,
  'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
})

/** PersistentVolume: a piece of storage in the cluster. */
export const persistentVolume = defineStructKind<Volume>('core.v1.PersistentVolume', () => ({
  group: '',
  scope: 'Cluster',
  names: { kind: 'PersistentVolume', plural: 'persistentvolumes', shortNames: ['pv'] },
  schema: {
    ready: rules.load,
    defaults: (object) => ({
      ...object,
      spec: fillVolumeStruct('core.v1.PersistentVolumeSpec', object.spec ?? {}),
      status: { ...object.status, phase: object.status?.phase || 'Pending' },
    }),
  },
  subresources: { main: mainSubresource, status: statusSubresource },
  create: {
    resetFields: ['status'],
    prepare: (object, { now, featureGates }) => ({
      ...withoutGated(object, undefined, featureGates),
      status: { phase: 'Pending', lastPhaseTransitionTime: now() },
    }),
    validate: withObjectMeta((object) => rules.needed().validateVolume(object)),
    warnings: warningsOfVolume,
  },
  update: {
    ready: loadDifferences,
    prepare: (next, old, { subresource, now, featureGates }) =>
      subresource === 'status' ? withTransition(next, old, now()) : withoutGated(next, old, featureGates),
    warnings: warningsOfVolume,
    validate: (next, old, context) => {
      if (context.subresource === 'status') return context.validateObjectMetaUpdate(next, old)
      const { validateVolume, validateChange } = rules.needed()
      // A real server runs the rules of a create twice.
      const whole = [...context.validateObjectMeta(next), ...validateVolume(next)]
      return [...whole, ...whole, ...validateChange(next, old, context)]
    },
  },
  delete: { replies: objectReplies },
  table: { columns },
  example: {
    metadata: { name: 'disk-1' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver: 'disk.example.io', volumeHandle: 'disk-1' },
    } as Volume['spec'], // the type lacks fields that no rule reads
  },
}))

const columns: readonly Column<Volume>[] = [
  nameColumn,
  {
    name: 'Capacity',
    description: docOf('core.v1.PersistentVolumeSpec', 'capacity'),
    cell: ({ spec }) => spec?.capacity?.['storage'] ?? '0',
  },
  {
    name: 'Access Modes',
    description: docOf('core.v1.PersistentVolumeSpec', 'accessModes'),
    cell: ({ spec }) => accessModesText(spec?.accessModes),
  },
  {
    name: 'Reclaim Policy',
    description: docOf('core.v1.PersistentVolumeSpec', 'persistentVolumeReclaimPolicy'),
    cell: ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
  },
  {
    name: 'Status',
    description: docOf('core.v1.PersistentVolumeStatus', 'phase'),
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
  },
  {
    name: 'Claim',
    description: docOf('core.v1.PersistentVolumeSpec', 'claimRef'),
    cell: ({ spec }) => (spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : ''),
  },
  {
    name: 'StorageClass',
    description: 'StorageClass of the pv',
    cell: (object) => classNameOf(object) ?? '',
  },
  {
    name: 'VolumeAttributesClass',
    description: 'VolumeAttributesClass of the pv',
    cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
  },
  {
    name: 'Reason',
    description: docOf('core.v1.PersistentVolumeStatus', 'reason'),
    cell: ({ status }) => status?.reason ?? '',
  },
  ageColumn,
  {
    name: 'VolumeMode',
    priority: 1,
    description: docOf('core.v1.PersistentVolumeSpec', 'volumeMode'),
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
]

/** Sets lastPhaseTransitionTime when the phase changes, and keeps it otherwise. */
function withTransition(next: Volume, old: Volume, now: string): Volume {
  const { phase, lastPhaseTransitionTime: given } = next.status ?? {}
  const { phase: before, lastPhaseTransitionTime: kept } = old.status ?? {}
  const time = phase === before ? (given ?? kept) : given === undefined || given === kept ? now : given
  return time === undefined ? next : { ...next, status: { ...next.status, lastPhaseTransitionTime: time } }
}

const ANNOTATIONS = [
  [CLASS_ANNOTATION, 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const

const RECYCLING =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'

const warningsOfVolume = ({ metadata: { annotations = {} }, spec = {} }: Volume): readonly string[] => [
  ...ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
    ([key, advice]) => `metadata.annotations[${key}]: ${advice}`,
  ),
  ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [`spec.persistentVolumeReclaimPolicy: ${RECYCLING}`] : []),
  ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, i) =>
    warningsOfTerm(term, `spec.nodeAffinity.required.nodeSelectorTerms[${i}]`),
  ),
  ...warningsOfSources(spec, 'spec'),
]

/** Drops the fields of disabled feature gates, unless the stored volume has them. */
function withoutGated(next: Volume, old: Volume | undefined, featureGates: FeatureGates): Volume {
  if (featureGates.VolumeAttributesClass || old?.spec?.volumeAttributesClassName !== undefined) return next
  const { volumeAttributesClassName: _, ...spec } = next.spec ?? {}
  return _ === undefined ? next : { ...next, spec }
}
