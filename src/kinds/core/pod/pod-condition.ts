import { withMembers } from '../../../base/json/json.js'
import type { Pod, PodCondition } from './pod-types.js'

type PodStatus = NonNullable<Pod['status']>

/**
 * Sets a condition in a pod's status, in place or at the end (podutil.UpdatePodCondition). It replaces the old one;
 * lastTransitionTime is kept if the condition's status does not change.
 */
export function withCondition(status: PodStatus = {}, condition: PodCondition, now: string): PodStatus {
  const { conditions = [] } = status
  const old = conditions.find(({ type }) => type === condition.type)
  const since = old?.status === condition.status ? (old.lastTransitionTime ?? null) : now
  const next = withMembers(condition, { lastProbeTime: null, lastTransitionTime: since })
  const all = old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next]
  return withMembers(status, { conditions: all })
}
