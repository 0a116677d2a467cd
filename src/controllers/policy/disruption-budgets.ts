import { identityOf, changedObject } from '../../schema/object.js'
import { selects } from '../../model/registry/label-selector.js'
import type { Controller, Key, MapToKeys } from '../runtime/types.js'
import { selectorOf, choiceKey, oldestOf } from './budgets.js'

/**
 * Wakes the budget that selects a pod, or selected it before it was deleted; the oldest if there are several, in which
 * case an Event about the pod is recorded too.
 */
const wakeSelecting: MapToKeys = (change, world) => {
  const pod = changedObject(change)
  const { namespace = '', labels } = pod.metadata
  const budgets = world.list('PodDisruptionBudget', { namespace })
  const selecting = budgets.filter((budget) => selects(selectorOf(budget), labels))
  const chosen = oldestOf(selecting)
  if (!chosen) return NOTHING
  return selecting.length > 1 ? [identityOf(chosen), choiceKey(change, pod, chosen)] : [identityOf(chosen)]
}

const NOTHING: readonly Key[] = []

/**
 * Updates the status of PodDisruptionBudgets from the pods they select and the scale of the pods' owners. A change of a
 * scale alone does not wake it.
 */
export const disruptionBudgets: Controller = {
  name: 'disruption-budgets',
  user: 'system:serviceaccount:kube-system:disruption-controller',
  watches: {
    PodDisruptionBudget: 'own',
    Pod: wakeSelecting,
  },
  load: () => import('./sync-budget.js'),
}
