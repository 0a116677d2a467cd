import type { KubeObject } from '../../../schema/object.js'

/** The annotations in which v1 keeps the fields it does not have. */
export const MEMBER_ANNOTATIONS = {
  metrics: 'autoscaling.alpha.kubernetes.io/metrics',
  currentMetrics: 'autoscaling.alpha.kubernetes.io/current-metrics',
  conditions: 'autoscaling.alpha.kubernetes.io/conditions',
  behavior: 'autoscaling.alpha.kubernetes.io/behavior',
} as const

const DROPPED: readonly string[] = [
  ...Object.values(MEMBER_ANNOTATIONS),
  'autoscaling.alpha.kubernetes.io/scale-down-tolerance',
  'autoscaling.alpha.kubernetes.io/scale-up-tolerance',
]

/** Removes those annotations: in the stored version, the fields themselves hold these values. */
export function withoutMemberAnnotations<T extends KubeObject>(object: T): T {
  const { annotations, ...metadata } = object.metadata
  if (!annotations || !DROPPED.some((name) => Object.hasOwn(annotations, name))) return object
  const kept = Object.entries(annotations).filter(([name]) => !DROPPED.includes(name))
  return {
    ...object,
    metadata: kept.length > 0 ? { ...metadata, annotations: Object.fromEntries(kept) } : metadata,
  }
}
