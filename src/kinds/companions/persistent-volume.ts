import { type Issue, forbidden, immutable, invalid, notSupported, required } from '../../base/issue.js'
import { jsonEqual } from '../../base/json.js'
import { quantitySign } from '../../base/quantity.js'
import type { KubeObject } from '../../schema/object.js'
import { ageColumn, nameColumn } from '../../kind/columns.js'
import { accessModesText } from '../shared/access-modes.js'
import { validateBasicAmount } from '../shared/resource-list.js'
import { companion, objectReplies, protect, specEndpoint, statusEndpoint } from './companion.js'
import { fillStruct } from './defaults.js'
import { validateStruct } from './struct-rules.js'
import type { Amounts } from './pod-types.js'

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
    readonly nodeAffinity?: object
    readonly csi?: { readonly controllerExpandSecretRef?: object }
  }
  readonly status?: { readonly phase?: string; readonly reason?: string; readonly lastPhaseTransitionTime?: string }
}

/** PersistentVolume: storage there is. */
export const persistentVolume = companion<Volume>('core.v1.PersistentVolume', (profile) => ({
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  storageVersionHash: 'HN/zwEC+JgM=',
  shortNames: ['pv'],
  group: '',
  scope: 'Cluster',
  replies: objectReplies(profile),
  endpoints: { main: specEndpoint, status: statusEndpoint },
  dropOnCreate: ['status'],
  admitCreate: (object) => protect(object, 'kubernetes.io/pv-protection'),
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
  validateUpdate: (next, old, { endpoint }) => (endpoint === 'main' ? [...validateVolume(next), ...validateChange(next, old)] : []),
}))

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

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const sourcesOf = (spec: object) => Object.keys(spec).filter((member) => !NO_SOURCES.includes(member))

function validateVolume({ spec = {} }: Volume): readonly Issue[] {
  const { accessModes = [], capacity = {} } = spec
  const sources = sourcesOf(spec)
  const alone = accessModes.includes('ReadWriteOncePod') && accessModes.some((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode))
  return [
    ...(accessModes.length > 0 ? [] : [required('spec.accessModes')]),
    ...accessModes.filter((mode) => !MODES.includes(mode)).map((mode) => notSupported('spec.accessModes', mode, MODES)),
    ...(alone ? [forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')] : []),
    ...validateCapacity(capacity),
    ...(sources.length > 0 ? [] : [required('spec', 'must specify a volume type')]),
    ...validateStruct('core.v1.PersistentVolumeSpec', spec, 'spec'),
    ...(sources.includes('local') && !spec.nodeAffinity ? [required('spec.nodeAffinity', 'Local volume requires node affinity')] : []),
    ...sources.slice(1).map((source) => forbidden(`spec.${source}`, 'may not specify more than 1 volume type')),
  ]
}

function validateCapacity(capacity: Amounts): readonly Issue[] {
  const names = Object.keys(capacity)
  return [
    ...(names.length > 0 ? [] : [required('spec.capacity')]),
    ...(names.length === 1 && names[0] === 'storage' ? [] : [notSupported('spec.capacity', capacity, ['storage'])]),
    ...names.flatMap((name) => {
      const field = `spec.capacity[${name}]`
      const amount = capacity[name]!
      return [...validateBasicAmount(amount, field), ...(quantitySign(amount) > 0 ? [] : [invalid(field, amount, 'must be greater than zero')])]
    }),
  ]
}

function validateChange({ spec: next = {} }: Volume, { spec: old = {} }: Volume): readonly Issue[] {
  const sources = (spec: object) => Object.fromEntries(Object.entries(spec).filter(([member]) => !NO_SOURCES.includes(member)))
  const { nodeAffinity = null } = next
  return [
    ...(jsonEqual(withoutExpansion(sources(next), old), sources(old))
      ? []
      : [forbidden('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')]),
    ...(next.volumeMode === old.volumeMode ? [] : [immutable('volumeMode', next.volumeMode)]),
    ...(!old.nodeAffinity || jsonEqual(nodeAffinity, old.nodeAffinity)
      ? []
      : [invalid('nodeAffinity', nodeAffinity, 'field is immutable, except for updating from beta label to GA')]),
  ]
}

/** Who may expand a volume may be told later. */
function withoutExpansion(next: { readonly [source: string]: unknown }, { csi: old }: NonNullable<Volume['spec']>): object {
  const csi = next['csi'] as NonNullable<Volume['spec']>['csi'] // the schema has it so
  if (!csi || !old || old.controllerExpandSecretRef) return next
  const { controllerExpandSecretRef: _, ...others } = csi
  return { ...next, csi: others }
}
