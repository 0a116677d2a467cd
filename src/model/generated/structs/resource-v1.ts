// Written by `npm run generate`; not to be changed by hand.

/** The structs of resource.v1, a line each. */
export const resourceV1 = `
>34:AllocatedDeviceStatus driver!* pool!* device!* 7shareID? 4conditions!?:[]meta.v1.Condition@type data?:any
 networkData?:NetworkDeviceData
>34:AllocationConfigSource=string{>35:FromClaim,>35:FromClass}
>34:AllocationResult devices!:DeviceAllocationResult 3nodeSelector?:core.v1.NodeSelector 5allocationTimestamp?:time
>34:CELDeviceSelector expression!*
>34:CapacityRequestPolicy default!?:quantity 3validValues:[]quantity validRange?:CapacityRequestPolicyRange
>34:CapacityRequestPolicyRange min?*:quantity max?:quantity step?:quantity
>34:CapacityRequirements requests:{QualifiedName}quantity
>34:Counter value!*:quantity
>34:CounterSet name!* counters*:{}Counter
>34:Device name!* attributes:{QualifiedName}DeviceAttribute capacity:{QualifiedName}DeviceCapacity
 consumesCounters:[]DeviceCounterConsumption nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 taints:[]DeviceTaint bindsToNode?:bool bindingConditions:[]string bindingFailureConditions:[]string
 allowMultipleAllocations?:bool
 >36<37:nodeAllocatableResourceMappings:{core.v1.ResourceName}NodeAllocatableResourceMapping
 >37:14nodeAllocatableResources:{core.v1.ResourceName}NodeAllocatableResource
>34:DeviceAllocationConfiguration source!*:AllocationConfigSource requests:[]string !:DeviceConfiguration
>34:DeviceAllocationMode=string{>35:All,>35:ExactCount}
>34:DeviceAllocationResult results:[]DeviceRequestAllocationResult config:[]DeviceAllocationConfiguration
>34:DeviceAttribute 2int?:int64 bool?:bool string? version? >36:ints:[]int64 >36:bools:[]bool >36:strings:[]string
 >36:versions:[]string
>34:DeviceCapacity value!*:quantity requestPolicy?:CapacityRequestPolicy
>34:DeviceClaim requests!?:[]DeviceRequest constraints:[]DeviceConstraint config:[]DeviceClaimConfiguration
>34:DeviceClaimConfiguration requests:[]string !:DeviceConfiguration
>34:DeviceClass# metadata!:metadata <37:spec!*:DeviceClassSpec >37:2spec!:DeviceClassSpec
>34:DeviceClassConfiguration !:DeviceConfiguration
>34:DeviceClassSpec selectors:[]DeviceSelector config:[]DeviceClassConfiguration 4extendedResourceName?
>34:DeviceConfiguration opaque?:OpaqueDeviceConfiguration
>34:DeviceConstraint requests:[]string matchAttribute?:FullyQualifiedName distinctAttribute?:FullyQualifiedName
>34:DeviceCounterConsumption counterSet!* counters*:{}Counter >37:compatibilityGroups:[]string
>37:DeviceDerivedAttribute name!*:FullyQualifiedName expression!*
>34:DeviceRequest name!* exactly?:ExactDeviceRequest firstAvailable:[]DeviceSubRequest
>34:DeviceRequestAllocationResult request!* driver!* pool!* device!* adminAccess?:bool tolerations:[]DeviceToleration
 bindingConditions:[]string bindingFailureConditions:[]string shareID?:pkg.types.UID
 consumedCapacity:{QualifiedName}quantity >37:skipNodeOperations:[]SkipNodeOperation@set
>34:DeviceSelector cel?:CELDeviceSelector
>34:DeviceSubRequest name!* deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 tolerations:[]DeviceToleration capacity?:CapacityRequirements >37:derivedAttributes:[]DeviceDerivedAttribute
>34:DeviceTaint key!* value effect!*:DeviceTaintEffect timeAdded?:time
>34:DeviceTaintEffect=string{NoExecute,NoSchedule,>35:None}
>37:DeviceTaintRule# metadata!:metadata spec!*:DeviceTaintRuleSpec status!:DeviceTaintRuleStatus
>37:DeviceTaintRuleSpec deviceSelector?:DeviceTaintSelector taint!*:DeviceTaint
>37:DeviceTaintRuleStatus conditions:[]meta.v1.Condition@type+type
>37:DeviceTaintSelector 2driver? pool? device?
>34:DeviceToleration key operator:DeviceTolerationOperator=Equal value effect:DeviceTaintEffect tolerationSeconds?:int64
>34:DeviceTolerationOperator=string{Equal,Exists}
>34:ExactDeviceRequest deviceClassName!* selectors:[]DeviceSelector allocationMode:DeviceAllocationMode count:int64
 adminAccess?:bool tolerations:[]DeviceToleration capacity?:CapacityRequirements
 >37:derivedAttributes:[]DeviceDerivedAttribute
>34:FullyQualifiedName=string
>34:NetworkDeviceData interfaceName ips:[]string hardwareAddress
>37:NodeAllocatableMapping capacityKey?:QualifiedName capacityMultiplier?:quantity deviceMultiplier?:quantity
>37:NodeAllocatableOverhead perPod?:quantity perContainer?:quantity
>37:NodeAllocatableResource 3mapping?:NodeAllocatableMapping overhead?:NodeAllocatableOverhead
>36<37:NodeAllocatableResourceMapping capacityKey?:QualifiedName allocationMultiplier?:quantity
>34:OpaqueDeviceConfiguration driver!* parameters!*:any
>36:QualifiedName=string
>34:ResourceClaim# metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
 status!:ResourceClaimStatus
>34:ResourceClaimConsumerReference apiGroup 3resource!* name!* uid!*:pkg.types.UID
>34:ResourceClaimSpec devices!:DeviceClaim
>34:ResourceClaimStatus allocation?:AllocationResult reservedFor:[]ResourceClaimConsumerReference@uid+uid
 4devices:[]AllocatedDeviceStatus@driver,device,pool,shareID
>34:ResourceClaimTemplate# metadata!:metadata <37:spec!*:ResourceClaimTemplateSpec >37:2spec!:ResourceClaimTemplateSpec
>34:ResourceClaimTemplateSpec metadata!:metadata <37:spec!*:ResourceClaimSpec >37:2spec!:ResourceClaimSpec
>34:ResourcePool name!* generation!*:int64 resourceSliceCount!*:int64
>34:ResourceSlice# metadata!:metadata spec!*:ResourceSliceSpec
>34:ResourceSliceSpec driver!* pool!*:ResourcePool nodeName? nodeSelector?:core.v1.NodeSelector allNodes?:bool
 <35:devices!?:[]Device >35:6devices:[]Device perDeviceNodeSelection?:bool sharedCounters:[]CounterSet
 >37:partitionTypeAttribute?:FullyQualifiedName >37:skipNodeOperations:[]SkipNodeOperation@set
>37:SkipNodeOperation=string{*,NodePrepareResources,NodeUnprepareResources}
`
