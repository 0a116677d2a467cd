/** A kind as requests name it: `apps/v1/deployments`, `v1/pods`. */
export type Resource = string

/** An object to be made; its namespace is the scenario's own. */
export type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly [member: string]: unknown }
  readonly [member: string]: unknown
}

/** What somebody does, after which everything comes to rest and is looked at. */
export type Step =
  | { readonly do: 'create'; readonly objects: readonly Manifest[] }
  /** A strategic merge patch. */
  | { readonly do: 'patch'; readonly at: string; readonly patch: object }
  | { readonly do: 'delete'; readonly at: string; readonly options?: object }
  /** Writes the status of pods, as a node's agent would: of the first so many that have no such phase yet, in order of name and age. */
  | { readonly do: 'pods'; readonly selector: string; readonly count: number; readonly status: object }
  | { readonly do: 'deletePods'; readonly selector: string; readonly count: number }
  | { readonly do: 'evict'; readonly selector: string; readonly count: number; readonly options?: object }
  /** A strategic merge patch of pods. */
  | { readonly do: 'patchPods'; readonly selector: string; readonly count: number; readonly patch: object }
  | { readonly do: 'wait'; readonly seconds: number }
  /** Waits until a minute has begun. */
  | { readonly do: 'minute' }

/** A story about what controllers do. Its name is `Kind/what`. */
export type Scenario = {
  readonly name: string
  readonly steps: readonly Step[]
  /** It is played while no other is: what it does concerns all nodes, or depends on what else is on them. */
  readonly alone?: true
  /** Nodes are told apart. */
  readonly nodes?: true
  /** For how many seconds nothing may change before it is taken to be at rest (default 4): longer than anything in it waits. */
  readonly quiet?: number
  /** What else is looked at; `self` is the scenario's namespace. */
  readonly also?: readonly (Resource | 'self')[]
  /** Pods of the same second are taken in the order of how they are, before that of their names, which chance decides. */
  readonly byState?: true
}

/** Everything there is in a scenario's namespace after a step, without what differs from run to run by nature. */
export type Scene = { readonly [what: string]: number }

/** A scenario as it was played: what there was after each step. */
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
