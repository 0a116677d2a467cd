import { jsonEqual } from '../../../base/json/json.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { type AffinityTerm, isAbout } from './affinity-terms.js'
import type { PluginName } from './filter.js'
import { collide } from './host-ports.js'
import { matchesNodeAffinity } from './node-affinity.js'
import { fitsAlone, mayNowFit } from './node-filters.js'
import { type PodInfo, podInfoOf } from './pod-info.js'
import { type Spread, spreadsOf } from './spread-constraints.js'
import { findUntolerated } from './taints.js'
import type { Labels, Node, SchedulablePod } from './types.js'

/** A node was added, updated or deleted. */
type NodeEvent = { readonly about: 'Node'; readonly prev?: Node | undefined; readonly next?: Node | undefined }
/** A pod was assigned to a node, updated there, or deleted. */
export type PodEvent = {
  readonly about: 'Pod'
  readonly prev?: SchedulablePod | undefined
  readonly next?: SchedulablePod | undefined
}
/** A change that may make unschedulable pods schedulable. */
export type ClusterEvent = NodeEvent | PodEvent | { readonly about: 'storage' }

type Hint = {
  readonly node?: (pod: PodInfo, event: NodeEvent) => boolean
  readonly pod?: (pod: PodInfo, event: PodEvent) => boolean
  readonly storage?: true
  /**
   * Any change of a node's taints triggers a retry: a plug-in that registers for added nodes, but not for taint
   * updates, gets these too, without a hint.
   */
  readonly anyTaint?: true
}

/**
 * Whether an event makes a retry of a pod worthwhile, by the queueing hints of the plug-ins that rejected nodes; always
 * true if none is known.
 */
export function mayHelp(pod: PodInfo, by: readonly PluginName[], event: ClusterEvent): boolean {
  if (by.length === 0) return true
  return by.some((name) => {
    const hint = HINTS[name]
    if (event.about === 'Node') return (hint.anyTaint && isRetainted(event)) || (hint.node?.(pod, event) ?? false)
    if (event.about === 'Pod') return hint.pod?.(pod, event) ?? false
    return hint.storage ?? false
  })
}

/** Whether a node's taints changed, or it was uncordoned. */
const isRetainted = ({ prev, next }: NodeEvent): boolean =>
  prev !== undefined &&
  next !== undefined &&
  (!jsonEqual(prev.spec?.taints, next.spec?.taints) || Boolean(prev.spec?.unschedulable && !next.spec?.unschedulable))

const untolerated = ({ pod }: PodInfo, node: Node) =>
  findUntolerated(node.spec?.taints, pod.spec?.tolerations, ['NoSchedule', 'NoExecute'])
const suits = ({ pod: { spec } }: PodInfo, node: Node) =>
  matchesNodeAffinity({ nodeSelector: spec?.nodeSelector, affinity: spec?.affinity }, node)
const isNewOrRelabelled = (_: PodInfo, { prev, next }: NodeEvent) =>
  next !== undefined && (!prev || !jsonEqual(prev.metadata.labels, next.metadata.labels))

const HINTS: { readonly [Name in PluginName]: Hint } = {
  NodeUnschedulable: {
    node: (_, { prev, next }) =>
      next !== undefined && !next.spec?.unschedulable && (prev?.spec?.unschedulable ?? !prev),
  },
  TaintToleration: {
    node: (pod, { prev, next }) =>
      next !== undefined && !untolerated(pod, next) && (!prev || untolerated(pod, prev) !== undefined),
  },
  NodeAffinity: {
    anyTaint: true,
    node: (pod, { prev, next }) => next !== undefined && suits(pod, next) && !(prev && suits(pod, prev)),
  },
  NodePorts: {
    anyTaint: true,
    node: (_, { prev }) => prev === undefined,
    pod: (pod, { prev, next }) => !next && prev !== undefined && sharesPort(pod, podInfoOf(prev)),
  },
  NodeResourcesFit: {
    anyTaint: true,
    node: (pod, { prev, next }) => next !== undefined && fitsAlone(pod, next) && (!prev || mayNowFit(pod, prev, next)),
    pod: (pod, { prev, next }) => !next || (prev !== undefined && frees(pod, podInfoOf(prev), podInfoOf(next))),
  },
  VolumeRestrictions: {
    anyTaint: true,
    node: (_, { prev }) => prev === undefined,
    pod: (_, { prev, next }) => !next && Boolean(prev?.spec?.volumes?.some(({ projected }) => !projected)),
    storage: true,
  },
  NodeVolumeLimits: {
    pod: (_, { prev, next }) =>
      !next && Boolean(prev?.spec?.volumes?.some((each) => each.persistentVolumeClaim ?? each.ephemeral)),
    storage: true,
  },
  VolumeBinding: { anyTaint: true, node: isNewOrRelabelled, storage: true },
  DynamicResources: { node: isNewOrRelabelled, storage: true },
  VolumeZone: { anyTaint: true, node: isNewOrRelabelled, storage: true },
  PodTopologySpread: { node: spreadsElse, pod: isSpreadWith },
  InterPodAffinity: { anyTaint: true, node: nearElse, pod: isNearElse },
  NodeDeclaredFeatures: {
    node: (_, { prev, next }) =>
      next !== undefined && (!prev || !jsonEqual(prev.status?.declaredFeatures, next.status?.declaredFeatures)),
  },
}

