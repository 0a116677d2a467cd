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

type Restarted = {
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly {
    readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] }
  }[]
}

/**
 * Tells whether a container starts again after it has exited with a code: by the first of its rules that is about the
 * code, else by its own policy, else by that of its pod (ContainerShouldRestart).
 */
export function restartsAfter(
  { restartPolicy, restartPolicyRules = [] }: Restarted,
  spec: { readonly restartPolicy?: string },
  code: number,
): boolean {
  const isRuled = restartPolicyRules.some(
    ({ exitCodes: { operator, values = [] } = {} }) => values.includes(code) === (operator === 'In'),
  )
  if (restartPolicy !== undefined && isRuled) return true
  const policy = restartPolicy ?? spec.restartPolicy ?? 'Always'
  return policy === 'Always' || (policy === 'OnFailure' && code !== 0)
}
