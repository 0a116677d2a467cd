import { withMembers } from '../base/json.js'
import type { ContainerPlay } from '../containers/types.js'
import type { Placed } from './containers-of.js'
import type { ContainerPlan, PodPlan } from './plan.js'
import type { ContainerRemark } from './remarks.js'
import type { AgentPod, ContainerStatus, PodStatus } from './types.js'

/** What an agent goes by. */
export type Scene = {
  readonly pod: AgentPod
  /** The time, in milliseconds since 1970. */
  readonly now: number
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number
  /** What is said of a container. */
  readonly playOf: (placed: Placed) => ContainerPlay
  /** Whether the pod's status is not the agent's own: what waits in it goes on waiting. */
  readonly isAdopted: boolean
  /** Whether an image is on the node. */
  readonly hasImage: (image: string) => boolean
}

/** What has come of a pod, what is planned of it, and what its agent has to say. */
export type Progress = {
  readonly status: PodStatus
  readonly plan: PodPlan
  readonly remarks: readonly ContainerRemark[]
}

/** A pod in the works. */
export type Work = {
  readonly scene: Scene
  readonly placed: Placed[]
  readonly plans: Map<string, ContainerPlan>
  readonly remarks: ContainerRemark[]
  /** It is to end, whatever its policy: nothing is started any more. */
  readonly isEnding: boolean
  /** Names of containers that are left waiting. */
  readonly left: ReadonlySet<string>
}

/** What is planned of a container. */
export const planOf = ({ plans }: Work, { container }: Placed): ContainerPlan => plans.get(container.name) ?? {}

/** Puts a plan in place of what was planned; one that says nothing is no plan. */
export function setPlan({ plans }: Work, { container }: Placed, plan: ContainerPlan): void {
  if (Object.keys(plan).length === 0) plans.delete(container.name)
  else plans.set(container.name, plan)
}

/** Says something else of a container. */
export function setStatus({ placed }: Work, of: Placed, said: Partial<ContainerStatus>): Placed {
  const at = placed.findIndex(({ container }) => container.name === of.container.name)
  const next = { ...of, status: withMembers(of.status, said) }
  placed[at] = next
  return next
}
