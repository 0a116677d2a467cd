/** The feature gates that affect a kind or watches, with the defaults of v1.33. */
export const defaultFeatureGates = {
  AnyVolumeDataSource: true,
  CoordinatedLeaderElection: false,
  CrossNamespaceVolumeDataSource: false,
  MutatingAdmissionPolicy: false,
  RecoverVolumeExpansionFailure: true,
  VolumeAttributesClass: false,
  WatchList: false,
} as const

/** The name of a feature gate. */
export type FeatureGate = keyof typeof defaultFeatureGates
/** The state of every gate. */
export type FeatureGates = { readonly [gate in FeatureGate]: boolean }
