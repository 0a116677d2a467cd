import { change } from '../../change.js'
import type { Steps } from '../../../base/turns/steps.js'
import { storedName } from '../../../schema/object.js'
import type { SelectableNode } from '../framework/node-selector.js'
import type { SchedulablePod } from '../framework/types.js'
import type { WorldInSteps } from '../../runtime/types.js'
import { reserve } from '../../storage/bind.js'
import { type Claim, annotations } from '../../storage/storage.js'
import type { Volume } from '../../storage/volume.js'
import { chooseVolumes } from './choose-volumes.js'
import { claimsOf, isFullyBound, openClaimsOf, waitsForNode } from './claims.js'

/** Returns whether a pod uses claims that are bound once it has a node. */
export const hasOpenClaims = (pod: SchedulablePod, world: WorldInSteps): boolean => openClaimsOf(pod, world).length > 0

/** Returns whether all claims of a pod are bound. */
export const hasAllVolumes = (pod: SchedulablePod, world: WorldInSteps): boolean =>
  claimsOf(pod, world).every(({ claim }) => claim && isFullyBound(claim))

/** Reserves volumes for the open claims of a pod on its node, or has them provisioned there. */
export function* bindVolumes(pod: SchedulablePod, node: SelectableNode, world: WorldInSteps): Steps<void> {
  const choice = chooseVolumes(openClaimsOf(pod, world), node, world)
  if (typeof choice === 'string') return
  for (const { claim, volume } of choice.matched) yield* reserve(volume, claim, world)
  for (const { claim } of choice.provisioned) yield* selectNodeOf(claim, node.metadata.name ?? '', world)
}

/** Tells the provisioner of a claim the selected node. */
export function* selectNodeOf(claim: Claim, node: string, world: WorldInSteps): Steps<void> {
  if (claim.metadata.annotations?.[annotations.selectedNode] !== undefined) return
  yield* change(
    world,
    'PersistentVolumeClaim',
    { namespace: claim.metadata.namespace ?? '', name: storedName(claim) },
    { metadata: { annotations: { [annotations.selectedNode]: node } } },
  )
}

/** Returns whether a claim's selected node was removed, as a provisioner does that cannot provide the volume there. */
export const isTakenBack = (pod: SchedulablePod, node: string, world: WorldInSteps): boolean =>
  claimsOf(pod, world).some(({ claim }) => {
    if (!claim || !waitsForNode(claim, world)) return false
    return claim.metadata.annotations?.[annotations.selectedNode] !== node && !isReserved(claim, world)
  })

const isReserved = ({ metadata }: Claim, world: WorldInSteps): boolean =>
  world.list<Volume>('v1/PersistentVolume').some(({ spec }) => spec?.claimRef?.uid === metadata.uid)
