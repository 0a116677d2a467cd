import { lowestOf } from '../../../base/numbers/extremes.js'
import type { Cycle } from './cycle.js'
import { type Diagnosis, fitMessage } from './diagnosis.js'
import type { Refusal } from './filter.js'
import type { NodeInfo } from './node-info.js'
import type { PodInfo } from './pod-info.js'
import { type Budget, type Victims, startOf, victimsOn } from './victims.js'

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
