/** What the members of a PersistentVolumeClaim say. */
export const claimTexts = {
  spec: 'The storage that is asked for.',
  'spec.accessModes': 'How the volume is to be mounted.',
  'spec.selector': 'The volumes that may be bound, by their labels.',
  'spec.resources':
    'What the volume must have at least. With RecoverVolumeExpansionFailure it may be set lower than before, but not below the capacity in the status.',
  'spec.resources.limits': 'The most that may be used.',
  'spec.resources.requests': 'The least that is needed, as in `storage: 10Gi`.',
  'spec.volumeName': 'Name of the volume that is bound.',
  'spec.storageClassName': 'Name of the StorageClass that provides the volume.',
  'spec.volumeMode': '`Filesystem`, the default, or `Block` for a raw device.',
  'spec.dataSource':
    'A VolumeSnapshot or claim of the same namespace to fill the new volume from. Anything else is dropped without a word.',
  'spec.dataSource.apiGroup': 'Group of the source; missing for the core group.',
  'spec.dataSource.kind': 'Kind of the source.',
  'spec.dataSource.name': 'Name of the source.',
  'spec.dataSourceRef':
    'The object to fill the new volume from: a claim, or any object of another group than the core one. Anything else is refused. Without a namespace it says the same as dataSource.',
  'spec.dataSourceRef.apiGroup': 'Group of the source; missing for the core group.',
  'spec.dataSourceRef.kind': 'Kind of the source.',
  'spec.dataSourceRef.name': 'Name of the source.',
  'spec.dataSourceRef.namespace':
    'Namespace of the source, where a ReferenceGrant must allow it. Needs the feature gate CrossNamespaceVolumeDataSource.',
  'spec.volumeAttributesClassName':
    'Name of the VolumeAttributesClass, whose attributes the driver gives the volume. It may be changed, or taken back where it cannot be done. Needs the feature gate VolumeAttributesClass.',
  status: 'The storage that was found.',
  'status.phase': '`Pending`, `Bound` or `Lost`.',
  'status.accessModes': 'How the volume can be mounted.',
  'status.capacity': 'What the volume really has.',
  'status.conditions': 'Observed conditions of the claim; `Resizing` while the volume is being resized.',
  'status.conditions.type': 'The condition.',
  'status.conditions.status': '`True`, `False` or `Unknown`.',
  'status.conditions.lastProbeTime': 'When the condition was last looked at.',
  'status.conditions.lastTransitionTime': 'When the status last changed.',
  'status.conditions.reason': 'Why it changed, as one word for machines.',
  'status.conditions.message': 'Why it changed, for people.',
  'status.allocatedResources':
    'What is set aside for the claim, capacity included; more than the capacity while an expansion is asked for. Names other than `storage` carry a domain. Needs RecoverVolumeExpansionFailure.',
  'status.allocatedResourceStatuses':
    'How far the resizing of each resource is; missing where none is being done. Needs RecoverVolumeExpansionFailure.',
  'status.currentVolumeAttributesClassName': 'Name of the VolumeAttributesClass in use.',
  'status.modifyVolumeStatus': 'How far a change of the VolumeAttributesClass is; missing where none was tried.',
  'status.modifyVolumeStatus.targetVolumeAttributesClassName': 'Name of the VolumeAttributesClass to change to.',
  'status.modifyVolumeStatus.status': '`Pending`, `InProgress` or `Infeasible`; more may come.',
}
