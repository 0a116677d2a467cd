import { withMembers } from '../../../base/json.js'
import type { Pod, PodCondition } from './pod-types.js'

type PodStatus = NonNullable<Pod['status']>

/**
 * The status of a pod with one condition, in its place or last (podutil.UpdatePodCondition): what the condition said
 * before is gone, but for the time of its last transition while its status stays.
 */
export function withCondition(status: PodStatus = {}, condition: PodCondition, now: string): PodStatus {
  const { conditions = [] } = status
  const old = conditions.find(({ type }) => type === condition.type)
  const since = old?.status === condition.status ? (old.lastTransitionTime ?? null) : now
  const next = withMembers(condition, { lastProbeTime: null, lastTransitionTime: since })
  const all = old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next]
  return withMembers(status, { conditions: all })
}
