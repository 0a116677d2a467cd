import { members } from '../../base/check/shapes.js'
import { input } from '../../base/input/input.js'
import { clusterOptions } from '../options.js'

const { profile, featureGates, runtimeConfig, crds, services } = clusterOptions

/** The options of `lint`. */
export const lintShape = members({
  manifests: input,
  policies: input,
  against: input,
  profile,
  featureGates,
  runtimeConfig,
  crds,
  services,
})
