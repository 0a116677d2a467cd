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
 * Sets one condition among others, in its place or last (meta.SetStatusCondition): the time of its last transition
 * stays while its status does.
 */
export function setCondition<
  T extends { readonly type?: string; readonly status?: string; readonly lastTransitionTime?: string | null },
>(conditions: readonly T[], { lastTransitionTime, ...condition }: StatusCondition): readonly (T | StatusCondition)[] {
  const old = conditions.find(({ type }) => type === condition.type)
  const time = old?.status === condition.status && old.lastTransitionTime ? old.lastTransitionTime : lastTransitionTime
  const next: StatusCondition = { lastTransitionTime: time, ...condition }
  return old ? conditions.map((each) => (each === old ? next : each)) : [...conditions, next]
}
