import { type SelectableNode, matchesNodeSelector } from '../framework/node-selector.js'
import type { Reader } from '../../runtime/types.js'
import { type Claim, NO_PROVISIONER, annotations, classOf } from '../../storage/storage.js'
import { findVolume } from '../../storage/volume-match.js'
import type { Volume } from '../../storage/volume.js'

/**
 * How a claim that waits for a node is bound there: to an existing volume, or to one that is provisioned; undefined if
 * neither is possible.
 */
type Choice = { readonly claim: Claim; readonly volume: Volume | undefined } | undefined

/**
 * Chooses the volume of a claim on a node.
 *
 * @param taken volumes that are chosen for other claims of the pod
 */
export function chooseVolume(claim: Claim, node: SelectableNode, taken: readonly Volume[], world: Reader): Choice {
  const selected = claim.metadata.annotations?.[annotations.selectedNode]
  if (selected !== undefined) return selected === node.metadata.name ? { claim, volume: undefined } : undefined
  const volume = findVolume(
    claim,
    world,
    false,
    (each) => isReachable(each, node) && !taken.some(({ metadata }) => metadata.name === each.metadata.name),
  )
  return volume || isProvisioned(claim, node, world) ? { claim, volume } : undefined
}

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
