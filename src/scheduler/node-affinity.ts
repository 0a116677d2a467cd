import type { Affinity } from '../kinds/generated/types/core-v1.js'
import { type SelectableNode, matchesNodeSelector, matchesNodeSelectorTerm } from './node-selector.js'

/** What a pod says of the nodes it may go to, and those it would rather go to. */
type NodeWishes = {
  readonly nodeSelector?: { readonly [label: string]: string } | undefined
  readonly affinity?: Affinity | undefined
}

/** Tells whether a node is one the pod's nodeSelector and required node affinity allow. */
export function matchesNodeAffinity({ nodeSelector, affinity }: NodeWishes, node: SelectableNode): boolean {
  const { labels = {} } = node.metadata
  if (nodeSelector && !Object.entries(nodeSelector).every(([label, value]) => labels[label] === value)) return false
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return !required || matchesNodeSelector(required, node)
}

/** The sum of the weights of the preferences of a pod that a node meets. */
export function preferenceFor({ affinity }: NodeWishes, node: SelectableNode): number {
  const preferred = affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []
  return preferred.reduce(
    (sum, { weight, preference }) => sum + (matchesNodeSelectorTerm(preference, node) ? weight : 0),
    0,
  )
}
