import type { Pod } from '../../pods/pod-state.js'

/** The annotation and label with the completion index of a pod. */
export const INDEX = 'batch.kubernetes.io/job-completion-index'
const FAILURES = 'batch.kubernetes.io/job-index-failure-count'
const IGNORED = 'batch.kubernetes.io/job-index-ignored-failure-count'

/** Returns the completion index of a pod; undefined if it has none. */
export function indexOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[INDEX]
  return text !== undefined && /^\+?\d+$/.test(text) ? Number(text) : undefined
}

/** Returns the completion index of a pod, if it is less than the Job's completions. */
export function indexBelow(pod: Pod, completions: number): number | undefined {
  const index = indexOf(pod)
  return index !== undefined && index < completions ? index : undefined
}

/** Returns the completion indexes of pods. */
export const indexesOf = (pods: readonly Pod[]): ReadonlySet<number> =>
  new Set(pods.flatMap((pod) => indexOf(pod) ?? []))

/** Returns how many pods of the index failed before this one, without ignored failures. */
export const countedFailures = (pod: Pod): number => numberIn(pod, FAILURES)

/** Returns how many pods of the index failed before this one. */
export const allFailures = (pod: Pod): number => numberIn(pod, FAILURES) + numberIn(pod, IGNORED)

function numberIn({ metadata }: Pod, annotation: string): number {
  const number = Number(/^\+?\d+$/.exec(metadata.annotations?.[annotation] ?? '')?.[0] ?? 0)
  return number > 2 ** 31 - 1 ? 0 : number
}

/** Returns the annotations with the failures of an index for the pod that replaces a failed one. */
export function failureAnnotations(before: Pod | undefined, isCounted: boolean): { readonly [name: string]: string } {
  const counted = before ? countedFailures(before) + (isCounted ? 1 : 0) : 0
  const ignored = before ? numberIn(before, IGNORED) + (isCounted ? 0 : 1) : 0
  return { [FAILURES]: String(counted), ...(ignored > 0 ? { [IGNORED]: String(ignored) } : {}) }
}
