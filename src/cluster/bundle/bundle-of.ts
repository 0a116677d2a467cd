import type { BundleOptions, BundleSource } from './source.js'
import { tellingOf } from './telling.js'
import type { Bundle } from './types.js'

/** Returns what happened in a cluster, as far as it is still recorded, or only what is newer than `since`. */
export function bundleOf(source: BundleSource, options: BundleOptions = {}): Bundle {
  const { head, start, changes, requests, told } = tellingOf(source, options)
  return { ...head, start: [...start], changes: [...changes], requests: [...requests], told: [...told] }
}
