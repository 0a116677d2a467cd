import { applications, awkwardOwners, kept, lonePods, restartingJobs, writtenSlices } from './beyond/edges.js'
import { createChance } from './chance.js'
import type { Family } from './further/family.js'
import type { Scenario } from './scenario.js'

/**
 * The number of scenarios of each kind, and their seed: the Unix time at which they were generated, before any was
 * played.
 */
const SEED = 1795445183
const FAMILIES: readonly (readonly [kind: string, family: Family, count: number])[] = [
  ['Name', awkwardOwners, 12],
  ['Application', applications, 8],
  ['Pod', lonePods, 10],
  ['Job', restartingJobs, 8],
  ['Service', writtenSlices, 7],
  ['Namespace', kept, 4],
]

/**
 * Scenarios that need a kubelet, which KWOK is not: to fail pods after their deadline, and to give hostNetwork pods the
 * address of their node.
 */
const OF_KUBELETS = new Set(['Pod/edge 203', 'Pod/edge 204', 'Pod/edge 209'])

/** Scenarios of edge cases: long names, invalid templates, pods without an owner, whole applications. */
export const edges: readonly Scenario[] = FAMILIES.flatMap(([kind, family, count], at) =>
  Array.from({ length: count }, (_, number) => {
    const own = 100 * at + number
    return { name: `${kind}/edge ${own}`, ...family(createChance(SEED * 10_000 + own), 60_000 + own) }
  }),
).filter(({ name }) => !OF_KUBELETS.has(name))
