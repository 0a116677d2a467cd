// Written by `npm run generate`; not to be changed by hand.

/** The structs of resource.v1beta1, a line each. */
export const resourceV1beta1 = `
AllocatedDeviceStatus driver!* pool!* device!* conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
AllocationConfigSource=string
AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector
BasicDevice attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint
CELDeviceSelector expression!*
Counter value!*:quantity
CounterSet name!* counters*:{}Counter
Device name!* basic?:BasicDevice
DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
DeviceAllocationMode=string
DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
DeviceAttribute 2int?:int64 bool?:bool string? version?
DeviceCapacity value!*:quantity
DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
DeviceClass# metadata!:metadata spec!*:DeviceClassSpec
DeviceClassConfiguration !:DeviceConfiguration
DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration
DeviceConfiguration opaque?:OpaqueDeviceConfiguration
DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName
DeviceCounterConsumption counterSet!* counters*:{}Counter
DeviceRequest name!* deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool firstAvailable:[]DeviceSubRequest tolerations:[]DeviceToleration
DeviceRequestAllocationResult request!* driver!* pool!* device!* adminAccess!?:bool tolerations:[]DeviceToleration
DeviceSelector cel?:CELDeviceSelector
DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 7tolerations:[]DeviceToleration
DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
DeviceTaintEffect=string{NoExecute,NoSchedule}
DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
DeviceTolerationOperator=string{Equal,Exists}
FullyQualifiedName=string
NetworkDeviceData interfaceName ips:[]string hardwareAddress
OpaqueDeviceConfiguration driver!* parameters!*:any
ResourceClaim# metadata!:metadata spec!*:ResourceClaimSpec status!:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
ResourceClaimSpec devices!:DeviceClaim
ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 4devices:[]AllocatedDeviceStatus@driver,device,pool
ResourceClaimTemplate# metadata!:metadata spec!*:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata!:metadata spec!*:ResourceClaimSpec
ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
ResourceSliceSpec driver!* pool!*:ResourcePool nodeName nodeSelector?:core.v1.NodeSelector allNodes:bool
 devices!?:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
`
