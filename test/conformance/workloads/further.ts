import { createChance } from './chance.js'
import { counted, deployments, quotas, statefulSets } from './further/apps.js'
import { autoscalers, budgets, cronJobs, jobs } from './further/batch.js'
import type { Family } from './further/family.js'
import { endpoints, services } from './further/network.js'
import { daemonSets, nodes, preemption, scheduling } from './further/nodes.js'
import { deleted, namespaces, owned } from './further/owners.js'
import type { Scenario } from './scenario.js'

/** The number of scenarios of each kind, and their seed, chosen after the code they test was written. */
const SEED = 31044
const ROUNDS = 5
const FAMILIES: readonly (readonly [kind: string, family: Family, perRound: number])[] = [
  ['Deployment', deployments, 4],
  ['ResourceQuota', quotas, 1],
  ['ReplicaSet', counted, 1],
  ['StatefulSet', statefulSets, 3],
  ['DaemonSet', daemonSets, 2],
  ['Job', jobs, 4],
  ['CronJob', cronJobs, 2],
  ['HorizontalPodAutoscaler', autoscalers, 1],
  ['PodDisruptionBudget', budgets, 2],
  ['Service', services, 3],
  ['Endpoints', endpoints, 1],
  ['Owner', owned, 1],
  ['Deletion', deleted, 1],
  ['Namespace', namespaces, 1],
  ['Scheduling', scheduling, 3],
  ['Preemption', preemption, 2],
  ['Node', nodes, 2],
]

const round = FAMILIES.flatMap(([kind, family, count]) => Array.from({ length: count }, () => ({ kind, family })))

/** Random scenarios of features that {@link generated} does not cover. */
export const further: readonly Scenario[] = Array.from({ length: ROUNDS }, () => round)
  .flat()
  .map(({ kind, family }, number) => ({
    name: `${kind}/further ${number}`,
    ...family(createChance(SEED * 1000 + number), 100 + number),
  }))
