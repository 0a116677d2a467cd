import type { Column } from '../../../model/registry/column.js'
import { ageColumn, nameColumn } from '../../../model/registry/columns.js'
import { classNameOf } from '../../../model/registry/storage-classes.js'
import { accessModesText } from '../../shared/access-modes.js'
import type { Claim } from './schema.js'

/** The table columns of claims. Capacity and access modes are empty until a volume is bound. */
export const claimColumns: readonly Column<Claim>[] = [
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
    description:
      'accessModes contains the actual access modes the volume backing the PVC has. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1',
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
    description:
      'volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.',
    cell: ({ spec }) => spec?.volumeMode ?? '<unset>',
  },
]
