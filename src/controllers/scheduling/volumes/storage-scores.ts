import { quantityOf, scaledQuantity } from '../../../base/numbers/quantity-arithmetic.js'
import { classNameOf } from '../../../model/registry/storage-classes.js'
import type { Reader } from '../../runtime/types.js'
import { wantedOf } from '../../storage/storage.js'
import type { SelectableNode } from '../framework/node-selector.js'
import type { SchedulablePod } from '../framework/types.js'
import { type Choice, chooseVolumes } from './choose-volumes.js'
import { openClaimsOf } from './claims.js'

const BEST = 100

/** The storage of a class that claims take, and that there is for them, in bytes. */
type Storage = { readonly requested: bigint; readonly capacity: bigint }

/**
 * Scores nodes by the share of storage that is left there once a pod has its volumes (VolumeBinding): the more the
 * better. Undefined for a pod whose claims wait for no node.
 */
export function storageScores(
  pod: SchedulablePod,
  nodes: readonly SelectableNode[],
  world: Reader,
): readonly number[] | undefined {
  const claims = world.featureGates.StorageCapacityScoring ? openClaimsOf(pod, world) : []
  if (claims.length === 0) return undefined
  return nodes.map((node) => {
    const choice = chooseVolumes(claims, node, world)
    const scores = typeof choice === 'string' ? [] : [...storageOf(choice).values()].map(scoreOf)
    return scores.length === 0 ? 0 : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length)
  })
}

/** Returns the storage by class: of volumes that are there, or if there are none, of what others are made of. */
function storageOf({ matched, provisioned }: Choice): ReadonlyMap<string, Storage> {
  const found = new Map<string, Storage>()
  for (const { claim, volume } of matched) {
    const name = classNameOf(volume) ?? ''
    const { requested, capacity } = found.get(name) ?? { requested: 0n, capacity: 0n }
    const whole = bytesOf(volume.spec?.capacity?.['storage'])
    found.set(name, { requested: requested + bytesOf(wantedOf(claim)), capacity: capacity + whole })
  }
  if (matched.length > 0) return found
  for (const { claim, capacity } of provisioned) {
    if (!capacity) continue
    const name = capacity.storageClassName
    const requested = (found.get(name)?.requested ?? 0n) + bytesOf(wantedOf(claim))
    // The claims of a class share one storage.
    found.set(name, { requested, capacity: bytesOf(capacity.capacity) })
  }
  return found
}

const bytesOf = (amount = '0'): bigint => scaledQuantity(quantityOf(amount), 0)

const scoreOf = ({ requested, capacity }: Storage): number =>
  capacity === 0n || requested > capacity ? 0 : BEST - Number((requested * BigInt(BEST)) / capacity)
