import type { ObjectOf } from '../../../kinds/object-types.js'

export type DaemonSet = ObjectOf<'DaemonSet'>
export type Node = ObjectOf<'Node'>
/** The spec of a pod. */
export type PodSpec = NonNullable<ObjectOf<'Pod'>['spec']>

export const KIND = 'DaemonSet'

/** The component that reports the Events of DaemonSets. */
export const COMPONENT = 'daemonset-controller'

/** The label of pods and revisions with the hash of their template. */
export const HASH_LABEL = 'controller-revision-hash'

/** maxSurge and maxUnavailable as numbers of pods. */
export type Bounds = { readonly surge: number; readonly unavailable: number }

/**
 * Resolves the bounds of a rolling update for a number of nodes; percentages are rounded up, and at least one bound is
 * not zero.
 */
export function boundsOf({ spec }: DaemonSet, nodes: number): Bounds {
  const { type, rollingUpdate } = spec?.updateStrategy ?? {}
  const { maxSurge = 0, maxUnavailable = 0 } = type === 'RollingUpdate' ? (rollingUpdate ?? {}) : {}
  const [surge, unavailable] = [shareOf(maxSurge, nodes), shareOf(maxUnavailable, nodes)]
  return { surge, unavailable: nodes > 0 && surge === 0 && unavailable === 0 ? 1 : unavailable }
}

/** Resolves a number or a percentage, rounded up. */
const shareOf = (amount: number | string, of: number): number =>
  typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * of) / 100)
