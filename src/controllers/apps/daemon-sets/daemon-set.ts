import type { ObjectOf } from '../../../kinds/object-types.js'

/** A DaemonSet, as its controller reads it. */
export type DaemonSet = ObjectOf<'DaemonSet'>
/** A node, as the controller of DaemonSets reads it. */
export type Node = ObjectOf<'Node'>
/** The spec of a pod. */
export type PodSpec = NonNullable<ObjectOf<'Pod'>['spec']>

export const KIND = 'DaemonSet'

/** Where the Events of DaemonSets come from. */
export const COMPONENT = 'daemonset-controller'

/** The label that tells which template a pod, or a revision, is of. */
export const HASH_LABEL = 'controller-revision-hash'

/** How many pods may be unavailable while others are made, and how many may be made before others go. */
export type Bounds = { readonly surge: number; readonly unavailable: number }

/** The bounds of a rolling update on so many nodes; shares are rounded up, and one of both is at least 1. */
export function boundsOf({ spec }: DaemonSet, nodes: number): Bounds {
  const { type, rollingUpdate } = spec?.updateStrategy ?? {}
  const { maxSurge = 0, maxUnavailable = 0 } = type === 'RollingUpdate' ? (rollingUpdate ?? {}) : {}
  const [surge, unavailable] = [shareOf(maxSurge, nodes), shareOf(maxUnavailable, nodes)]
  return { surge, unavailable: nodes > 0 && surge === 0 && unavailable === 0 ? 1 : unavailable }
}

/** A number, or so many of a hundred parts of one, rounded up. */
const shareOf = (amount: number | string, of: number): number =>
  typeof amount === 'number' ? amount : Math.ceil((Number.parseInt(amount, 10) * of) / 100)
