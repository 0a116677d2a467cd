import { createChance } from './chance.js'
import type { Family } from './further/family.js'
import type { Scenario } from './scenario.js'
import { adopted, claimedStatefulSets, meddledDeployments, quotas, roamingDaemonSets } from './wider/apps.js'
import { changedCronJobs, metricAutoscalers, policedJobs, rollingBudgets } from './wider/batch.js'
import { accounts, certificates, collections, fullNamespaces, zonedServices } from './wider/cluster.js'
import { patient, spreading, volumes, worth } from './wider/nodes.js'

/** The number of scenarios of each kind, and their seed, chosen after the code they test was written. */
const SEED = 70219
const FAMILIES: readonly (readonly [kind: string, family: Family, count: number])[] = [
  ['Deployment', meddledDeployments, 14],
  ['Adoption', adopted, 8],
  ['StatefulSet', claimedStatefulSets, 10],
  ['DaemonSet', roamingDaemonSets, 10],
  ['ResourceQuota', quotas, 8],
  ['Job', policedJobs, 16],
  ['CronJob', changedCronJobs, 8],
  ['HorizontalPodAutoscaler', metricAutoscalers, 6],
  ['PodDisruptionBudget', rollingBudgets, 8],
  ['Service', zonedServices, 8],
  ['ServiceAccount', accounts, 4],
  ['Namespace', fullNamespaces, 5],
  ['Deletion', collections, 5],
  ['Certificate', certificates, 4],
  ['Taint', patient, 6],
  ['Scheduling', spreading, 7],
  ['Preemption', worth, 5],
  ['Volume', volumes, 8],
]

/** Random scenarios of features that the two lists before do not cover. */
export const wider: readonly Scenario[] = FAMILIES.flatMap(([kind, family, count], at) =>
  Array.from({ length: count }, (_, number) => {
    const own = 100 * at + number
    return { name: `${kind}/wider ${own}`, ...family(createChance(SEED * 10_000 + own), 10_000 + own) }
  }),
)
