import type { KubeObject } from '../../../schema/object.js'
import { refused } from '../refused.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { detailed, violations } from './evaluate.js'
import { warningsOf } from './existing-pods.js'
import { levelText } from './policy.js'
import type { CheckedContainer, CheckedPod, LevelVersion, Policy } from './types.js'

/** Rejects a pod that violates the enforced level, and warns of what violates the level for warnings. */
export function checkPod(attributes: AdmissionAttributes, policy: Policy, context: AdmissionContext): void {
  const pod = attributes.object as CheckedPod // its resource is pods
  if (attributes.oldObject && !isSignificant(pod, attributes.oldObject as CheckedPod)) return // as it was
  const found = violations(pod, policy.enforce)
  if (found.length > 0) {
    const { name = attributes.name } = attributes.object.metadata // the generated name
    throw refused({ ...attributes, name }, `violates PodSecurity "${levelText(policy.enforce)}": ${detailed(found)}`)
  }
  warn(pod, policy, context)
}

/** Warns of a pod or a template that violates the level for warnings. */
export function warn(pod: CheckedPod, { warn: level }: Policy, context: AdmissionContext): void {
  const found = violations(pod, level)
  if (found.length > 0) context.warn(`would violate PodSecurity "${levelText(level)}": ${detailed(found)}`)
}

/** Tells whether an update of a pod must be checked: it changes containers or images. */
function isSignificant({ spec: next = {} }: CheckedPod, { spec: old = {} }: CheckedPod): boolean {
  const differs = (now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []) =>
    now.length !== was.length || now.some(({ image }, i) => image !== was[i]?.image)
  return (
    differs(next.containers, old.containers) ||
    differs(next.initContainers, old.initContainers) ||
    hasNew(next.ephemeralContainers, old.ephemeralContainers)
  )
}

function hasNew(now: readonly CheckedContainer[] = [], was: readonly CheckedContainer[] = []): boolean {
  if (now === was) return false
  const textOf = ({ name, image }: CheckedContainer) => JSON.stringify([name, image])
  const known = new Set(was.map(textOf))
  return now.some((container) => !known.has(textOf(container)))
}

/** Warns of the pods of a namespace that violate a level that is enforced from now on. */
export function warnOfExisting(namespace: string, enforce: LevelVersion, context: AdmissionContext): void {
  for (const text of warningsOf(context.list<KubeObject & CheckedPod>('/pods', namespace), namespace, enforce))
    context.warn(text)
}
