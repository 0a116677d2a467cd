/** A condition of an object's status. */
export type StatusCondition = {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string
  readonly observedGeneration?: number
}

/**
 * Sets one condition of a list, in its place or appended (meta.SetStatusCondition): lastTransitionTime is kept while
 * the status stays the same.
 */
export function setCondition<
  T extends { readonly type?: string; readonly status?: string; readonly lastTransitionTime?: string | null },
>(conditions: readonly T[], { lastTransitionTime, ...condition }: StatusCondition): readonly (T | StatusCondition)[] {
  const old = conditions.find(({ type }) => type === condition.type)
  const time = old?.status === condition.status && old.lastTransitionTime ? old.lastTransitionTime : lastTransitionTime
  const next: StatusCondition = { lastTransitionTime: time, ...condition }
  return old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next]
}

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
