/** The annotation with the number of seconds a kubelet may cache Secrets and ConfigMaps. */
export const NODE_TTL = 'node.alpha.kubernetes.io/ttl'

/** The steps by number of nodes: the minimum and maximum number for which a step stays in effect, and its seconds. */
const STEPS = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Infinity, seconds: 300 },
] as const

/**
 * Returns the step for a number of nodes, given the previous one: the ranges overlap, so that it does not change back
 * and forth with a single node.
 */
export function ttlStep(nodes: number, before = 0): number {
  let step = before
  while (nodes > (STEPS[step]?.most ?? Infinity)) step++
  while (nodes < (STEPS[step]?.least ?? 0)) step--
  return step
}

/** Returns the annotation's value at a step. */
export const ttlAt = (step: number): string => String(STEPS[step]?.seconds ?? 0)
