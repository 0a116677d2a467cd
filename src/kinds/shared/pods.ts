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

type RestartRule = {
  readonly action?: string
  readonly exitCodes?: { readonly operator?: string; readonly values?: readonly number[] }
}

/** The part of a container that tells when it restarts. */
export type Restarted = { readonly restartPolicy?: string; readonly restartPolicyRules?: readonly RestartRule[] }

const ALL = 'RestartAllContainers'

/** Tells whether all containers of a pod may be restarted after the end of one (AllContainersCouldRestart). */
export const mayRestartAll = (spec: {
  readonly containers?: readonly Restarted[] | null
  readonly initContainers?: readonly Restarted[]
}): boolean =>
  [...(spec.initContainers ?? []), ...(spec.containers ?? [])].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === ALL),
  )

/** Tells whether all containers of a pod are restarted after one has exited with a code, as a rule of it says. */
export const restartsAllAfter = (container: Restarted, code: number): boolean =>
  ruleFor(container, code)?.action === ALL

/** Returns the first rule of a container that is about an exit code (FindMatchingContainerRestartRule). */
const ruleFor = ({ restartPolicyRules = [] }: Restarted, code: number): RestartRule | undefined =>
  restartPolicyRules.find(
    ({ exitCodes: { operator, values = [] } = {} }) => values.includes(code) === (operator === 'In'),
  )

/**
 * Tells whether a container starts again after it has exited with a code: by the first of its rules that is about the
 * code, else by its own policy, else by that of its pod (ContainerShouldRestart).
 */
export function restartsAfter(container: Restarted, spec: { readonly restartPolicy?: string }, code: number): boolean {
  const { restartPolicy } = container
  if (restartPolicy !== undefined && ruleFor(container, code)) return true
  const policy = restartPolicy ?? spec.restartPolicy ?? 'Always'
  return policy === 'Always' || (policy === 'OnFailure' && code !== 0)
}
