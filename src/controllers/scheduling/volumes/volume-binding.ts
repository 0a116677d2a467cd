import type { Filter, Plugin, Refusal } from '../framework/filter.js'
import type { NodeInfo } from '../framework/node-info.js'
import type { Reader } from '../../runtime/types.js'
import type { Claim } from '../../storage/storage.js'
import type { Volume } from '../../storage/volume.js'
import { chooseVolume, isReachable } from './choose-volume.js'
import { type UsedClaim, claimsOf, isFullyBound, volumeOf, waitsForNode } from './claims.js'

const final = (reason: string): Refusal => ({ reasons: [reason], isFinal: true })

const UNBOUND = final('pod has unbound immediate PersistentVolumeClaims')
const NOT_REACHABLE = "node(s) didn't match PersistentVolume's node affinity"
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind"
const NOT_THERE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'

/** VolumeBinding: the node can reach the pod's bound volumes, and its open claims can be bound there. */
export const volumeBinding =
  (world: Reader): Plugin =>
  ({ pod }) => {
    const used = claimsOf(pod, world)
    if (used.length === 0) return undefined
    const problem = used.map(problemOf).find((each) => each !== undefined)
    if (problem !== undefined) return { refused: final(problem) }
    const claims = used.flatMap(({ claim }) => claim ?? [])
    const bound = claims.filter(isFullyBound)
    const open = claims.filter((claim) => waitsForNode(claim, world))
    if (bound.length + open.length < claims.length) return { refused: UNBOUND }
    return filterOf(bound, open, world)
  }

function problemOf({ name, claim, isEphemeral }: UsedClaim): string | undefined {
  if (!claim)
    return isEphemeral
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : `persistentvolumeclaim "${name}" not found`
  if (claim.status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`
  return claim.metadata.deletionTimestamp ? `persistentvolumeclaim "${name}" is being deleted` : undefined
}

function filterOf(bound: readonly Claim[], open: readonly Claim[], world: Reader): Filter {
  const volumes = bound.map((claim) => volumeOf(claim, world))
  return {
    check({ node }) {
      const missing = volumes.includes(undefined)
      const reasons = [
        ...(!missing && volumes.some((volume) => volume && !isReachable(volume, node)) ? [NOT_REACHABLE] : []),
        ...(canGetVolumes(open, node, world) ? [] : [NO_VOLUME]),
        ...(missing ? [NOT_THERE] : []),
      ]
      return reasons.length > 0 ? { reasons, isFinal: true } : undefined
    },
  }
}

function canGetVolumes(open: readonly Claim[], node: NodeInfo['node'], world: Reader): boolean {
  const taken: Volume[] = []
  return open.every((claim) => {
    const choice = chooseVolume(claim, node, taken, world)
    if (choice?.volume) taken.push(choice.volume)
    return choice !== undefined
  })
}
