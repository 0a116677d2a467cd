import { FEATURE_GATES } from '../generated/feature-gates.js'
import { type KubernetesVersion, atLeast, oncePerVersion } from './kubernetes-version.js'

/**
 * The feature gates that affect a kind, watches or admission. `npm run generate` finds out what they are in each
 * version.
 */
export const featureGateNames = [
  'AllowUnsafeMalformedObjectDeletion',
  'AnyVolumeDataSource',
  'AuthorizePodWebsocketUpgradeCreatePermission',
  'ClearingNominatedNodeNameAfterBinding',
  'ClusterTrustBundle',
  'ClusterTrustBundleProjection',
  'ConstrainedImpersonation',
  'ContainerRestartRules',
  'CoordinatedLeaderElection',
  'CrossNamespaceVolumeDataSource',
  'DRAAdminAccess',
  'DRAConsumableCapacity',
  'DRADeviceBindingConditions',
  'DRADeviceTaintRules',
  'DRADeviceTaints',
  'DRAExtendedResource',
  'DRAFractionalCapacityRange',
  'DRAPartitionableDevices',
  'DRAPrioritizedList',
  'DRAResourceClaimDeviceStatus',
  'DeploymentReplicaSetTerminatingReplicas',
  'DynamicResourceAllocation',
  'EnvFiles',
  'ExcludeAdmissionWebhookVirtualResources',
  'HPAConfigurableTolerance',
  'HPAScaleToZero',
  'HostnameOverride',
  'ImageVolume',
  'MaxUnavailableStatefulSet',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'MutatingAdmissionPolicy',
  'PodCertificateRequest',
  'PodLevelResources',
  'PodObservedGenerationTracking',
  'PodTopologyLabelsAdmission',
  'RecoverVolumeExpansionFailure',
  'ResourceHealthStatus',
  'StorageVersionMigrator',
  'VolumeAttributesClass',
  'WatchList',
] as const

/** The name of a feature gate. */
export type FeatureGate = (typeof featureGateNames)[number]
/** The state of every gate. */
export type FeatureGates = { readonly [gate in FeatureGate]: boolean }

/** Returns what the gates are by default in a version. */
export const featureGatesOf = oncePerVersion((version): FeatureGates => {
  const states = featureGateNames.map((gate) => [gate, isOnIn(gate, version)] as const)
  // Of all names.
  return Object.fromEntries(states) as FeatureGates
})

/** Tells whether a gate is on by default. What a version no longer has a gate for is as it was with the gate. */
function isOnIn(gate: FeatureGate, version: KubernetesVersion): boolean {
  const stages = FEATURE_GATES[gate].split(', ').map((stage) => stage.split(' '))
  // As the table is generated.
  const known = stages.filter(([since, state]) => state !== 'gone' && atLeast(version, since as KubernetesVersion))
  return known.at(-1)?.[1] === 'on'
}
