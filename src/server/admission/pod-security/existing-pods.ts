import { compareBytes } from '../../../base/json/json.js'
import type { KubeObject } from '../../../schema/object.js'
import { violations } from './evaluate.js'
import { levelText } from './policy.js'
import type { CheckedPod, LevelVersion } from './types.js'

/** The maximum number of pods of a namespace that are checked. */
const MOST = 3000

type Pod = KubeObject & CheckedPod

/**
 * Returns the warnings for the pods of a namespace whose level becomes stricter: those that would now be rejected,
 * grouped by their violations.
 */
export function warningsOf(pods: readonly Pod[], namespace: string, enforce: LevelVersion): readonly string[] {
  const chosen = inTurn(pods)
  const looked = chosen.slice(0, MOST)
  const bad = new Map<string, string[]>()
  for (const pod of looked) {
    const reasons = violations(pod, enforce).map(({ reason }) => reason)
    if (reasons.length === 0) continue
    const key = reasons.join(', ')
    bad.set(key, [...(bad.get(key) ?? []), pod.metadata.name ?? ''])
  }
  const partly = `new PodSecurity enforce level only checked against the first ${looked.length} of ${chosen.length} existing pods`
  const some = `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelText(enforce)}"`
  return [
    ...(looked.length < chosen.length ? [partly] : []),
    ...(bad.size > 0 ? [some] : []),
    ...[...bad].map(([reasons, names]) => `${namedBy(names)}: ${reasons}`).sort(compareBytes),
  ]
}

/** Orders pods without a controller, and the first pod of each controller, before the others. */
function inTurn(pods: readonly Pod[]): readonly Pod[] {
  const seen = new Set<string>()
  const later: Pod[] = []
  const first = pods.filter((pod) => {
    const uid = pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid
    if (uid === undefined || seen.size < seen.add(uid).size) return true
    later.push(pod)
    return false
  })
  return [...first, ...later]
}

function namedBy(names: readonly string[]): string {
  const [first = ''] = [...names].sort(compareBytes)
  const others = names.length - 1
  return others > 0 ? `${first} (and ${others} other ${others === 1 ? 'pod' : 'pods'})` : first
}
