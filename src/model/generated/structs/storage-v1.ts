// Written by `npm run generate`; not to be changed by hand.

/** The structs of storage.v1, a line each. */
export const storageV1 = `
CSIDriver# metadata!:metadata spec!*:CSIDriverSpec
CSIDriverSpec attachRequired?:bool podInfoOnMount?:bool volumeLifecycleModes:[]VolumeLifecycleMode@set
 storageCapacity?:bool fsGroupPolicy?:FSGroupPolicy tokenRequests:[]TokenRequest requiresRepublish?:bool
 seLinuxMount?:bool nodeAllocatableUpdatePeriodSeconds?:int64 >35:serviceAccountTokenInSecrets?:bool
 >36:preventPodSchedulingIfMissing?:bool
CSINode# metadata!:metadata spec!*:CSINodeSpec >37:status!:CSINodeStatus
CSINodeDriver name!* nodeID!* topologyKeys!?:[]string allocatable?:VolumeNodeResources
CSINodeSpec drivers!?*:[]CSINodeDriver@name+name
>37:CSINodeStatus storageHealth:[]StorageHealth@name+name
CSIStorageCapacity# metadata!:metadata nodeTopology?:meta.v1.LabelSelector storageClassName!* capacity?:quantity
 maximumVolumeSize?:quantity
FSGroupPolicy=string
StorageClass# metadata!:metadata provisioner!* parameters:{}string reclaimPolicy?:core.v1.PersistentVolumeReclaimPolicy
 mountOptions:[]string allowVolumeExpansion?:bool volumeBindingMode?:VolumeBindingMode
 allowedTopologies:[]core.v1.TopologySelectorTerm
>37:StorageHealth name!* healthConditions:[]StorageHealthCondition
>37:StorageHealthCondition status!*:StorageHealthStatusType reason!* message
 accessMode?:core.v1.PersistentVolumeAccessMode volumeMode?:core.v1.PersistentVolumeMode lastTransitionTime!:time
>37:StorageHealthStatusType=string{StorageDegraded,StorageUnreachable}
TokenRequest audience!* expirationSeconds?:int64
VolumeAttachment# metadata!:metadata spec!*:VolumeAttachmentSpec status!:VolumeAttachmentStatus
VolumeAttachmentSource persistentVolumeName? inlineVolumeSpec?:core.v1.PersistentVolumeSpec
VolumeAttachmentSpec attacher!* source!*:VolumeAttachmentSource nodeName!*
VolumeAttachmentStatus attached!*:bool attachmentMetadata:{}string attachError?:VolumeError detachError?:VolumeError
>34:VolumeAttributesClass# metadata!:metadata driverName!* parameters:{}string
VolumeBindingMode=string{Immediate,WaitForFirstConsumer}
VolumeError time!:time message errorCode?:int32
VolumeLifecycleMode=string
VolumeNodeResources count?:int32
`
