import type { Pod } from '../../pods/pod-state.js'

/** The annotation and label that tell which index of a Job a pod is for. */
export const INDEX = 'batch.kubernetes.io/job-completion-index'
const FAILURES = 'batch.kubernetes.io/job-index-failure-count'
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count'

/** The index a pod is for; undefined where it says none. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX]
  return text !== undefined && /^\+?\d+$/.test(text) ? Number(text) : undefined
}

/** The index a pod is for, where the Job has it. */
export function indexBelow(pod: Pod, completions: number): number | undefined {
  const index = indexOf(pod)
  return index !== undefined && index < completions ? index : undefined
}

/** The indexes that pods are for. */
export const indexesOf = (pods: readonly Pod[]): ReadonlySet<number> =>
  new Set(pods.flatMap((pod) => indexOf(pod) ?? []))

/** How many pods of an index failed before this one, those that do not count left out. */
export const countedFailures = (pod: Pod): number => numberIn(pod, FAILURES)

/** How many pods of an index failed before this one. */
export const allFailures = (pod: Pod): number => numberIn(pod, FAILURES) + numberIn(pod, IGNORED)

function numberIn({ metadata }: Pod, annotation: string): number {
  const number = Number(/^\+?\d+$/.exec(metadata.annotations?.[annotation] ?? '')?.[0] ?? 0)
  return number > 2 ** 31 - 1 ? 0 : number
}

/** The annotations that tell the failures of an index to the pod that comes after a failed one. */
export function failureAnnotations(before: Pod | undefined, isCounted: boolean): { readonly [name: string]: string } {
  const counted = before ? countedFailures(before) + (isCounted ? 1 : 0) : 0
  const ignored = before ? numberIn(before, IGNORED) + (isCounted ? 0 : 1) : 0
  return { [FAILURES]: String(counted), ...(ignored > 0 ? { [IGNORED]: String(ignored) } : {}) }
}
