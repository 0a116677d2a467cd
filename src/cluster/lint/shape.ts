import { members } from '../../base/check/shapes.js'
import { input } from '../../base/input/input.js'
import { clusterSettings } from '../load/settings.js'

const { profile, featureGates, runtimeConfig, crds } = clusterSettings

/** The options of `lint`. */
export const lintShape = members({
  manifests: input,
  policies: input,
  against: input,
  profile,
  featureGates,
  runtimeConfig,
  crds,
})
