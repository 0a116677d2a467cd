import type { Pod as RuledPod } from '../../../kinds/core/pod/pod-types.js'
import type { Affinity, TopologySpreadConstraint, Volume } from '../../../model/generated/types/core-v1.js'
import type { Toleration } from '../../../model/generated/types/core-v1.js'
import type { ObjectOf } from '../../../kinds/object-types.js'

/** A stored Node. */
export type Node = ObjectOf<'Node'>

/** The fields of a pod that the scheduler reads. */
export type SchedulablePod = {
  readonly spec?: {
    readonly affinity?: Affinity
    readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
    readonly tolerations?: readonly Toleration[]
    readonly volumes?: readonly Volume[]
  }
  readonly status?: { readonly startTime?: string; readonly nominatedNodeName?: string }
} & RuledPod

/** The labels of an object. */
export type Labels = { readonly [label: string]: string }
