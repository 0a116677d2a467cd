import type { Taint, TaintEffect, Toleration } from '../../../model/generated/types/core-v1.js'

/**
 * Whether a toleration tolerates a taint (k8s.io/api/core/v1/toleration.go); an empty key with `Exists` tolerates all.
 */
export function tolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator = '', value = '', effect = '' } = toleration
  if (effect && effect !== taint.effect) return false
  if (key && key !== taint.key) return false
  if (operator === '' || operator === 'Equal') return value === (taint.value ?? '')
  return operator === 'Exists'
}

/** Returns the first taint with one of the effects that no toleration tolerates. */
export function findUntolerated(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly TaintEffect[],
): Taint | undefined {
  return taints?.find(
    (taint) => effects.includes(taint.effect) && !tolerations?.some((toleration) => tolerates(toleration, taint)),
  )
}
