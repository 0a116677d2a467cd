import { badRequest } from '../../base/errors/status.js'
import type { ContainerRun } from '../containers/log-lines.js'
import { type PodSeen, statusNamed } from './pod-container.js'

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text))

/**
 * Returns the container run whose log is requested. Throws a StatusError with the kubelet's message if there is none
 * (validateContainerLogStatus).
 */
export function runOf(pod: PodSeen, name: string, previous: boolean): ContainerRun {
  const status = statusNamed(pod, name)
  const which = `container "${name}" in pod "${pod.metadata.name}"`
  if (!status) throw badRequest(`${which} is not available`)
  const { state = {}, lastState = {}, containerID = '' } = status
  const ended = (terminated = lastState.terminated): ContainerRun | undefined =>
    terminated?.containerID
      ? { id: terminated.containerID, start: timeOf(terminated.startedAt), end: timeOf(terminated.finishedAt) }
      : undefined
  if (previous) {
    const run = ended()
    if (!run) throw badRequest(`previous terminated ${which} not found`)
    return run
  }
  if (state.running) return { id: containerID, start: timeOf(state.running.startedAt) }
  if (state.terminated ?? lastState.terminated) {
    const run = ended(state.terminated) ?? ended()
    if (!run) throw badRequest(`${which} is terminated`)
    return run
  }
  throw badRequest(`${which} is waiting to start${waitText(state.waiting?.reason)}`)
}

function waitText(reason: string | undefined): string {
  if (reason === undefined) return ' - no logs yet'
  if (reason === 'ErrImagePull') return ": image can't be pulled"
  return reason === 'ImagePullBackOff' ? ': trying and failing to pull image' : `: ${reason}`
}

/** Returns the current state of a run: it has ended if the pod says so, or no longer has that run. */
export function runNow(pod: PodSeen | undefined, name: string, run: ContainerRun, now: number): ContainerRun {
  if (run.end !== undefined) return run
  const status = pod && statusNamed(pod, name)
  if (status?.state?.running && status.containerID === run.id) return run
  const over = [status?.state?.terminated, status?.lastState?.terminated].find((each) => each?.containerID === run.id)
  return { ...run, end: over ? timeOf(over.finishedAt) : now }
}
