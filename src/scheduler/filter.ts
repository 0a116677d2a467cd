import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import type { Labels } from './types.js'

/** Why a node will not do for a pod. */
export type Refusal = {
  readonly reasons: readonly string[]
  /** Set where it would not help if other pods went. */
  readonly isFinal?: boolean
}

/** The plug-ins of a real scheduler that refuse nodes. */
export type PluginName =
  | 'NodeUnschedulable'
  | 'TaintToleration'
  | 'NodeAffinity'
  | 'NodePorts'
  | 'NodeResourcesFit'
  | 'VolumeRestrictions'
  | 'NodeVolumeLimits'
  | 'VolumeBinding'
  | 'VolumeZone'
  | 'PodTopologySpread'
  | 'InterPodAffinity'

/** One rule about the nodes a pod may go to, prepared for that pod. */
export type Filter = {
  readonly check: (node: NodeInfo) => Refusal | undefined
  /** The same rule, if pods were put on nodes (1) or taken away (-1); absent where it looks at nothing but the node. */
  readonly changed?: (changes: readonly PodChange[]) => Filter
}

/** A pod that comes to a node, or leaves it. */
export type PodChange = { readonly pod: PodInfo; readonly node: NodeInfo; readonly by: 1 | -1 }

/** What the rules look at. */
export type Sight = {
  readonly nodes: readonly NodeInfo[]
  readonly namespaceLabels: (namespace: string) => Labels
}

/** A rule, and whose it is. */
export type NamedFilter = Filter & { readonly by: PluginName }

/** Makes a rule for a pod; undefined where it has nothing to say of it. A refusal holds for all nodes. */
export type Plugin = (pod: PodInfo, sight: Sight) => Filter | undefined | { readonly refused: Refusal }
