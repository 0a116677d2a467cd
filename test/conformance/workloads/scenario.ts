/** A resource, such as `apps/v1/deployments` or `v1/pods`. */
export type Resource = string

/** An object to create, in the namespace of the scenario. */
export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly [member: string]: unknown }
  readonly [member: string]: unknown
}

/** An action of a client, after which the cluster settles and its scene is read. */
export type Step =
  | { readonly do: 'create'; readonly objects: readonly Manifest[] }
  /** A strategic merge patch. */
  | { readonly do: 'patch'; readonly at: string; readonly patch: object }
  | { readonly do: 'delete'; readonly at: string; readonly options?: object }
  /**
   * Writes the status of pods, as a node agent would: of the first `count` without this phase, ordered by name and age.
   */
  | { readonly do: 'pods'; readonly selector: string; readonly count: number; readonly status: object }
  | { readonly do: 'deletePods'; readonly selector: string; readonly count: number }
  | { readonly do: 'evict'; readonly selector: string; readonly count: number; readonly options?: object }
  /** A strategic merge patch of pods. */
  | { readonly do: 'patchPods'; readonly selector: string; readonly count: number; readonly patch: object }
  | { readonly do: 'wait'; readonly seconds: number }
  /** Waits until a new minute begins. */
  | { readonly do: 'minute' }

/** A test scenario of controllers. Its name is `Kind/what`. */
export type Scenario = {
  readonly name: string
  readonly steps: readonly Step[]
  /** It is played alone, as it affects all nodes or depends on other pods on them. */
  readonly alone?: true
  /** Scenes tell nodes apart. */
  readonly nodes?: true
  /** Seconds without a change after which it counts as settled (default 4): longer than anything in it waits. */
  readonly quiet?: number
  /** Further resources in its scenes; `self` is the Namespace of the scenario. */
  readonly also?: readonly (Resource | 'self')[]
  /** Pods created in the same second are ordered by their state rather than by their random names. */
  readonly byState?: true
}

/** All objects in the namespace of a scenario after a step, without values that differ from run to run. */
export type Scene = { readonly [what: string]: number }

/** A played scenario, with the scene after each step. */
export type Played = { readonly name: string; readonly scenes: readonly Scene[] }

export const create = (...objects: readonly Manifest[]): Step => ({ do: 'create', objects })
export const patch = (at: string, change: object): Step => ({ do: 'patch', at, patch: change })
export const remove = (at: string, options?: object): Step => ({ do: 'delete', at, ...(options ? { options } : {}) })
export const setPods = (selector: string, count: number, status: object): Step => ({
  do: 'pods',
  selector,
  count,
  status,
})
export const deletePods = (selector: string, count: number): Step => ({ do: 'deletePods', selector, count })
export const patchPods = (selector: string, count: number, change: object): Step => ({
  do: 'patchPods',
  selector,
  count,
  patch: change,
})
export const evict = (selector: string, count: number, options?: object): Step => ({
  do: 'evict',
  selector,
  count,
  ...(options ? { options } : {}),
})
export const wait = (seconds: number): Step => ({ do: 'wait', seconds })
export const minute: Step = { do: 'minute' }
