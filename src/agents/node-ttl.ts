/** The annotation that says for how many seconds an agent may keep what it has read of Secrets and ConfigMaps. */
export const NODE_TTL = 'node.alpha.kubernetes.io/ttl'

/**
 * By the number of nodes: from how many on a step holds when there come to be fewer, until how many when there come to
 * be more, and its seconds.
 */
const STEPS = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Infinity, seconds: 300 },
] as const

/**
 * The step for so many nodes, from the one that held before: the ranges overlap, so that none comes and goes with a
 * single node.
 */
export function ttlStep(nodes: number, before = 0): number {
  let step = before
  while (nodes > (STEPS[step]?.most ?? Infinity)) step++
  while (nodes < (STEPS[step]?.least ?? 0)) step--
  return step
}

/** The annotation's value at a step. */
export const ttlAt = (step: number): string => String(STEPS[step]?.seconds ?? 0)
