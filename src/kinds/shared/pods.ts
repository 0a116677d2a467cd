/** The part of a pod that tells whether it has ended. */
type Ending = { readonly metadata?: unknown; readonly status?: { readonly phase?: string | undefined } | undefined }

/** Tells whether a pod has ended: Succeeded or Failed. */
export const hasEnded = ({ status }: Ending): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** Tells whether an init container is a sidecar: it keeps running beside the containers of its pod. */
export const isSidecar = ({ restartPolicy }: { readonly restartPolicy?: string | undefined }): boolean =>
  restartPolicy === 'Always'

/** The annotation with the cost of deleting a pod rather than others of its ReplicaSet. */
export const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'

/**
 * Returns the cost of deleting a pod, zero without the annotation; undefined if it is not a 32-bit integer
 * (GetDeletionCostFromPodAnnotations). Zeros may lead after a minus only.
 */
export function deletionCostOf(annotations: { readonly [key: string]: string } = {}): number | undefined {
  const text = annotations[DELETION_COST] ?? '0'
  const cost = /^(?:0|[1-9]\d*|-\d+)$/.test(text) ? Number(text) : Number.NaN
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : undefined
}
