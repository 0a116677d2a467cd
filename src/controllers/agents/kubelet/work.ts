import { withMembers } from '../../../base/json/json.js'
import type { ContainerPlay } from '../../../rest/containers/types.js'
import type { Placed } from './containers-of.js'
import type { ContainerPlan, PodPlan } from './plan.js'
import type { ContainerRemark } from './container-events.js'
import type { AgentPod, ContainerStatus, PodStatus } from './types.js'

/** The inputs of an agent's step. */
export type Scene = {
  readonly pod: AgentPod
  /** The current time, in milliseconds since 1970. */
  readonly now: number
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** Returns the scripted behaviour of a container. */
  readonly playOf: (placed: Placed) => ContainerPlay
  /** Whether the pod's status is from a fixture: containers that wait in it go on waiting. */
  readonly isAdopted: boolean
  /** Whether an image is on the node. */
  readonly hasImage: (image: string) => boolean
}

/** The result of a step: the new status, the plan, and the Events to record. */
export type Progress = {
  readonly status: PodStatus
  readonly plan: PodPlan
  readonly remarks: readonly ContainerRemark[]
}

/** A pod during a step. */
export type Work = {
  readonly scene: Scene
  readonly placed: Placed[]
  readonly plans: Map<string, ContainerPlan>
  readonly remarks: ContainerRemark[]
  /** Whether a container of the pod has been started. */
  hasStarted: boolean
  /** The pod is terminating, whatever its restart policy: nothing starts any more. */
  readonly isEnding: boolean
  /** When all containers begin anew. */
  reset: number | undefined
  /** The names of containers that stay waiting. */
  readonly left: ReadonlySet<string>
}

/** Returns the plan of a container. */
export const planOf = ({ plans }: Work, { container }: Placed): ContainerPlan => plans.get(container.name) ?? {}

/** Replaces the plan of a container; an empty plan is removed. */
export function setPlan({ plans }: Work, { container }: Placed, plan: ContainerPlan): void {
  if (Object.keys(plan).length === 0) plans.delete(container.name)
  else plans.set(container.name, plan)
}

/** Returns a container as it is after its changes. */
export const nowOf = ({ placed }: Work, of: Placed): Placed => placed[of.place] ?? of

/** Changes the status of a container. */
export function setStatus({ placed }: Work, of: Placed, said: Partial<ContainerStatus>): void {
  placed[of.place] = { ...of, status: withMembers(of.status, said) }
}
