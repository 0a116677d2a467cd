import { applications, awkwardOwners, kept, lonePods, restartingJobs, writtenSlices } from './beyond/edges.js'
import { createChance } from './chance.js'
import type { Family } from './further/family.js'
import type { Scenario } from './scenario.js'

/** How many of each kind, and by what they were put together: the second in which they were, before any was played. */
const SEED = 1795445183
const FAMILIES: readonly (readonly [kind: string, family: Family, count: number])[] = [
  ['Name', awkwardOwners, 12],
  ['Application', applications, 8],
  ['Pod', lonePods, 10],
  ['Job', restartingJobs, 8],
  ['Service', writtenSlices, 7],
  ['Namespace', kept, 4],
]

/** What ends pods after their deadline, and gives those on the network of their node its address, is a kubelet, and KWOK none. */
const OF_KUBELETS = new Set(['Pod/edge 203', 'Pod/edge 204', 'Pod/edge 209'])

/** Scenarios of what is at the edges: long names, templates nobody accepts, pods by themselves, whole applications. */
export const edges: readonly Scenario[] = FAMILIES.flatMap(([kind, family, count], at) =>
  Array.from({ length: count }, (_, number) => {
    const own = 100 * at + number
    return { name: `${kind}/edge ${own}`, ...family(createChance(SEED * 10_000 + own), 60_000 + own) }
  }),
).filter(({ name }) => !OF_KUBELETS.has(name))
