// Written by `npm run generate`; not to be changed by hand.
import type { NodeSelector } from './core-v1.js'
import type { Condition, ObjectMeta } from './meta-v1.js'
import type { Quantity, RawExtension, Time } from './scalars.js'

export type AllocatedDeviceStatus = {
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly shareID?: string
  readonly conditions?: Condition[]
  readonly data?: RawExtension
  readonly networkData?: NetworkDeviceData
}
export type AllocationConfigSource = 'FromClaim' | 'FromClass' | (string & {})
export type AllocationResult = {
  readonly devices?: DeviceAllocationResult
  readonly nodeSelector?: NodeSelector
  readonly allocationTimestamp?: Time
}
export type CELDeviceSelector = {
  readonly expression: string
}
export type CapacityRequestPolicy = {
  readonly default?: Quantity
  readonly validValues?: Quantity[]
  readonly validRange?: CapacityRequestPolicyRange
}
export type CapacityRequestPolicyRange = {
  readonly min: Quantity
  readonly max?: Quantity
  readonly step?: Quantity
}
export type CapacityRequirements = {
  readonly requests?: { readonly [key: string]: Quantity }
}
export type Counter = {
  readonly value: Quantity
}
export type CounterSet = {
  readonly name: string
  readonly counters: { readonly [key: string]: Counter }
}
export type Device = {
  readonly name: string
  readonly attributes?: { readonly [key: string]: DeviceAttribute }
  readonly capacity?: { readonly [key: string]: DeviceCapacity }
  readonly consumesCounters?: DeviceCounterConsumption[]
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly allNodes?: boolean
  readonly taints?: DeviceTaint[]
  readonly bindsToNode?: boolean
  readonly bindingConditions?: string[]
  readonly bindingFailureConditions?: string[]
  readonly allowMultipleAllocations?: boolean
  readonly nodeAllocatableResources?: { readonly [key: string]: NodeAllocatableResource }
  readonly nodeAllocatableResourceMappings?: { readonly [key: string]: NodeAllocatableResourceMapping }
}
export type DeviceAllocationConfiguration = {
  readonly source: AllocationConfigSource
  readonly requests?: string[]
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceAllocationMode = 'All' | 'ExactCount' | (string & {})
export type DeviceAllocationResult = {
  readonly results?: DeviceRequestAllocationResult[]
  readonly config?: DeviceAllocationConfiguration[]
}
export type DeviceAttribute = {
  readonly int?: number
  readonly bool?: boolean
  readonly string?: string
  readonly version?: string
  readonly ints?: number[]
  readonly bools?: boolean[]
  readonly strings?: string[]
  readonly versions?: string[]
}
export type DeviceCapacity = {
  readonly value: Quantity
  readonly requestPolicy?: CapacityRequestPolicy
}
export type DeviceClaim = {
  readonly requests?: DeviceRequest[]
  readonly constraints?: DeviceConstraint[]
  readonly config?: DeviceClaimConfiguration[]
}
export type DeviceClaimConfiguration = {
  readonly requests?: string[]
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceClass = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: DeviceClassSpec
}
export type DeviceClassConfiguration = {
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceClassSpec = {
  readonly selectors?: DeviceSelector[]
  readonly config?: DeviceClassConfiguration[]
  readonly extendedResourceName?: string
}
export type DeviceConfiguration = {
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceConstraint = {
  readonly requests?: string[]
  readonly matchAttribute?: string
  readonly distinctAttribute?: string
}
export type DeviceCounterConsumption = {
  readonly counterSet: string
  readonly counters: { readonly [key: string]: Counter }
  readonly compatibilityGroups?: string[]
}
export type DeviceDerivedAttribute = {
  readonly name: string
  readonly expression: string
}
export type DeviceRequest = {
  readonly name: string
  readonly exactly?: ExactDeviceRequest
  readonly firstAvailable?: DeviceSubRequest[]
}
export type DeviceRequestAllocationResult = {
  readonly request: string
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly adminAccess?: boolean
  readonly tolerations?: DeviceToleration[]
  readonly bindingConditions?: string[]
  readonly bindingFailureConditions?: string[]
  readonly shareID?: string
  readonly consumedCapacity?: { readonly [key: string]: Quantity }
  readonly skipNodeOperations?: SkipNodeOperation[]
}
export type DeviceSelector = {
  readonly cel?: CELDeviceSelector
}
export type DeviceSubRequest = {
  readonly name: string
  readonly deviceClassName: string
  readonly selectors?: DeviceSelector[]
  readonly allocationMode?: DeviceAllocationMode
  readonly count?: number
  readonly tolerations?: DeviceToleration[]
  readonly capacity?: CapacityRequirements
  readonly derivedAttributes?: DeviceDerivedAttribute[]
}
export type DeviceTaint = {
  readonly key: string
  readonly value?: string
  readonly effect: DeviceTaintEffect
  readonly timeAdded?: Time
}
export type DeviceTaintEffect = 'NoExecute' | 'NoSchedule' | 'None' | (string & {})
export type DeviceTaintRule = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: DeviceTaintRuleSpec
  readonly status?: DeviceTaintRuleStatus
}
export type DeviceTaintRuleSpec = {
  readonly deviceSelector?: DeviceTaintSelector
  readonly taint: DeviceTaint
}
export type DeviceTaintRuleStatus = {
  readonly conditions?: Condition[]
}
export type DeviceTaintSelector = {
  readonly driver?: string
  readonly pool?: string
  readonly device?: string
}
export type DeviceToleration = {
  readonly key?: string
  readonly operator?: DeviceTolerationOperator
  readonly value?: string
  readonly effect?: DeviceTaintEffect
  readonly tolerationSeconds?: number
}
export type DeviceTolerationOperator = 'Equal' | 'Exists' | (string & {})
export type ExactDeviceRequest = {
  readonly deviceClassName: string
  readonly selectors?: DeviceSelector[]
  readonly allocationMode?: DeviceAllocationMode
  readonly count?: number
  readonly adminAccess?: boolean
  readonly tolerations?: DeviceToleration[]
  readonly capacity?: CapacityRequirements
  readonly derivedAttributes?: DeviceDerivedAttribute[]
}
export type NetworkDeviceData = {
  readonly interfaceName?: string
  readonly ips?: string[]
  readonly hardwareAddress?: string
}
export type NodeAllocatableMapping = {
  readonly capacityKey?: string
  readonly capacityMultiplier?: Quantity
  readonly deviceMultiplier?: Quantity
}
export type NodeAllocatableOverhead = {
  readonly perPod?: Quantity
  readonly perContainer?: Quantity
}
export type NodeAllocatableResource = {
  readonly mapping?: NodeAllocatableMapping
  readonly overhead?: NodeAllocatableOverhead
}
export type NodeAllocatableResourceMapping = {
  readonly capacityKey?: string
  readonly allocationMultiplier?: Quantity
}
export type OpaqueDeviceConfiguration = {
  readonly driver: string
  readonly parameters: RawExtension
}
export type ResourceClaim = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: ResourceClaimSpec
  readonly status?: ResourceClaimStatus
}
export type ResourceClaimConsumerReference = {
  readonly apiGroup?: string
  readonly resource: string
  readonly name: string
  readonly uid: string
}
export type ResourceClaimSpec = {
  readonly devices?: DeviceClaim
}
export type ResourceClaimStatus = {
  readonly allocation?: AllocationResult
  readonly reservedFor?: ResourceClaimConsumerReference[]
  readonly devices?: AllocatedDeviceStatus[]
}
export type ResourceClaimTemplate = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: ResourceClaimTemplateSpec
}
export type ResourceClaimTemplateSpec = {
  readonly metadata?: ObjectMeta
  readonly spec: ResourceClaimSpec
}
export type ResourcePool = {
  readonly name: string
  readonly generation: number
  readonly resourceSliceCount: number
}
export type ResourceSlice = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: ObjectMeta
  readonly spec: ResourceSliceSpec
}
export type ResourceSliceSpec = {
  readonly driver: string
  readonly pool: ResourcePool
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly allNodes?: boolean
  readonly devices?: Device[]
  readonly perDeviceNodeSelection?: boolean
  readonly sharedCounters?: CounterSet[]
  readonly partitionTypeAttribute?: string
  readonly skipNodeOperations?: SkipNodeOperation[]
}
export type SkipNodeOperation = '*' | 'NodePrepareResources' | 'NodeUnprepareResources' | (string & {})