const sharesPort = (a: PodInfo, b: PodInfo) => a.ports.some((ours) => b.ports.some((theirs) => collide(ours, theirs)))

/** Whether a pod's requests decreased for a resource that another pod requests. */
function frees({ requests }: PodInfo, { requests: before }: PodInfo, { requests: after }: PodInfo): boolean {
  if ((['cpu', 'memory', 'storage'] as const).some((name) => requests[name] > 0 && before[name] > after[name]))
    return true
  return [...requests.others].some(([name, amount]) => amount > 0 && amountOf(before, name) > amountOf(after, name))
}
const amountOf = ({ others }: PodInfo['requests'], name: string) => others.get(name) ?? 0

const NO_LABELS: Labels = {}
const labelsOf = (object: Node | SchedulablePod | undefined): Labels => object?.metadata.labels ?? NO_LABELS

/** Whether a node event changes the topology domains that a pod is spread over. */
function spreadsElse(pod: PodInfo, { prev, next }: NodeEvent): boolean {
  const spreads = spreadsOf(pod, 'DoNotSchedule')
  const has = (labels: Labels) => spreads.every(({ topologyKey }) => labels[topologyKey] !== undefined)
  const [before, after] = [prev && has(labelsOf(prev)), next && has(labelsOf(next))]
  if (!prev || !next) return Boolean(before ?? after)
  if (before !== after) return true
  const isElsewhere = spreads.some(({ topologyKey }) => labelsOf(prev)[topologyKey] !== labelsOf(next)[topologyKey])
  return Boolean(after) && (isElsewhere || !jsonEqual(prev.spec?.taints, next.spec?.taints))
}

/** Whether a pod event changes the number of pods that a pod is spread with. */
function isSpreadWith(pod: PodInfo, { prev, next }: PodEvent): boolean {
  const other = next ?? prev
  if (!other?.spec?.nodeName || other.metadata.namespace !== pod.namespace) return false
  const selects = ({ selector }: Spread, labels: Labels) => selector !== undefined && matchesLabels(selector, labels)
  return spreadsOf(pod, 'DoNotSchedule').some((spread) =>
    prev && next
      ? selects(spread, labelsOf(prev)) !== selects(spread, labelsOf(next))
      : selects(spread, labelsOf(other)),
  )
}

/**
 * Whether a node now belongs to a domain that the pod's affinity may match, or no longer to one of its anti-affinity.
 */
function nearElse({ terms }: PodInfo, { prev, next }: NodeEvent): boolean {
  if (!next) return false
  const [before, after] = [labelsOf(prev), labelsOf(next)]
  const moved = ({ topologyKey: key }: AffinityTerm) => after[key] !== undefined && after[key] !== before[key]
  const left = ({ topologyKey: key }: AffinityTerm) => before[key] !== undefined && after[key] !== before[key]
  return terms.near.some(moved) || (prev ? terms.far.some(left) : terms.far.length > 0)
}

/**
 * Whether a pod event adds a pod that matches the affinity, or removes one that matches the anti-affinity: all terms
 * must match, and labels of namespaces are ignored.
 */
function isNearElse({ terms: { near, far } }: PodInfo, { prev, next }: PodEvent): boolean {
  if (!(next ?? prev)?.spec?.nodeName) return false
  const isAll = (terms: readonly AffinityTerm[], pod: SchedulablePod | undefined) =>
    pod !== undefined && terms.length > 0 && terms.every((term) => isAbout(term, podInfoOf(pod), () => NO_LABELS))
  if (!prev) return isAll(near, next)
  if (!next) return isAll(far, prev)
  return (!isAll(near, prev) && isAll(near, next)) || (isAll(far, prev) && !isAll(far, next))
}
