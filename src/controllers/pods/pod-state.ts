import { hasEnded } from '../../kinds/shared/pods.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import type { Reader } from '../runtime/types.js'

export type Pod = ObjectOf<'Pod'>

/** The fields of a pod that describe its state. */
type Stated = {
  readonly metadata?: { readonly deletionTimestamp?: string | undefined }
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly lastTransitionTime?: string
    }[]
  }
}

/**
 * Returns what a status of a pod, or a condition of it, tells of the generation that it is about; nothing without the
 * feature gate.
 */
export const observedOf = (
  { metadata: { generation } }: { readonly metadata: { readonly generation?: number | undefined } },
  { featureGates }: Pick<Reader, 'featureGates'>,
): { readonly observedGeneration?: number } =>
  generation && featureGates.PodObservedGenerationTracking ? { observedGeneration: generation } : {}

/** Returns whether a pod is ready. */
export const isReady = (pod: Stated): boolean => readiness(pod) !== undefined

/** Returns whether a pod is active: it has not finished, and is not being deleted. */
export const isActive = (pod: Stated): boolean => !hasEnded(pod) && !pod.metadata?.deletionTimestamp

/** Returns whether a pod is terminating: it is being deleted but has not finished. */
export const isTerminating = (pod: Stated): boolean => !hasEnded(pod) && Boolean(pod.metadata?.deletionTimestamp)

/** Returns since when a pod has been ready, in milliseconds since 1970; undefined if it is not ready or has no time. */
export function readySince(pod: Stated): number | undefined {
  const time = readiness(pod)?.lastTransitionTime
  return time ? Date.parse(time) : undefined
}

/**
 * Returns the first millisecond at which a pod is available: it has been ready for longer than minReadySeconds.
 * Undefined if it is not ready.
 */
export function availableAt(pod: Stated, minReadySeconds = 0): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const since = readySince(pod)
  return since === undefined ? undefined : since + minReadySeconds * 1000 + 1
}

/** Returns whether a pod has been ready for longer than minReadySeconds, at a time in milliseconds since 1970. */
export function isAvailable(pod: Stated, minReadySeconds: number | undefined, now: number): boolean {
  const at = availableAt(pod, minReadySeconds)
  return at !== undefined && at <= now
}

/** Returns the condition Ready if it is True; undefined otherwise. */
export const readiness = ({ status }: Stated) =>
  status?.conditions?.find((condition) => condition.type === 'Ready' && condition.status === 'True')
