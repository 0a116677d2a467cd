import { identityOf } from '../../schema/identity.js'
import { changedObject } from '../../schema/changed-object.js'
import { selects } from '../../registry/label-selector.js'
import type { Controller, Key, MapToKeys } from '../runtime/types.js'
import { selectorOf } from './budget.js'
import { choiceKey, oldestOf } from './several-budgets.js'

/**
 * The budget that selects a pod as it is now, or was at last: the oldest where there are several, which the pod is told
 * of.
 */
const wakeSelecting: MapToKeys = (change, world) => {
  const pod = changedObject(change)
  const { namespace = '', labels } = pod.metadata
  const budgets = world.list('PodDisruptionBudget', { namespace })
  if (budgets.length === 0) return NOTHING
  const selecting = budgets.filter((budget) => selects(selectorOf(budget), labels))
  const chosen = oldestOf(selecting)
  if (!chosen) return NOTHING
  return selecting.length > 1 ? [identityOf(chosen), choiceKey(change, pod, chosen)] : [identityOf(chosen)]
}

const NOTHING: readonly Key[] = []

/**
 * Counts what each PodDisruptionBudget allows, from the pods it selects and from the scale of their owners: when pods
 * change, as nobody tells of another scale.
 */
export const disruptionBudgets: Controller = {
  name: 'disruption-budgets',
  watches: {
    PodDisruptionBudget: 'own',
    Pod: wakeSelecting,
  },
  load: () => import('./sync-budget.js'),
}
