import type { Plugin, Refusal } from '../framework/filter.js'
import type { Reader } from '../../runtime/types.js'
import { claimsOf, volumeOf } from './claims.js'

const ZONE = 'topology.kubernetes.io/zone'
const REGION = 'topology.kubernetes.io/region'
/** Labels of volumes, and their current equivalents on nodes. */
const LABELS: readonly (readonly [label: string, current: string])[] = [
  ['failure-domain.beta.kubernetes.io/zone', ZONE],
  ['failure-domain.beta.kubernetes.io/region', REGION],
  [ZONE, ZONE],
  [REGION, REGION],
]
const ELSEWHERE: Refusal = { reasons: ['node(s) had no available volume zone'], isFinal: true }

/** VolumeZone: the pod's volumes are in the zone and region of the node, if they have such labels. */
export const volumeZone =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const places = claimsOf(pod, world).flatMap(({ claim, isEphemeral }) => {
      const { labels = {} } = (claim && !isEphemeral ? volumeOf(claim, world) : undefined)?.metadata ?? {}
      // Several zones are joined in one value.
      return LABELS.flatMap(([label, current]) =>
        labels[label] === undefined ? [] : [{ label, current, values: labels[label].split('__') }],
      )
    })
    if (places.length === 0) return undefined
    return {
      check({ labels }) {
        if (!LABELS.some(([label]) => labels[label] !== undefined)) return undefined
        return places.every(({ label, current, values }) => values.includes(labels[label] ?? labels[current] ?? ''))
          ? undefined
          : ELSEWHERE
      },
    }
  }
