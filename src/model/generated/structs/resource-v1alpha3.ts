// Written by `npm run generate`; not to be changed by hand.

/** The structs of resource.v1alpha3, a line each. */
export const resourceV1alpha3 = `
<34:AllocatedDeviceStatus driver!* pool!* device!* conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
<34:AllocationConfigSource=string
<34:AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector
<34:BasicDevice attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}quantity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint
<35:CELDeviceSelector expression!*
<34:Counter value!*:quantity
<34:CounterSet name!* counters*:{}Counter
<34:Device name!* basic?:BasicDevice
<34:DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
<34:DeviceAllocationMode=string
<34:DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
<34:DeviceAttribute 2int?:int64 bool?:bool string? version?
<34:DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
<34:DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
<34:DeviceClass# metadata!:metadata spec!*:DeviceClassSpec
<34:DeviceClassConfiguration !:DeviceConfiguration
<34:DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration
<34:DeviceConfiguration opaque?:OpaqueDeviceConfiguration
<34:DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName
<34:DeviceCounterConsumption counterSet!* counters*:{}Counter
<34:DeviceRequest name!* deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool firstAvailable:[]DeviceSubRequest tolerations:[]DeviceToleration
<34:DeviceRequestAllocationResult request!* driver!* pool!* device!* adminAccess!?:bool tolerations:[]DeviceToleration
<35:DeviceSelector cel?:CELDeviceSelector
<34:DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 7tolerations:[]DeviceToleration
DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
DeviceTaintRule# metadata!:metadata spec!*:DeviceTaintRuleSpec >35:status!:DeviceTaintRuleStatus
DeviceTaintRuleSpec deviceSelector?:DeviceTaintSelector taint!*:DeviceTaint
>35:DeviceTaintRuleStatus conditions:[]meta.v1.Condition@type+type
DeviceTaintSelector <35:deviceClassName? 2driver? pool? device? <35:selectors:[]DeviceSelector
<34:DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
<34:DeviceTolerationOperator=string{Equal,Exists}
<34:FullyQualifiedName=string
<34:NetworkDeviceData interfaceName ips:[]string hardwareAddress
<34:OpaqueDeviceConfiguration driver!* parameters!*:any
>37:PartitionTypeStatus 4attribute* 1type* total?*:int32 allocatable?*:int32
>36:PoolStatus driver* poolName* 9generation!*:int64 8resourceSliceCount?:int32 4totalDevices?:int32
 allocatedDevices?:int32 availableDevices?:int32 unavailableDevices?:int32 3nodeName? 10validationError?
 >37:partitionSummary:[]PartitionTypeStatus >37:13shareableSummary?:ShareableSummaryStatus
<34:ResourceClaim# metadata!:metadata spec!*:ResourceClaimSpec status!:ResourceClaimStatus
<34:ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
<34:ResourceClaimSpec devices!:DeviceClaim
<34:ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 4devices:[]AllocatedDeviceStatus@driver,device,pool
<34:ResourceClaimTemplate# metadata!:metadata spec!*:ResourceClaimTemplateSpec
<34:ResourceClaimTemplateSpec metadata!:metadata spec!*:ResourceClaimSpec
<34:ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
>36:ResourcePoolStatusRequest# metadata!*:metadata spec!*:ResourcePoolStatusRequestSpec
 status?:ResourcePoolStatusRequestStatus
>36:ResourcePoolStatusRequestSpec driver!* poolName? limit?:int32=100 >37:defaultPartitionTypeAttribute?
>36:ResourcePoolStatusRequestStatus 6poolCount?*:int32 2pools:[]PoolStatus conditions:[]meta.v1.Condition@type+type
<34:ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
<34:ResourceSliceSpec driver!* pool!*:ResourcePool nodeName nodeSelector?:core.v1.NodeSelector allNodes:bool
 devices!?:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
>37:ShareableCapacityStatus name* total?*:quantity consumed?*:quantity available?*:quantity
>37:ShareableSummaryStatus fullyAvailableDevices?*:int32 partiallyAvailableDevices?*:int32
 capacity:[]ShareableCapacityStatus
`
