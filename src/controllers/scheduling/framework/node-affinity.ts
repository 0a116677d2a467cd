import type { Affinity } from '../../../model/generated/types/core-v1.js'
import { type SelectableNode, matchesNodeSelector, matchesNodeSelectorTerm } from './node-selector.js'

/** The node selector and affinity of a pod. */
type NodeWishes = {
  readonly nodeSelector?: { readonly [label: string]: string } | undefined
  readonly affinity?: Affinity | undefined
}

/** Whether a node matches the pod's nodeSelector and required node affinity. */
export function matchesNodeAffinity({ nodeSelector, affinity }: NodeWishes, node: SelectableNode): boolean {
  const { labels = {} } = node.metadata
  if (nodeSelector && !Object.entries(nodeSelector).every(([label, value]) => labels[label] === value)) return false
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return !required || matchesNodeSelector(required, node)
}

/** Returns the sum of the weights of the preferred terms that a node matches. */
export function preferenceFor({ affinity }: NodeWishes, node: SelectableNode): number {
  const preferred = affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return preferred.reduce(
    (sum, { weight, preference }) => sum + (matchesNodeSelectorTerm(preference, node) ? weight : 0),
    0,
  )
}
