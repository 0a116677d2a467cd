// Written by `npm run generate`; not to be changed by hand.

/** The structs of resource.v1beta1, a line each. */
export const resourceV1beta1 = `
AllocatedDeviceStatus driver!* pool!* device!* >34:7shareID? 4conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
AllocationConfigSource=string{>35:FromClaim,>35:FromClass}
AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector >34:5allocationTimestamp?:time
BasicDevice attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint >34:bindsToNode?:bool >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:allowMultipleAllocations?:bool
 >36<37:nodeAllocatableResourceMappings:{core.v1.ResourceName}NodeAllocatableResourceMapping
 >37:14nodeAllocatableResources:{core.v1.ResourceName}NodeAllocatableResource
CELDeviceSelector expression!*
>34:CapacityRequestPolicy default!?:quantity 3validValues:[]quantity validRange?:CapacityRequestPolicyRange
>34:CapacityRequestPolicyRange min?*:quantity max?:quantity step?:quantity
>34:CapacityRequirements requests:{QualifiedName}quantity
Counter value!*:quantity
CounterSet name!* counters*:{}Counter
Device name!* basic?:BasicDevice
DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
DeviceAllocationMode=string{>35:All,>35:ExactCount}
DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
DeviceAttribute 2int?:int64 bool?:bool string? version? >36:ints:[]int64 >36:bools:[]bool >36:strings:[]string
 >36:versions:[]string
DeviceCapacity value!*:quantity >34:requestPolicy?:CapacityRequestPolicy
DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
DeviceClass# metadata!:metadata <37:spec!*:DeviceClassSpec >37:2spec!:DeviceClassSpec
DeviceClassConfiguration !:DeviceConfiguration
DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration >34:4extendedResourceName?
DeviceConfiguration opaque?:OpaqueDeviceConfiguration
DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName >34:distinctAttribute?:FullyQualifiedName
DeviceCounterConsumption counterSet!* counters*:{}Counter >37:compatibilityGroups:[]string
>37:DeviceDerivedAttribute name!*:FullyQualifiedName expression!*
DeviceRequest name!* deviceClassName! selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool firstAvailable:[]DeviceSubRequest tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements
 >37:derivedAttributes:[]DeviceDerivedAttribute
DeviceRequestAllocationResult request!* driver!* pool!* device!* <34:adminAccess!?:bool >34:5adminAccess?:bool
 tolerations:[]DeviceToleration >34:bindingConditions:[]string >34:bindingFailureConditions:[]string
 >34:shareID?:pkg.types.UID >34:consumedCapacity:{QualifiedName}quantity >37:skipNodeOperations:[]SkipNodeOperation@set
DeviceSelector cel?:CELDeviceSelector
DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 7tolerations:[]DeviceToleration >34:capacity?:CapacityRequirements >37:derivedAttributes:[]DeviceDerivedAttribute
DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
DeviceTolerationOperator=string{Equal,Exists}
FullyQualifiedName=string
NetworkDeviceData interfaceName ips:[]string hardwareAddress
>37:NodeAllocatableMapping capacityKey?:QualifiedName capacityMultiplier?:quantity deviceMultiplier?:quantity
>37:NodeAllocatableOverhead perPod?:quantity perContainer?:quantity
>37:NodeAllocatableResource 3mapping?:NodeAllocatableMapping overhead?:NodeAllocatableOverhead
>36<37:NodeAllocatableResourceMapping capacityKey?:QualifiedName allocationMultiplier?:quantity
OpaqueDeviceConfiguration driver!* parameters!*:any
>36:QualifiedName=string
ResourceClaim# metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec status!:ResourceClaimStatus
ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
ResourceClaimSpec devices!:DeviceClaim
ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 <34:4devices:[]AllocatedDeviceStatus@driver,device,pool >34:4devices:[]AllocatedDeviceStatus@driver,device,pool,shareID
ResourceClaimTemplate# metadata!:metadata <37:spec!*:ResourceClaimTemplateSpec >37:2spec!:ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
ResourceSliceSpec driver!* pool!*:ResourcePool nodeName nodeSelector?:core.v1.NodeSelector allNodes:bool
 <35:devices!?:[]Device >35:6devices:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
 >37:partitionTypeAttribute?:FullyQualifiedName >37:skipNodeOperations:[]SkipNodeOperation@set
>37:SkipNodeOperation=string{*,NodePrepareResources,NodeUnprepareResources}
`
