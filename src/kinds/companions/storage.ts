import { type Issue, forbidden, required } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../kind/columns.js'
import { accessModesText } from '../shared/access-modes.js'
import { companion, objectReplies, specEndpoint, statusEndpoint } from './companion.js'
import { fillStruct } from './defaults.js'
import type { Amounts } from './pod-types.js'

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class'
const PROTECTION = 'kubernetes.io/pv-protection'
const DEFAULT_ANNOTATION = 'storageclass.kubernetes.io/is-default-class'

type Volume = KubeObject & {
  readonly spec?: {
    readonly capacity?: Amounts
    readonly accessModes?: readonly string[]
    readonly claimRef?: { readonly namespace?: string; readonly name?: string }
    readonly persistentVolumeReclaimPolicy?: string
    readonly storageClassName?: string
    readonly volumeMode?: string
    readonly volumeAttributesClassName?: string
  }
  readonly status?: { readonly phase?: string; readonly reason?: string; readonly lastPhaseTransitionTime?: string }
}

/** PersistentVolume: storage there is. */
export const persistentVolume = companion<Volume>('core.v1.PersistentVolume', (profile) => ({
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  shortNames: ['pv'],
  group: '',
  scope: 'Cluster',
  replies: objectReplies(profile),
  endpoints: { main: specEndpoint, status: statusEndpoint },
  dropOnCreate: ['status'],
  admitCreate: protect,
  selectableNamespace: false,
  columns: [
    nameColumn,
    { name: 'Capacity', description: 'How much the volume holds.', cell: ({ spec }) => spec?.capacity?.['storage'] ?? '0' },
    { name: 'Access Modes', description: 'How the volume can be mounted.', cell: ({ spec }) => accessModesText(spec?.accessModes) },
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
    { name: 'VolumeAttributesClass', description: 'VolumeAttributesClass of the pv', cell: ({ spec }) => spec?.volumeAttributesClassName ?? '<unset>' },
    { name: 'Reason', description: 'Why the volume is in its phase.', cell: ({ status }) => status?.reason ?? '' },
    ageColumn,
    {
      name: 'VolumeMode',
      priority: 1,
      description: 'Whether the volume has a filesystem or is a block device.',
      cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
    },
  ],
  example: {
    metadata: { name: 'disk-1' },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], csi: { driver: 'disk.example.io', volumeHandle: 'disk-1' } } as Volume['spec'],
  },
  defaults: (object) => ({
    ...object,
    spec: fillStruct('core.v1.PersistentVolumeSpec', object.spec ?? {}),
    status: { ...object.status, phase: object.status?.phase || 'Pending' },
  }),
  prepareCreate: (object, { now }) => ({ ...object, status: { phase: 'Pending', lastPhaseTransitionTime: now } }),
  prepareUpdate: (next, old, { endpoint, now }) =>
    endpoint === 'status' && next.status?.phase !== old.status?.phase && next.status?.lastPhaseTransitionTime === old.status?.lastPhaseTransitionTime
      ? { ...next, status: { ...next.status, lastPhaseTransitionTime: now } }
      : next,
  validate: validateVolume,
  validateUpdate: (next, _, { endpoint }) => (endpoint === 'main' ? validateVolume(next) : []),
}))

/** A volume in use is not to vanish: a finalizer holds it. */
function protect(object: Volume): Volume {
  const { finalizers = [] } = object.metadata
  return finalizers.includes(PROTECTION) ? object : { ...object, metadata: { ...object.metadata, finalizers: [...finalizers, PROTECTION] } }
}

const NO_SOURCES = [
  'capacity',
  'accessModes',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'mountOptions',
  'volumeMode',
  'nodeAffinity',
  'volumeAttributesClassName',
]

function validateVolume({ spec = {} }: Volume): readonly Issue[] {
  const sources = Object.keys(spec).filter((member) => !NO_SOURCES.includes(member))
  return [
    ...(spec.accessModes?.length ? [] : [required('spec.accessModes')]),
    ...(Object.keys(spec.capacity ?? {}).length > 0 ? [] : [required('spec.capacity')]),
    ...(sources.length > 0 ? [] : [required('spec', 'must specify a volume type')]),
    ...sources.slice(1).map((source) => forbidden(`spec.${source}`, 'may not specify more than 1 volume type')),
  ]
}

type StorageClass = KubeObject & {
  readonly provisioner?: string
  readonly parameters?: { readonly [name: string]: string }
  readonly reclaimPolicy?: string
  readonly volumeBindingMode?: string
  readonly allowVolumeExpansion?: boolean
}

/** StorageClass: where volumes come from. */
export const storageClass = companion<StorageClass>('storage.v1.StorageClass', () => ({
  kind: 'StorageClass',
  plural: 'storageclasses',
  shortNames: ['sc'],
  group: 'storage.k8s.io',
  scope: 'Cluster',
  selectableWording: 'default',
  columns: [
    { ...nameColumn, cell: ({ metadata }) => `${metadata.name}${metadata.annotations?.[DEFAULT_ANNOTATION] === 'true' ? ' (default)' : ''}` },
    { name: 'Provisioner', description: 'Who makes the volumes.', cell: ({ provisioner }) => provisioner ?? '' },
    { name: 'ReclaimPolicy', description: 'What becomes of a volume once its claim is gone.', cell: ({ reclaimPolicy }) => reclaimPolicy ?? '' },
    { name: 'VolumeBindingMode', description: 'When a claim gets its volume.', cell: ({ volumeBindingMode }) => volumeBindingMode ?? '' },
    {
      name: 'AllowVolumeExpansion',
      type: 'string',
      description: 'Whether claims may grow.',
      cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
    },
    ageColumn,
  ],
  example: { metadata: { name: 'fast' }, provisioner: 'disk.example.io' },
  defaults: (object) => ({ ...object, reclaimPolicy: object.reclaimPolicy ?? 'Delete', volumeBindingMode: object.volumeBindingMode ?? 'Immediate' }),
  validate: ({ provisioner }) => (provisioner ? [] : [required('provisioner', '')]),
  validateUpdate: (next, old) =>
    (['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'] as const)
      .filter((member) => !jsonEqual(next[member], old[member]))
      .map((member) => forbidden(member, `updates to ${member} are forbidden.`)),
}))

type AttributesClass = KubeObject & { readonly driverName?: string; readonly parameters?: { readonly [name: string]: string } }

/** VolumeAttributesClass: what a volume is like. */
export const volumeAttributesClass = companion<AttributesClass>('storage.v1beta1.VolumeAttributesClass', () => ({
  kind: 'VolumeAttributesClass',
  plural: 'volumeattributesclasses',
  shortNames: ['vac'],
  group: 'storage.k8s.io',
  scope: 'Cluster',
  selectableWording: 'default',
  columns: [nameColumn, { name: 'DriverName', description: 'The driver the class is for.', cell: ({ driverName }) => driverName ?? '' }, ageColumn],
  example: { metadata: { name: 'gold' }, driverName: 'disk.example.io', parameters: { iops: '100' } },
  validate: ({ driverName, parameters }) => [
    ...(driverName ? [] : [required('driverName', '')]),
    ...(Object.keys(parameters ?? {}).length > 0 ? [] : [required('parameters', 'must contain at least one key/value pair')]),
  ],
  validateUpdate: (next, old) =>
    (['driverName', 'parameters'] as const)
      .filter((member) => !jsonEqual(next[member], old[member]))
      .map((member) => forbidden(member, `updates to ${member} are forbidden.`)),
}))
