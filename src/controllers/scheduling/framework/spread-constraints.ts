import type { TopologySpreadConstraint } from '../../../model/generated/types/core-v1.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { type LabelSelector, matchesLabels } from '../../../model/select/labels.js'
import { matchesNodeAffinity } from './node-affinity.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { findUntolerated } from './taints.js'
import type { Labels, Node } from './types.js'

/** A topology spread constraint. */
export type Spread = {
  readonly topologyKey: string
  readonly maxSkew: number
  readonly minDomains: number
  readonly selector: LabelSelector | undefined
  /** Identifies the counted pods: namespace and selector. */
  readonly id: string
  readonly honorsAffinity: boolean
  readonly honorsTaints: boolean
}

/** The label with a different value on each node. */
export const HOSTNAME = 'kubernetes.io/hostname'

/** Returns the hard (`DoNotSchedule`) or soft spread constraints of a pod. */
export const spreadsOf = (
  { pod, labels, namespace }: PodInfo,
  action: 'DoNotSchedule' | 'ScheduleAnyway',
): readonly Spread[] =>
  (pod.spec?.topologySpreadConstraints ?? [])
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
    .map((constraint) => readSpread(constraint, labels, namespace))

function readSpread(constraint: TopologySpreadConstraint, labels: Labels, namespace: string): Spread {
  const { topologyKey, maxSkew, minDomains = 1, labelSelector, matchLabelKeys = [] } = constraint
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint
  const own = matchLabelKeys.flatMap((key) => {
    const value = labels[key]
    return value === undefined ? [] : [{ key, operator: 'in' as const, values: [value] }]
  })
  const stated = fromLabelSelectorObject(labelSelector)
  const selector = stated && [...own, ...stated]
  return {
    ...{ topologyKey, maxSkew, minDomains, selector },
    id: idOf(selector, namespace),
    honorsAffinity: nodeAffinityPolicy === 'Honor',
    honorsTaints: nodeTaintsPolicy === 'Honor',
  }
}

const idOf = (selector: LabelSelector | undefined, namespace: string): string => JSON.stringify([namespace, selector])

/**
 * Returns the default spread constraints for pods without any that a Service or a workload selects: over nodes and
 * zones (the plug-in's system defaults).
 */
export const usualSpreads = (selector: LabelSelector, namespace: string): readonly Spread[] =>
  (
    [
      [HOSTNAME, 3],
      ['topology.kubernetes.io/zone', 5],
    ] as const
  ).map(([topologyKey, maxSkew]) => ({
    ...{ topologyKey, maxSkew, selector, minDomains: 1, honorsAffinity: true, honorsTaints: false },
    id: idOf(selector, namespace),
  }))

/** Counts the matching pods on a node, except terminating ones; an empty selector matches none. */
export function countOn({ load }: NodeInfo, { selector, id }: Spread, namespace: string): number {
  if (!selector || selector.length === 0) return 0
  let known = load.counts.get(id)
  if (!known) {
    const of = ({ pod, labels, namespace: theirs }: PodInfo) =>
      theirs === namespace && !pod.metadata.deletionTimestamp && matchesLabels(selector, labels)
    known = { of, count: load.pods.filter(of).length }
    load.counts.set(id, known)
  }
  return known.count
}

/** Whether the pods on a node count for a constraint. */
export const isCounted = ({ honorsAffinity, honorsTaints }: Spread, { pod }: PodInfo, node: Node): boolean =>
  (!honorsAffinity || matchesNodeAffinity(pod.spec ?? {}, node)) &&
  (!honorsTaints || !findUntolerated(node.spec?.taints, pod.spec?.tolerations, ['NoSchedule', 'NoExecute']))

/** Whether a node has the topology labels of all constraints. */
export const hasTopology = ({ labels }: NodeInfo, spreads: readonly Spread[]): boolean =>
  spreads.every(({ topologyKey }) => labels[topologyKey] !== undefined)
