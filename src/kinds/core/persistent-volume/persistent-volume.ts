import { withObjectMeta, withObjectMetaUpdate } from '../../../registry/rule-context.js'
import { type Issue, forbidden, immutable, invalid } from '../../../base/issue.js'
import { jsonEqual } from '../../../base/json.js'
import type { KubeObject } from '../../../schema/object.js'
import { ageColumn, nameColumn } from '../../../registry/columns.js'
import { accessModesText } from '../../shared/access-modes.js'
import { adviceOfTerm } from '../../shared/deprecated-labels.js'
import {
  defineStructKind,
  objectReplies,
  protect,
  mainSubresource,
  statusSubresource,
} from '../../struct/struct-kind.js'
import { fillStruct } from '../../struct/defaults.js'
import { sourcesOf } from './persistent-volume-rules.js'
import { validateStruct } from '../../struct/struct-rules.js'
import { adviceOfSources } from '../pod/volume-warnings.js'
import type { Amounts } from '../pod/pod-types.js'

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'

type Volume = KubeObject & {
  readonly spec?: {
    readonly capacity?: Amounts
    readonly accessModes?: readonly string[]
    readonly claimRef?: { readonly namespace?: string; readonly name?: string }
    readonly persistentVolumeReclaimPolicy?: string
    readonly storageClassName?: string
    readonly volumeMode?: string
    readonly volumeAttributesClassName?: string
    readonly nodeAffinity?: {
      readonly required?: { readonly nodeSelectorTerms?: readonly Parameters<typeof adviceOfTerm>[0][] | null }
    }
    readonly csi?: { readonly controllerExpandSecretRef?: object }
  }
  readonly status?: { readonly phase?: string; readonly reason?: string; readonly lastPhaseTransitionTime?: string }
}

/** PersistentVolume: storage there is. */
export const persistentVolume = defineStructKind<Volume>('core.v1.PersistentVolume', () => ({
  group: '',
  scope: 'Cluster',
  names: { kind: 'PersistentVolume', plural: 'persistentvolumes', shortNames: ['pv'] },
  schema: {
    defaults: (object) => ({
      ...object,
      spec: fillStruct('core.v1.PersistentVolumeSpec', object.spec ?? {}),
      status: { ...object.status, phase: object.status?.phase || 'Pending' },
    }),
  },
  subresources: { main: mainSubresource, status: statusSubresource },
  create: {
    resetFields: ['status'],
    admit: (object) => protect(object, 'kubernetes.io/pv-protection'),
    prepare: (object, { now }) => ({ ...object, status: { phase: 'Pending', lastPhaseTransitionTime: now } }),
    validate: withObjectMeta(validateVolume),
    warnings: warnOfVolume,
  },
  update: {
    prepare: (next, old, { subresource, now }) =>
      subresource === 'status' &&
      next.status?.phase !== old.status?.phase &&
      next.status?.lastPhaseTransitionTime === old.status?.lastPhaseTransitionTime
        ? { ...next, status: { ...next.status, lastPhaseTransitionTime: now } }
        : next,
    warnings: warnOfVolume,
    validate: withObjectMetaUpdate((next, old, { subresource }) =>
      subresource === 'main' ? [...validateVolume(next), ...validateChange(next, old)] : [],
    ),
  },
  delete: { replies: objectReplies },
  table: {
    columns: [
      nameColumn,
      {
        name: 'Capacity',
        description: 'How much the volume holds.',
        cell: ({ spec }) => spec?.capacity?.['storage'] ?? '0',
      },
      {
        name: 'Access Modes',
        description: 'How the volume can be mounted.',
        cell: ({ spec }) => accessModesText(spec?.accessModes),
      },
      {
        name: 'Reclaim Policy',
        description: 'What becomes of the volume once its claim is gone.',
        cell: ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? '',
      },
      {
        name: 'Status',
        description: 'Whether the volume is claimed.',
        cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '')),
      },
      {
        name: 'Claim',
        description: 'The claim the volume is bound to.',
        cell: ({ spec }) => (spec?.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : ''),
      },
      {
        name: 'StorageClass',
        description: 'StorageClass of the pv',
        cell: ({ metadata, spec }) => metadata.annotations?.[CLASS_ANNOTATION] ?? spec?.storageClassName ?? '',
      },
      {
        name: 'VolumeAttributesClass',
        description: 'VolumeAttributesClass of the pv',
        cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>',
      },
      { name: 'Reason', description: 'Why the volume is in its phase.', cell: ({ status }) => status?.reason ?? '' },
      ageColumn,
      {
        name: 'VolumeMode',
        priority: 1,
        description: 'Whether the volume has a filesystem or is a block device.',
        cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
      },
    ],
  },
  example: {
    metadata: { name: 'disk-1' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      csi: { driver: 'disk.example.io', volumeHandle: 'disk-1' },
    } as Volume['spec'],
  },
}))

const ANNOTATIONS = [
  [CLASS_ANNOTATION, 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const

const RECYCLING =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'

const warnOfVolume = ({ metadata: { annotations = {} }, spec = {} }: Volume): readonly string[] => [
  ...ANNOTATIONS.filter(([key]) => Object.hasOwn(annotations, key)).map(
    ([key, advice]) => `metadata.annotations[${key}]: ${advice}`,
  ),
  ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [`spec.persistentVolumeReclaimPolicy: ${RECYCLING}`] : []),
  ...(spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap((term, i) =>
    adviceOfTerm(term, `spec.nodeAffinity.required.nodeSelectorTerms[${i}]`),
  ),
  ...adviceOfSources(spec, 'spec'),
]

const validateVolume = ({ spec = {} }: Volume): readonly Issue[] =>
  validateStruct('core.v1.PersistentVolumeSpec', spec, 'spec')

function validateChange({ spec: next = {} }: Volume, { spec: old = {} }: Volume): readonly Issue[] {
  const { nodeAffinity = null } = next
  return [
    ...(jsonEqual(withoutExpansion(sourcesOf(next), old), sourcesOf(old))
      ? []
      : [forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')]),
    ...(next.volumeMode === old.volumeMode ? [] : [immutable('volumeMode', next.volumeMode)]),
    ...(!old.nodeAffinity || jsonEqual(nodeAffinity, old.nodeAffinity)
      ? []
      : [invalid('nodeAffinity', nodeAffinity, 'field is immutable, except for updating from beta label to GA')]),
  ]
}

/** Who may expand a volume may be told later. */
function withoutExpansion(
  next: { readonly [source: string]: unknown },
  { csi: old }: NonNullable<Volume['spec']>,
): object {
  const csi = next['csi'] as NonNullable<Volume['spec']>['csi'] // the schema has it so
  if (!csi || !old || old.controllerExpandSecretRef) return next
  const { controllerExpandSecretRef: _, ...others } = csi
  return { ...next, csi: others }
}
