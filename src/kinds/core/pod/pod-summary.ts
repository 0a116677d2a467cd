import { isSidecar } from '../../shared/ended-pods.js'
import type { ContainerStatus, Pod } from './pod-types.js'

/** The summary of a pod's containers in a table row. */
type PodSummary = {
  readonly ready: number
  readonly total: number
  readonly reason: string
  readonly restarts: number
  /** When the last restarted container terminated; empty if none was restarted. */
  readonly restarted: string
}

type Counted = { restarts: number; restarted: string }

const known = new WeakMap<Pod, PodSummary>()

/** Returns the summary of a pod's containers in a row of `kubectl get` (printPod). */
export function summaryOf(pod: Pod): PodSummary {
  let summary = known.get(pod)
  if (!summary) known.set(pod, (summary = summarized(pod)))
  return summary
}

function summarized({ metadata, spec: { containers, initContainers = [] } = {}, status = {} }: Pod): PodSummary {
  const { phase = '', conditions = [], containerStatuses = [] } = status
  const gated = conditions.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated')
  const sidecars = new Set(initContainers.filter(isSidecar).map(({ name }) => name))
  const begun = gated ? 'SchedulingGated' : status.reason || phase
  const init = initialized(status.initContainerStatuses ?? [], sidecars, initContainers.length)
  let { ready } = init
  let reason = init.reason || begun
  let counted = init.all
  if (!init.reason || conditions.some(({ type, status: is }) => type === 'Initialized' && is === 'True')) {
    counted = init.sidecars
    for (const container of containerStatuses) count(counted, container)
    const running = containerStatuses.filter((container) => isRunning(container))
    ready += running.length
    reason = containerStatuses.map(endText).find((text) => text !== '') ?? reason
    if (reason === 'Completed' && running.length > 0)
      reason = conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True') ? 'Running' : 'NotReady'
  }
  if (metadata.deletionTimestamp && status.reason === 'NodeLost') reason = 'Unknown'
  else if (metadata.deletionTimestamp && phase !== 'Succeeded' && phase !== 'Failed') reason = 'Terminating'
  return { ready, total: (containers ?? []).length + sidecars.size, reason, ...counted }
}

/** Returns the progress of init containers: a reason unless all of them are initialized. */
function initialized(statuses: readonly ContainerStatus[], sidecars: ReadonlySet<string>, most: number) {
  const all: Counted = { restarts: 0, restarted: '' }
  const ofSidecars: Counted = { restarts: 0, restarted: '' }
  let ready = 0
  for (const [i, status] of statuses.entries()) {
    const staying = sidecars.has(status.name ?? '')
    count(all, status)
    if (staying) count(ofSidecars, status)
    if (status.state?.terminated && !status.state.terminated.exitCode) continue
    if (!staying || !status.started) return { all, sidecars: ofSidecars, ready, reason: initText(status, i, most) }
    if (status.ready) ready += 1
  }
  return { all, sidecars: ofSidecars, ready, reason: '' }
}

function count(counted: Counted, { restartCount = 0, lastState }: ContainerStatus): void {
  const ended = lastState?.terminated?.finishedAt ?? ''
  counted.restarts += restartCount
  if (ended > counted.restarted) counted.restarted = ended
}

function initText({ state: { waiting, terminated } = {} }: ContainerStatus, at: number, most: number): string {
  if (terminated) return `Init:${exitText(terminated)}`
  return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : `Init:${at}/${most}`
}

const isRunning = ({ state: { waiting, terminated, running } = {}, ready }: ContainerStatus) =>
  Boolean(!waiting?.reason && !terminated && ready && running)

function endText({ state: { waiting, terminated } = {} }: ContainerStatus): string {
  return waiting?.reason || (terminated ? exitText(terminated) : '')
}

type Terminated = { readonly reason?: string; readonly exitCode?: number; readonly signal?: number }

const exitText = ({ reason, signal, exitCode = 0 }: Terminated) =>
  reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`)
