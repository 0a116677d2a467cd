import { lowestOf } from '../../../base/lists/lists.js'
import { fromLabelSelectorObject } from '../../../model/select/label-selector-object.js'
import { matchesLabels } from '../../../model/select/labels.js'
import { type Cycle, changedFilters, refusalOf } from './cycle.js'
import { type Diagnosis, fitMessage } from './diagnosis.js'
import type { PodChange, Refusal } from './filter.js'
import { type NodeInfo, withoutPods } from './node-info.js'
import type { PodInfo } from './pod-info.js'

/** The fields of a PodDisruptionBudget that preemption reads. */
type Budget = {
  readonly metadata: { readonly namespace?: string | undefined }
  readonly spec?: { readonly selector?: object | undefined } | undefined
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: object } | undefined
}

/** The pods to remove from a node, most important first, and how many of them violate a disruption budget. */
type Victims = { readonly pods: readonly PodInfo[]; readonly forbidden: number }

const NOBODY: Refusal = { reasons: ['No preemption victims found for incoming pod'], isFinal: true }

/** Returns the fewest and least important pods to remove from a node so that a pod fits; or why that would not help. */
function victimsOn(
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
const startOf = ({ pod }: PodInfo, now: string): string => pod.status?.startTime ?? now

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

/** The result of preemption: a node and the victims on it, or why there is none. */
export type Preemption =
  | { readonly type: 'preempt'; readonly node: NodeInfo; readonly victims: readonly PodInfo[] }
  /** The pod waits for its earlier victims to terminate. */
  | { readonly type: 'wait'; readonly message: string }
  | { readonly type: 'none'; readonly message: string }

type Candidate = { readonly node: NodeInfo; readonly victims: Victims }

const NOT_HELPFUL: Refusal = { reasons: ['Preemption is not helpful for scheduling'], isFinal: true }

/** Looks for a node where a pod would fit if lower-priority pods were removed. */
export function findPreemption(
  cycle: Cycle,
  diagnosis: Diagnosis,
  budgets: readonly Budget[],
  now: string,
): Preemption {
  const obstacle = obstacleTo(cycle, diagnosis)
  if (obstacle) return { type: 'wait', message: `preemption: ${obstacle}` }
  const { sight } = cycle
  const open = diagnosis.everywhere
    ? []
    : [...diagnosis.refusals].flatMap(([node, { isFinal }]) => (isFinal ? [] : [node]))
  const { candidates, refusals } = tryOut(cycle, open, budgets, now)
  const best = bestOf(candidates, now)
  if (best) return { type: 'preempt', node: best.node, victims: best.victims.pods }
  const message = fitMessage({ total: sight.nodes.length, refusals, others: NOT_HELPFUL })
  return { type: 'none', message: `preemption: ${message}` }
}

/** Returns why a pod may not preempt others; undefined if it may. */
function obstacleTo({ pod, sight }: Cycle, { refusals, everywhere }: Diagnosis): string | undefined {
  if (pod.pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.'
  const chosen = sight.nodes.find(({ name }) => name === pod.pod.status?.nominatedNodeName)
  if (!chosen || everywhere?.isFinal || refusals.get(chosen)?.isFinal) return undefined
  return chosen.load.pods.some(({ priority, pod: other }) => priority < pod.priority && isPreempted(other))
    ? 'not eligible due to a terminating pod on the nominated node.'
    : undefined
}

const isPreempted = ({ metadata, status }: PodInfo['pod']): boolean => {
  if (!metadata.deletionTimestamp) return false
  const target = status?.conditions?.find(({ type }) => type === 'DisruptionTarget')
  return target?.status === 'True' && target.reason === 'PreemptionByScheduler'
}

function tryOut(cycle: Cycle, nodes: readonly NodeInfo[], budgets: readonly Budget[], now: string) {
  const enough = Math.min(nodes.length, Math.max(100, Math.floor(nodes.length / 10)))
  const start = nodes.length > 0 ? Math.floor(cycle.sight.random() * nodes.length) : 0
  const allowed: Candidate[] = []
  const forbidden: Candidate[] = []
  const refusals = new Map<NodeInfo, Refusal>()
  for (let i = 0; i < nodes.length; i++) {
    if (allowed.length > 0 && allowed.length + forbidden.length >= enough) break
    const node = nodes[(start + i) % nodes.length]
    if (!node) break
    const result = victimsOn(cycle, node, budgets, now)
    if ('refusal' in result) refusals.set(node, result.refusal)
    else (result.victims.forbidden === 0 ? allowed : forbidden).push({ node, victims: result.victims })
  }
  return { candidates: [...allowed, ...forbidden], refusals }
}

/** Returns the candidate with the least disruption (pickOneNodeForPreemption). */
function bestOf(candidates: readonly Candidate[], now: string): Candidate | undefined {
  const harms: readonly ((candidate: Candidate) => number)[] = [
    ({ victims }) => victims.forbidden,
    ({ victims }) => victims.pods[0]?.priority ?? 0,
    ({ victims }) => victims.pods.reduce((sum, { priority }) => sum + priority + 2 ** 31, 0),
    ({ victims }) => victims.pods.length,
    ({ victims }) => -earliestStart(victims, now),
  ]
  let left = candidates
  for (const harm of harms) {
    if (left.length < 2) break
    const values = left.map(harm)
    const least = lowestOf(values)
    left = left.filter((_, i) => values[i] === least)
  }
  return left[0]
}

/** Returns the earliest start time among the victims of the highest priority. */
function earliestStart({ pods }: Victims, now: string): number {
  const priority = pods[0]?.priority
  return lowestOf(pods.filter((pod) => pod.priority === priority).map((pod) => Date.parse(startOf(pod, now))))
}
