import type { NamedPlugin } from '../framework/cycle.js'
import type { Reader } from '../../runtime/types.js'
import { nodeVolumeLimits } from './node-volume-limits.js'
import { volumeBinding } from './volume-binding.js'
import { volumeRestrictions } from './volume-restrictions.js'
import { volumeZone } from './volume-zone.js'

/** Returns the volume plugins, in the order of the real scheduler. */
export const volumePlugins = (world: Reader): readonly NamedPlugin[] => [
  ['VolumeRestrictions', volumeRestrictions(world)],
  ['NodeVolumeLimits', nodeVolumeLimits(world)],
  ['VolumeBinding', volumeBinding(world)],
  ['VolumeZone', volumeZone(world)],
]
