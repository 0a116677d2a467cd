import type { TopologySpreadConstraint } from '../kinds/generated/types/core-v1.js'
import { fromLabelSelectorObject } from '../select/label-selector-object.js'
import { type LabelSelector, matchesLabels } from '../select/labels.js'
import { matchesNodeAffinity } from './node-affinity.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { findUntolerated } from './taints.js'
import type { Labels, Node } from './types.js'

/** How evenly pods are to be spread over the values of a label of nodes. */
export type Spread = {
  readonly topologyKey: string
  readonly maxSkew: number
  readonly minDomains: number
  readonly selector: LabelSelector | undefined
  /** What pods are counted, as a text. */
  readonly id: string
  readonly honorsAffinity: boolean
  readonly honorsTaints: boolean
}

/** The label that is another on each node. */
export const HOSTNAME = 'kubernetes.io/hostname'

/** The spread constraints of a pod that are a must (`DoNotSchedule`), or a wish. */
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
 * How pods are spread that do not say it, where a selector tells which pods belong together: evenly over nodes, and
 * rather so over zones (the plug-in's system defaults).
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

/** How many pods on a node count; those on their way out do not, nor where everything would. */
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

/** Tells whether the pods on a node count at all. */
export const isCounted = ({ honorsAffinity, honorsTaints }: Spread, { pod }: PodInfo, node: Node): boolean =>
  (!honorsAffinity || matchesNodeAffinity(pod.spec ?? {}, node)) &&
  (!honorsTaints || !findUntolerated(node.spec?.taints, pod.spec?.tolerations, ['NoSchedule', 'NoExecute']))

/** Tells whether a node has all the labels over whose values pods are spread. */
export const hasTopology = ({ labels }: NodeInfo, spreads: readonly Spread[]): boolean =>
  spreads.every(({ topologyKey }) => labels[topologyKey] !== undefined)
