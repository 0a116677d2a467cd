// Written by `npm run generate`; not to be changed by hand.
import type { NodeSelector } from './core-v1.js'
import type { Condition, ObjectMeta } from './meta-v1.js'
import type { Quantity, RawExtension, Time } from './scalars.js'

export type AllocatedDeviceStatus = {
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly conditions?: Condition[]
  readonly data?: RawExtension
  readonly networkData?: NetworkDeviceData
}
export type AllocationResult = {
  readonly devices?: DeviceAllocationResult
  readonly nodeSelector?: NodeSelector
}
export type BasicDevice = {
  readonly attributes?: { readonly [key: string]: DeviceAttribute }
  readonly capacity?: { readonly [key: string]: Quantity }
  readonly consumesCounters?: DeviceCounterConsumption[]
  readonly nodeName?: string
  readonly nodeSelector?: NodeSelector
  readonly allNodes?: boolean
  readonly taints?: DeviceTaint[]
}
export type CELDeviceSelector = {
  readonly expression: string
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
  readonly basic?: BasicDevice
}
export type DeviceAllocationConfiguration = {
  readonly source: string
  readonly requests?: string[]
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceAllocationResult = {
  readonly results?: DeviceRequestAllocationResult[]
  readonly config?: DeviceAllocationConfiguration[]
}
export type DeviceAttribute = {
  readonly int?: number
  readonly bool?: boolean
  readonly string?: string
  readonly version?: string
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
}
export type DeviceConfiguration = {
  readonly opaque?: OpaqueDeviceConfiguration
}
export type DeviceConstraint = {
  readonly requests?: string[]
  readonly matchAttribute?: string
}
export type DeviceCounterConsumption = {
  readonly counterSet: string
  readonly counters: { readonly [key: string]: Counter }
}
export type DeviceRequest = {
  readonly name: string
  readonly deviceClassName?: string
  readonly selectors?: DeviceSelector[]
  readonly allocationMode?: string
  readonly count?: number
  readonly adminAccess?: boolean
  readonly firstAvailable?: DeviceSubRequest[]
  readonly tolerations?: DeviceToleration[]
}
export type DeviceRequestAllocationResult = {
  readonly request: string
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly adminAccess?: boolean
  readonly tolerations?: DeviceToleration[]
}
export type DeviceSelector = {
  readonly cel?: CELDeviceSelector
}
export type DeviceSubRequest = {
  readonly name: string
  readonly deviceClassName: string
  readonly selectors?: DeviceSelector[]
  readonly allocationMode?: string
  readonly count?: number
  readonly tolerations?: DeviceToleration[]
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
  readonly deviceClassName?: string
  readonly selectors?: DeviceSelector[]
}
export type DeviceToleration = {
  readonly key?: string
  readonly operator?: DeviceTolerationOperator
  readonly value?: string
  readonly effect?: DeviceTaintEffect
  readonly tolerationSeconds?: number
}
export type DeviceTolerationOperator = 'Equal' | 'Exists' | (string & {})
export type NetworkDeviceData = {
  readonly interfaceName?: string
  readonly ips?: string[]
  readonly hardwareAddress?: string
}
export type OpaqueDeviceConfiguration = {
  readonly driver: string
  readonly parameters: RawExtension
}
export type PartitionTypeStatus = {
  readonly attribute: string
  readonly type: string
  readonly total: number
  readonly allocatable: number
}
export type PoolStatus = {
  readonly driver: string
  readonly poolName: string
  readonly generation: number
  readonly resourceSliceCount?: number
  readonly totalDevices?: number
  readonly allocatedDevices?: number
  readonly availableDevices?: number
  readonly unavailableDevices?: number
  readonly nodeName?: string
  readonly validationError?: string
  readonly partitionSummary?: PartitionTypeStatus[]
  readonly shareableSummary?: ShareableSummaryStatus
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
export type ResourcePoolStatusRequest = {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata: ObjectMeta
  readonly spec: ResourcePoolStatusRequestSpec
  readonly status?: ResourcePoolStatusRequestStatus
}
export type ResourcePoolStatusRequestSpec = {
  readonly driver: string
  readonly poolName?: string
  readonly limit?: number
  readonly defaultPartitionTypeAttribute?: string
}
export type ResourcePoolStatusRequestStatus = {
  readonly poolCount: number
  readonly pools?: PoolStatus[]
  readonly conditions?: Condition[]
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
}
export type ShareableCapacityStatus = {
  readonly name: string
  readonly total: Quantity
  readonly consumed: Quantity
  readonly available: Quantity
}
export type ShareableSummaryStatus = {
  readonly fullyAvailableDevices: number
  readonly partiallyAvailableDevices: number
  readonly capacity?: ShareableCapacityStatus[]
}
