import type { PopulateContext } from './populate-context.js'
import { CHORES, DAEMONS } from './words.js'

/** How the pods of a world are divided among their owners. */
type Shares = {
  /** The number of DaemonSets, each with a pod on every node. */
  readonly daemonSets: number
  /** The number of StatefulSets, of three pods each. */
  readonly statefulSets: number
  /** The number of CronJobs, each with three completed Jobs. */
  readonly cronJobs: number
  /** The number of pods of each Deployment, in descending order. */
  readonly deployments: readonly number[]
}

/** The number of pods of each StatefulSet, and of each CronJob. */
export const MEMBERS = 3
/** The maximum share of DaemonSet pods among all. */
const DAEMON_PART = 0.2
/** The maximum share of the rest for StatefulSets and CronJobs. */
const OTHER_PART = 0.1

/** The maximum share of one Deployment among the pods of all, if there are enough of them. */
const LARGEST_PART = 0.25

/** Divides the pods of a world: a few Deployments are large, most are small. */
export function shareOut({ chance, sizes }: Pick<PopulateContext, 'chance' | 'sizes'>): Shares {
  const { pods, nodes, deployments } = sizes
  const daemonSets = Math.min(DAEMONS.length, Math.floor((pods * DAEMON_PART) / nodes))
  const left = pods - daemonSets * nodes
  const most = Math.floor((left * OTHER_PART) / MEMBERS / 2)
  const statefulSets = Math.min(Math.ceil(deployments / 10), most)
  const cronJobs = Math.min(Math.ceil(deployments / 8), CHORES.length * 20, most)
  const own = left - (statefulSets + cronJobs) * MEMBERS
  return { daemonSets, statefulSets, cronJobs, deployments: divide(own, deployments, chance.random) }
}

/** Divides a number into random parts, each at least one as long as possible. */
function divide(total: number, parts: number, random: () => number): readonly number[] {
  const weights = Array.from({ length: parts }, () => 0.02 + random() ** 4)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const spare = Math.max(0, total - parts)
  const most = Math.ceil(Math.max(total * LARGEST_PART, total / Math.max(1, parts)))
  const counts = weights.map((weight, i) => Math.min(most, (i < total ? 1 : 0) + Math.floor((spare * weight) / sum)))
  let rest = total - counts.reduce((all, count) => all + count, 0)
  for (let i = 0; rest > 0 && parts > 0; i = (i + 1) % parts) {
    if ((counts[i] ?? 0) >= most) continue
    counts[i] = (counts[i] ?? 0) + 1
    rest--
  }
  return counts.sort((a, b) => b - a)
}
