import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { type Cycle, changedFilters, refusalOf } from './cycle.js'
import type { PodChange, Refusal } from './filter.js'
import { type NodeInfo, withoutPods } from './node-info.js'
import type { PodInfo } from './pod-info.js'

/** The fields of a PodDisruptionBudget that preemption reads. */
export type Budget = {
  readonly metadata: { readonly namespace?: string | undefined }
  readonly spec?: { readonly selector?: object | undefined } | undefined
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: object } | undefined
}

/** The pods to remove from a node, most important first, and how many of them violate a disruption budget. */
export type Victims = { readonly pods: readonly PodInfo[]; readonly forbidden: number }

const NOBODY: Refusal = { reasons: ['No preemption victims found for incoming pod'], isFinal: true }

/** Returns the fewest and least important pods to remove from a node so that a pod fits; or why that would not help. */
export function victimsOn(
  cycle: Cycle,
  node: NodeInfo,
  budgets: readonly Budget[],
  now: string,
): { readonly victims: Victims } | { readonly refusal: Refusal } {
  const lower = node.load.pods.filter(({ priority }) => priority < cycle.pod.priority)
  if (lower.length === 0) return { refusal: NOBODY }
  const refusalWithout = (gone: ReadonlySet<PodInfo>) => {
    const changes = [...gone].map((pod): PodChange => ({ pod, node, by: -1 }))
    return refusalOf({ ...cycle, filters: changedFilters(cycle.filters, changes) }, withoutPods(node, gone))
  }
  const gone = new Set(lower)
  const refusal = refusalWithout(gone)
  if (refusal) return { refusal }
  const ordered = lower.toSorted((a, b) => compareImportance(a, b, now))
  const isForbidden = forbiddenBy(budgets, ordered)
  const victims: PodInfo[] = []
  // Pods that a budget protects are reprieved first.
  for (const pod of [...ordered.filter(isForbidden), ...ordered.filter((each) => !isForbidden(each))]) {
    gone.delete(pod)
    if (!refusalWithout(gone)) continue
    gone.add(pod)
    victims.push(pod)
  }
  return {
    victims: {
      pods: victims.toSorted((a, b) => compareImportance(a, b, now)),
      forbidden: victims.filter(isForbidden).length,
    },
  }
}

/** Returns the start time of a pod; one that has not started counts as starting now. */
export const startOf = ({ pod }: PodInfo, now: string): string => pod.status?.startTime ?? now

/** Compares pods by importance: higher priority first, then earlier start. */
function compareImportance(a: PodInfo, b: PodInfo, now: string): number {
  if (a.priority !== b.priority) return b.priority - a.priority
  const [first, second] = [startOf(a, now), startOf(b, now)]
  return first === second ? 0 : first < second ? -1 : 1
}

/** Returns whether removing a pod violates a budget, given that those before it are removed. */
function forbiddenBy(budgets: readonly Budget[], pods: readonly PodInfo[]): (pod: PodInfo) => boolean {
  const forbidden = new Set<PodInfo>()
  const left = budgets.map(({ status }) => status?.disruptionsAllowed ?? 0)
  for (const pod of pods) {
    if (Object.keys(pod.labels).length === 0) continue
    budgets.forEach((budget, i) => {
      if (!covers(budget, pod)) return
      const after = (left[i] ?? 0) - 1
      left[i] = after
      if (after < 0) forbidden.add(pod)
    })
  }
  return (pod) => forbidden.has(pod)
}

function covers({ metadata, spec, status }: Budget, { namespace, labels, pod }: PodInfo): boolean {
  if (metadata.namespace !== namespace) return false
  const selector = fromLabelSelectorObject(spec?.selector)
  if (!selector || selector.length === 0 || !matchesLabels(selector, labels)) return false
  return !Object.hasOwn(status?.disruptedPods ?? {}, pod.metadata.name ?? '')
}
