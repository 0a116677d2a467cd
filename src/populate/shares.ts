import type { Making } from './making.js'
import { CHORES, DAEMONS } from './words.js'

/** How the pods of a world are shared out among who owns them. */
type Shares = {
  /** DaemonSets, each with a pod on every node. */
  readonly daemonSets: number
  /** StatefulSets of three pods. */
  readonly statefulSets: number
  /** CronJobs, each with three Jobs that are over. */
  readonly cronJobs: number
  /** The pods of each Deployment, the largest first. */
  readonly deployments: readonly number[]
}

/** Pods of each StatefulSet, and of each CronJob. */
export const MEMBERS = 3
/** Pods on all nodes are no more than this part of all. */
const DAEMON_PART = 0.2
/** Others than Deployments have no more than this part of what is left. */
const OTHER_PART = 0.1

/** Shares out the pods of a world: a few Deployments are large, most are small. */
export function shareOut({ chance, sizes }: Pick<Making, 'chance' | 'sizes'>): Shares {
  const { pods, nodes, deployments } = sizes
  const daemonSets = Math.min(DAEMONS.length, Math.floor((pods * DAEMON_PART) / nodes))
  const left = pods - daemonSets * nodes
  const most = Math.floor((left * OTHER_PART) / MEMBERS / 2)
  const statefulSets = Math.min(Math.ceil(deployments / 10), most)
  const cronJobs = Math.min(Math.ceil(deployments / 8), CHORES.length * 20, most)
  const own = left - (statefulSets + cronJobs) * MEMBERS
  return { daemonSets, statefulSets, cronJobs, deployments: divide(own, deployments, chance.random) }
}

/** Divides a number into so many parts, of which each is at least one as far as that goes. */
function divide(total: number, parts: number, random: () => number): readonly number[] {
  const weights = Array.from({ length: parts }, () => 0.02 + random() ** 4)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const spare = Math.max(0, total - parts)
  const counts = weights.map((weight, i) => (i < total ? 1 : 0) + Math.floor((spare * weight) / sum))
  let rest = total - counts.reduce((all, count) => all + count, 0)
  for (let i = 0; rest > 0 && parts > 0; i = (i + 1) % parts, rest--) counts[i] = (counts[i] ?? 0) + 1
  return counts.sort((a, b) => b - a)
}
