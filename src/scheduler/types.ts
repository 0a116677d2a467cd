import type { Pod as RuledPod } from '../kinds/core/pod/pod-types.js'
import type { Affinity, TopologySpreadConstraint, Volume } from '../kinds/generated/types/core-v1.js'
import type { Toleration } from '../kinds/generated/types/core-v1.js'
import type { ObjectOf } from '../kinds/object-types.js'

/** A Node, as it is stored. */
export type Node = ObjectOf<'Node'>

/** What the scheduler reads of a pod. */
export type SchedulablePod = {
  readonly spec?: {
    readonly affinity?: Affinity
    readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
    readonly tolerations?: readonly Toleration[]
    readonly volumes?: readonly Volume[]
  }
  readonly status?: { readonly startTime?: string; readonly nominatedNodeName?: string }
} & RuledPod

/** Labels of an object. */
export type Labels = { readonly [label: string]: string }
