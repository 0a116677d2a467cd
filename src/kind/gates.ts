/** Feature gates a kind or the watch layer asks about, with the defaults of v1.33. */
export const defaultGates = {
  AnyVolumeDataSource: true,
  CoordinatedLeaderElection: false,
  CrossNamespaceVolumeDataSource: false,
  RecoverVolumeExpansionFailure: true,
  VolumeAttributesClass: false,
  WatchList: false,
} as const

/** A feature gate's name. */
export type Gate = keyof typeof defaultGates
/** The state of every gate. */
export type Gates = { readonly [gate in Gate]: boolean }
