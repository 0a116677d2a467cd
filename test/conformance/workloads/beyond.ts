import { replicated, choosyDaemonSets, keptStatefulSets, lateDeployments } from './beyond/apps.js'
import { boundedAutoscalers, mixedBudgets, modalJobs, zonedCronJobs } from './beyond/batch.js'
import { busyNamespaces, portedServices, scopedQuotas, strangeOwners, tokens } from './beyond/cluster.js'
import { crowded, lostNodes, ranked } from './beyond/nodes.js'
import { claims } from './beyond/volumes.js'
import { createChance } from './chance.js'
import type { Family } from './further/family.js'
import type { Scenario } from './scenario.js'
import { certificates } from './wider/cluster.js'

/**
 * The number of scenarios of each kind, and their seed: the Unix time at which they were generated, before any was
 * played.
 */
const SEED = 1795443659
const FAMILIES: readonly (readonly [kind: string, family: Family, count: number])[] = [
  ['Deployment', lateDeployments, 11],
  ['ReplicaSet', replicated, 4],
  ['StatefulSet', keptStatefulSets, 10],
  ['DaemonSet', choosyDaemonSets, 7],
  ['Job', modalJobs, 11],
  ['CronJob', zonedCronJobs, 5],
  ['HorizontalPodAutoscaler', boundedAutoscalers, 3],
  ['PodDisruptionBudget', mixedBudgets, 5],
  ['ResourceQuota', scopedQuotas, 5],
  ['Service', portedServices, 7],
  ['Owner', strangeOwners, 4],
  ['Namespace', busyNamespaces, 4],
  ['ServiceAccount', tokens, 3],
  ['Certificate', certificates, 2],
  ['Volume', claims, 5],
  ['Scheduling', crowded, 6],
  ['Preemption', ranked, 4],
  ['Node', lostNodes, 4],
]

/** Random scenarios of features that none of the earlier lists covers. */
export const beyond: readonly Scenario[] = FAMILIES.flatMap(([kind, family, count], at) =>
  Array.from({ length: count }, (_, number) => {
    const own = 100 * at + number
    return { name: `${kind}/beyond ${own}`, ...family(createChance(SEED * 10_000 + own), 50_000 + own) }
  }),
)
