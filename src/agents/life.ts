import type { AgentPod, Probe } from './types.js'
import type { Placed } from './containers-of.js'

/** How long whatever nobody scripted takes: a pod to come to life, a container to do its work, or to stop. In milliseconds. */
export const MOMENT = 1000

/** How one run of a container goes: milliseconds from its start, and what it ends with. */
export type Life = {
  /** When its startup probe succeeds. */
  readonly started: number
  /** When it is ready, which is not before it has started. */
  readonly ready: number
  /** When and how it ends by itself; undefined where it goes on. */
  readonly exit?: { readonly after: number; readonly code: number; readonly reason: string; readonly message?: string }
  /** How long it takes to stop when it is told to. */
  readonly stop: number
}

/** The life of a container that nobody scripted: it is ready as soon as its probes are asked; one that is to end does so after a moment. */
export function lifeOf(pod: AgentPod, { group, container }: Pick<Placed, 'group' | 'container'>): Life {
  const started = firstSuccess(container.startupProbe)
  const ready = started + firstSuccess(container.readinessProbe)
  const life = { started, ready, stop: MOMENT }
  const isStep = group === 'initContainers' && container.restartPolicy !== 'Always'
  const isWork = group === 'containers' && belongsToJob(pod) && pod.spec?.restartPolicy !== 'Always'
  return isStep || isWork ? { ...life, exit: { after: MOMENT, code: 0, reason: 'Completed' } } : life
}

/** How long after it was first to be asked a probe that always succeeds has succeeded often enough. */
function firstSuccess(probe: Probe | undefined): number {
  if (!probe) return 0
  const { initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1 } = probe
  return (initialDelaySeconds + (successThreshold - 1) * periodSeconds) * 1000
}

const belongsToJob = ({ metadata }: AgentPod) =>
  Boolean(metadata.ownerReferences?.some(({ kind, controller }) => kind === 'Job' && controller))
