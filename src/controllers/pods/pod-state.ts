import { hasEnded } from '../../base/pods.js'
import type { ObjectOf } from '../../kinds/object-types.js'

/** A pod, as controllers read it. */
export type Pod = ObjectOf<'Pod'>

/** What of a pod says how it is. */
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

/** Tells whether a pod says that it is ready. */
export const isReady = (pod: Stated): boolean => readiness(pod) !== undefined

/** Tells whether a pod counts for those who own it: it has not ended, and is not being deleted. */
export const isActive = (pod: Stated): boolean => !hasEnded(pod) && !pod.metadata?.deletionTimestamp

/** Tells whether a pod is being deleted and has not ended yet. */
export const isTerminating = (pod: Stated): boolean => !hasEnded(pod) && Boolean(pod.metadata?.deletionTimestamp)

/** Since when a pod has been ready, in milliseconds since 1970; undefined where it is not, or does not say. */
export function readySince(pod: Stated): number | undefined {
  const time = readiness(pod)?.lastTransitionTime
  return time ? Date.parse(time) : undefined
}

/**
 * The first millisecond at which a pod is available: it has been ready for longer than so many seconds. Undefined where
 * it is not ready.
 */
export function availableAt(pod: Stated, minReadySeconds = 0): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const since = readySince(pod)
  return since === undefined ? undefined : since + minReadySeconds * 1000 + 1
}

/** Tells whether a pod has been ready for longer than so many seconds, at a time in milliseconds since 1970. */
export function isAvailable(pod: Stated, minReadySeconds: number | undefined, now: number): boolean {
  const at = availableAt(pod, minReadySeconds)
  return at !== undefined && at <= now
}

/** The condition in which a pod says that it is ready; undefined where it does not. */
export const readiness = ({ status }: Stated) =>
  status?.conditions?.find((condition) => condition.type === 'Ready' && condition.status === 'True')
