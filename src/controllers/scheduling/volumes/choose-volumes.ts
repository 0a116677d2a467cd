import { compareQuantity } from '../../../base/numbers/quantity.js'
import type { ObjectOf } from '../../../kinds/object-types.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { type SelectableNode, matchesNodeSelector } from '../framework/node-selector.js'
import type { Reader } from '../../runtime/types.js'
import { type Claim, NO_PROVISIONER, annotations, classOf, largestVolume, wantedOf } from '../../storage/storage.js'
import { findVolume } from '../../storage/volume-match.js'
import type { Volume } from '../../storage/volume.js'

type StorageCapacity = ObjectOf<'CSIStorageCapacity'>

/** How the claims of a pod that wait for a node are bound on one. */
export type Choice = {
  /** The claims that get a volume that is there. */
  readonly matched: readonly { readonly claim: Claim; readonly volume: Volume }[]
  /** The claims whose volumes are provisioned, with the storage they are made of if the driver tells of it. */
  readonly provisioned: readonly { readonly claim: Claim; readonly capacity: StorageCapacity | undefined }[]
}

/** Why a node cannot have the volumes of a pod: there are none to be had, or there is no room for them. */
type Refused = 'no volume' | 'no room'

/**
 * Chooses the volumes of the claims of a pod on a node, or tells why it cannot have them there (FindPodVolumes). Of the
 * volumes that are there the smallest claims get theirs first.
 */
export function chooseVolumes(claims: readonly Claim[], node: SelectableNode, world: Reader): Choice | Refused {
  const selected = claims.filter((claim) => selectedOf(claim) !== undefined)
  if (selected.some((claim) => selectedOf(claim) !== node.metadata.name)) return 'no volume'
  const taken = new Map<Claim, Volume>()
  const open = claims.filter((claim) => !selected.includes(claim))
  const bySize = open.toSorted((a, b) => compareQuantity(wantedOf(a), wantedOf(b)))
  for (const claim of bySize) {
    const names = [...taken.values()].map(({ metadata }) => metadata.name)
    const isFree = (volume: Volume) => isReachable(volume, node) && !names.includes(volume.metadata.name)
    const volume = findVolume(claim, world, false, isFree)
    if (volume) taken.set(claim, volume)
  }
  const provisioned: Choice['provisioned'][number][] = []
  for (const claim of [...selected, ...bySize.filter((claim) => !taken.has(claim))]) {
    if (!isProvisioned(claim, node, world)) return 'no volume'
    const capacity = capacityFor(claim, node, world)
    if (capacity === 'none') return 'no room'
    provisioned.push({ claim, capacity })
  }
  return { matched: [...taken].map(([claim, volume]) => ({ claim, volume })), provisioned }
}

const selectedOf = ({ metadata }: Claim) => metadata.annotations?.[annotations.selectedNode]

/** Returns whether a volume's node affinity matches a node. */
export function isReachable({ spec }: Volume, node: SelectableNode): boolean {
  const required = spec?.nodeAffinity?.required
  return !required || matchesNodeSelector(required, node)
}

/** Returns whether volumes of a claim's class can be provisioned on a node. */
function isProvisioned(claim: Claim, { metadata: { labels = {} } }: SelectableNode, world: Reader): boolean {
  const found = classOf(claim, world)
  if (!found?.provisioner || found.provisioner === NO_PROVISIONER) return false
  const terms = found.allowedTopologies
  return (
    !terms?.length ||
    terms.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(labels[key] ?? '')),
    )
  )
}

/**
 * Returns the storage that a node can reach with room for the volume of a claim; undefined if its driver does not tell
 * of its storage (hasEnoughCapacity).
 */
function capacityFor(
  claim: Claim,
  { metadata: { labels = {} } }: SelectableNode,
  world: Reader,
): StorageCapacity | undefined | 'none' {
  const { metadata, provisioner = '' } = classOf(claim, world) ?? {}
  const isTold = world.get('CSIDriver', { name: provisioner })?.spec.storageCapacity
  if (!isTold || claim.spec?.resources?.requests?.['storage'] === undefined) return undefined
  const found = world.list('CSIStorageCapacity').find((capacity) => {
    const largest = largestVolume(capacity)
    const nodes = fromLabelSelectorObject(capacity.nodeTopology)
    return (
      capacity.storageClassName === metadata?.name &&
      largest !== undefined &&
      compareQuantity(largest, wantedOf(claim)) >= 0 &&
      nodes !== undefined &&
      matchesLabels(nodes, labels)
    )
  })
  return found ?? 'none'
}
