import { createChance } from './chance.js'
import { counted, deployments, quotas, statefulSets } from './further/apps.js'
import { autoscalers, budgets, cronJobs, jobs } from './further/batch.js'
import type { Family } from './further/family.js'
import { endpoints, services } from './further/network.js'
import { daemonSets, nodes, preemption, scheduling } from './further/nodes.js'
import { deleted, namespaces, owned } from './further/owners.js'
import type { Scenario } from './scenario.js'
import * as apps from './wider/apps.js'
import * as batch from './wider/batch.js'
import * as cluster from './wider/cluster.js'
import * as wide from './wider/nodes.js'

/** The number of scenarios of each kind. */
const FAMILIES: readonly (readonly [kind: string, family: Family, count: number])[] = [
  ['Deployment', deployments, 6],
  ['Deployment', apps.meddledDeployments, 4],
  ['ReplicaSet', counted, 2],
  ['Adoption', apps.adopted, 3],
  ['StatefulSet', statefulSets, 5],
  ['StatefulSet', apps.claimedStatefulSets, 4],
  ['DaemonSet', daemonSets, 3],
  ['DaemonSet', apps.roamingDaemonSets, 3],
  ['Job', jobs, 7],
  ['Job', batch.policedJobs, 6],
  ['CronJob', cronJobs, 3],
  ['CronJob', batch.changedCronJobs, 3],
  ['HorizontalPodAutoscaler', autoscalers, 2],
  ['HorizontalPodAutoscaler', batch.metricAutoscalers, 2],
  ['PodDisruptionBudget', budgets, 3],
  ['PodDisruptionBudget', batch.rollingBudgets, 3],
  ['ResourceQuota', quotas, 2],
  ['ResourceQuota', apps.quotas, 2],
  ['Service', services, 4],
  ['Service', cluster.zonedServices, 3],
  ['Endpoints', endpoints, 2],
  ['ServiceAccount', cluster.accounts, 1],
  ['Certificate', cluster.certificates, 1],
  ['Owner', owned, 2],
  ['Deletion', deleted, 2],
  ['Deletion', cluster.collections, 2],
  ['Namespace', namespaces, 2],
  ['Namespace', cluster.fullNamespaces, 2],
  ['Scheduling', scheduling, 3],
  ['Scheduling', wide.spreading, 3],
  ['Preemption', preemption, 3],
  ['Preemption', wide.worth, 2],
  ['Node', nodes, 3],
  ['Taint', wide.patient, 3],
  ['Volume', wide.volumes, 3],
]

/** From this number on, `more` is added. */
const MANY = 4

/**
 * Generates random scenarios from a seed, with the generators of the other lists. Numbers from `first` are used in
 * names of cluster-scoped objects; kinds with many scenarios get `more` of them.
 */
export const seeded = (word: string, seed: number, first: number, more = 0): readonly Scenario[] =>
  FAMILIES.flatMap(([kind, family, count], at) =>
    Array.from({ length: count < MANY ? count : count + more }, (_, number) => {
      const own = 100 * at + number
      return { name: `${kind}/${word} ${own}`, ...family(createChance(seed * 10_000 + own), first + own) }
    }),
  )
