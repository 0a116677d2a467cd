import { identityOf } from '../../schema/identity.js'
import { changedObject } from '../../schema/changed-object.js'
import { selects } from '../../registry/label-selector.js'
import type { Controller, Key, MapToKeys } from '../runtime/types.js'
import { replicasOf, selectorOf } from './budget.js'

const wakeSelecting: MapToKeys = ({ prev, next }, world) => {
  const { namespace = '' } = changedObject({ prev, next }).metadata
  const budgets = world.list('PodDisruptionBudget', { namespace })
  if (budgets.length === 0) return NOTHING
  const isSelected = (selector: ReturnType<typeof selectorOf>) =>
    [prev, next].some((pod) => pod && selects(selector, pod.metadata.labels))
  return budgets.filter((budget) => isSelected(selectorOf(budget))).map(identityOf)
}

const NOTHING: readonly Key[] = []

const wakeScaled: MapToKeys = function* ({ prev, next }, world) {
  if (replicasOf(prev) === replicasOf(next)) return
  const { namespace = '' } = changedObject({ prev, next }).metadata
  for (const budget of world.list('PodDisruptionBudget', { namespace })) yield identityOf(budget)
}

/** Counts what each PodDisruptionBudget allows, from the pods it selects and from the scale of their owners. */
export const disruptionBudgets: Controller = {
  name: 'disruption-budgets',
  watches: {
    PodDisruptionBudget: 'own',
    Pod: wakeSelecting,
    Deployment: wakeScaled,
    ReplicaSet: wakeScaled,
    ReplicationController: wakeScaled,
    StatefulSet: wakeScaled,
  },
  load: () => import('./sync-budget.js'),
}
