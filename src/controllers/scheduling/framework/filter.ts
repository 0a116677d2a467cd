import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import type { Labels, SchedulablePod } from './types.js'

/** Why a pod does not fit on a node. */
export type Refusal = {
  readonly reasons: readonly string[]
  /** Whether removing other pods would not help (UnschedulableAndUnresolvable). */
  readonly isFinal?: boolean
}

/** Refuses a pod for a reason that removing other pods would not change. */
export const final = (reason: string): Refusal => ({ reasons: [reason], isFinal: true })

/** The filter plug-ins of a real scheduler. */
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
  | 'DynamicResources'
  | 'PodTopologySpread'
  | 'InterPodAffinity'
  | 'NodeDeclaredFeatures'

/** A filter, prepared for a pod. */
export type Filter = {
  readonly check: (node: NodeInfo) => Refusal | undefined
  /** Returns the filter as if pods were added to nodes (1) or removed (-1); absent if it depends only on the node. */
  readonly changed?: (changes: readonly PodChange[]) => Filter
}

/** A pod that is added to a node, or removed from it. */
export type PodChange = { readonly pod: PodInfo; readonly node: NodeInfo; readonly by: 1 | -1 }

/** The cluster state that filters use. */
export type ClusterSnapshot = {
  /** Whether removing pods is known not to help where a pod is larger than a node: since 1.34. */
  readonly knowsSizes: boolean
  /** Whether messages name the taint that is not tolerated: before 1.34. */
  readonly namesTaints: boolean
  /** Returns the features that a pod needs on its node. */
  readonly featuresOf: (pod: SchedulablePod) => readonly string[]
  readonly nodes: readonly NodeInfo[]
  readonly namespaceLabels: (namespace: string) => Labels
}

/** A filter with the name of its plug-in. */
export type NamedFilter = Filter & { readonly by: PluginName }

/** Prepares a filter for a pod; returns undefined if the plug-in skips it, or a refusal that applies to all nodes. */
export type Plugin = (pod: PodInfo, sight: ClusterSnapshot) => Filter | undefined | { readonly refused: Refusal }
