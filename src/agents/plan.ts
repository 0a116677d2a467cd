/** What is planned of one container, each at a time in milliseconds since 1970. */
export type ContainerPlan = {
  readonly start?: number
  readonly started?: number
  readonly ready?: number
  readonly exit?: Exit
}
/** An end of a container to come; `told` where it was told to stop. */
export type Exit = {
  readonly at: number
  readonly code: number
  readonly reason: string
  readonly message?: string
  readonly told?: boolean
}

/** What an agent remembers of a pod while something is to happen in it: its plans, by container. */
export type PodPlan = { readonly uid: string; readonly containers: { readonly [name: string]: ContainerPlan } }

/** When the next of what is planned happens; undefined where nothing is. */
export function nextOf({ containers }: PodPlan): number | undefined {
  const times = Object.values(containers).flatMap(({ start, started, ready, exit }) =>
    [start, started, ready, exit?.at].filter((time) => time !== undefined),
  )
  return times.length === 0 ? undefined : Math.min(...times)
}
