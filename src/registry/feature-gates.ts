/** Feature gates a kind or the watch layer asks about, with the defaults of v1.33. */
export const defaultFeatureGates = {
  AnyVolumeDataSource: true,
  CoordinatedLeaderElection: false,
  CrossNamespaceVolumeDataSource: false,
  RecoverVolumeExpansionFailure: true,
  VolumeAttributesClass: false,
  WatchList: false,
} as const

/** A feature gate's name. */
export type FeatureGate = keyof typeof defaultFeatureGates
/** The state of every gate. */
export type FeatureGates = { readonly [gate in FeatureGate]: boolean }
