// Written by `npm run generate`; not to be changed by hand.

/**
 * What the feature gates are, from the named version on until another is named: `off`, `on`, or `locked` where they
 * cannot be set otherwise, and their stage. `gone` is one that a version does not have.
 */
export const FEATURE_GATES = {
  AnyVolumeDataSource: '1.33 on locked stable, 1.37 gone',
  ClearingNominatedNodeNameAfterBinding: '1.33 gone, 1.34 off alpha, 1.35 on beta',
  ClusterTrustBundle: '1.33 off beta, 1.37 on stable',
  ClusterTrustBundleProjection: '1.33 off beta, 1.37 on stable',
  ConstrainedImpersonation: '1.33 gone, 1.35 off alpha, 1.36 on beta',
  ContainerRestartRules: '1.33 gone, 1.34 off alpha, 1.35 on beta',
  CoordinatedLeaderElection: '1.33 off beta',
  CrossNamespaceVolumeDataSource: '1.33 off alpha',
  DRAAdminAccess: '1.33 off alpha, 1.34 on beta, 1.36 on locked stable',
  DRAConsumableCapacity: '1.33 gone, 1.34 off alpha, 1.36 on beta',
  DRADeviceBindingConditions: '1.33 gone, 1.34 off alpha, 1.36 on beta',
  DRADeviceTaintRules: '1.33 gone, 1.35 off alpha, 1.36 off beta, 1.37 on stable',
  DRADeviceTaints: '1.33 off alpha, 1.36 on beta, 1.37 on stable',
  DRAExtendedResource: '1.33 gone, 1.34 off alpha, 1.36 on beta, 1.37 on locked stable',
  DRAFractionalCapacityRange: '1.33 gone, 1.37 on beta',
  DRAPartitionableDevices: '1.33 off alpha, 1.36 on beta',
  DRAPrioritizedList: '1.33 off alpha, 1.34 on beta, 1.36 on stable, 1.37 on locked stable',
  DRAResourceClaimDeviceStatus: '1.33 on beta, 1.37 on locked stable',
  DeploymentReplicaSetTerminatingReplicas: '1.33 off alpha, 1.35 on beta',
  DynamicResourceAllocation: '1.33 off beta, 1.34 on stable, 1.35 on locked stable',
  EnvFiles: '1.33 gone, 1.34 off alpha, 1.35 on beta',
  HPAConfigurableTolerance: '1.33 off alpha, 1.35 on beta, 1.37 on locked stable',
  HPAScaleToZero: '1.33 off alpha, 1.37 on beta',
  HostnameOverride: '1.33 gone, 1.34 off alpha, 1.35 on beta, 1.37 on locked stable',
  ImageVolume: '1.33 off beta, 1.35 on beta, 1.36 on locked stable',
  MaxUnavailableStatefulSet: '1.33 off alpha, 1.35 off beta, 1.37 on beta',
  MutatingAdmissionPolicy: '1.33 off alpha, 1.34 off beta, 1.36 on stable',
  PodCertificateRequest: '1.33 gone, 1.34 off alpha, 1.35 off beta, 1.37 on stable',
  PodLevelResources: '1.33 off alpha, 1.34 on beta',
  PodObservedGenerationTracking: '1.33 off alpha, 1.34 on beta, 1.35 on locked stable',
  PodTopologyLabelsAdmission: '1.33 off alpha, 1.35 on beta',
  RecoverVolumeExpansionFailure: '1.33 on beta, 1.34 on locked stable',
  ResourceHealthStatus: '1.33 off alpha, 1.36 on beta',
  StorageVersionMigrator: '1.33 off alpha, 1.35 off beta, 1.37 on stable',
  VolumeAttributesClass: '1.33 off beta, 1.34 on stable, 1.36 on locked stable',
  WatchList: '1.33 off beta, 1.34 on beta',
} as const
