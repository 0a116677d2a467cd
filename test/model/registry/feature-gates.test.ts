import { expect, test } from 'vitest'
import { featureGatesOf } from '../../../src/model/registry/feature-gates.js'
import { kubernetesVersions } from '../../../src/model/registry/kubernetes-version.js'

test('gates are on from the version on in which they are by default', () => {
  const on = kubernetesVersions.map((version) =>
    Object.entries(featureGatesOf(version)).flatMap(([gate, isOn]) => (isOn ? [gate] : [])),
  )
  const always = ['AnyVolumeDataSource', 'DRAResourceClaimDeviceStatus', 'RecoverVolumeExpansionFailure']
  const devices34 = ['DRAAdminAccess', 'DRAPrioritizedList', 'DynamicResourceAllocation']
  const pods34 = [
    ...['MatchLabelKeysInPodTopologySpreadSelectorMerge', 'PodLevelResources'],
    'PodObservedGenerationTracking',
  ]
  const since34 = [...always, ...devices34, ...pods34, 'VolumeAttributesClass', 'WatchList']
  const pods35 = [
    ...[
      'AuthorizePodWebsocketUpgradeCreatePermission',
      'ClearingNominatedNodeNameAfterBinding',
      'ContainerRestartRules',
      'EnvFiles',
      'HostnameOverride',
      'ImageVolume',
    ],
    'PodTopologyLabelsAdmission',
  ]
  const since35 = [...since34, ...pods35, 'DeploymentReplicaSetTerminatingReplicas', 'HPAConfigurableTolerance']
  const devices36 = [
    ...['DRAConsumableCapacity', 'DRADeviceBindingConditions', 'DRADeviceTaints', 'DRAExtendedResource'],
    'DRAPartitionableDevices',
  ]
  const since36 = [
    ...since35,
    'ConstrainedImpersonation',
    ...devices36,
    'MutablePodResourcesForSuspendedJobs',
    'MutableSchedulingDirectivesForSuspendedJobs',
    'MutatingAdmissionPolicy',
    'ResourceHealthStatus',
  ]
  // AnyVolumeDataSource is gone in v1.37, and what it was for remains.
  const devices37 = ['DRADeviceTaintRules', 'DRAFractionalCapacityRange']
  const certificates37 = ['ClusterTrustBundle', 'ClusterTrustBundleProjection', 'PodCertificateRequest']
  const workloads37 = ['HPAScaleToZero', 'MaxUnavailableStatefulSet']
  const others37 = [
    'AllowUnsafeMalformedObjectDeletion',
    'ExcludeAdmissionWebhookVirtualResources',
    'StorageVersionMigrator',
  ]
  const since37 = [...since36, ...devices37, ...certificates37, ...workloads37, ...others37]
  expect(on).toEqual([always, since34, since35, since36, since37].map((gates) => gates.toSorted()))
})
