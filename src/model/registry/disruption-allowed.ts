import { type StatusCondition, setCondition } from './status-condition.js'

type Status = { readonly disruptionsAllowed?: number; readonly conditions?: readonly Partial<StatusCondition>[] }

/** Returns the status of a PodDisruptionBudget with its DisruptionAllowed condition. */
export function withDisruptionAllowed<T extends Status>(status: T, generation: number, now: string) {
  const allowed = (status.disruptionsAllowed ?? 0) > 0
  const condition = {
    type: 'DisruptionAllowed',
    status: allowed ? 'True' : 'False',
    reason: allowed ? 'SufficientPods' : 'InsufficientPods',
    message: '',
    observedGeneration: generation,
    lastTransitionTime: now,
  }
  return { ...status, conditions: setCondition(status.conditions ?? [], condition) }
}
