import type { Column } from '../../../registry/column.js'
import { ageColumn, nameColumn, sinceText } from '../../../registry/columns.js'
import type { ContainerStatus, Pod } from './pod-types.js'

/** The table of pods. */
export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  { name: 'Ready', description: 'The aggregate readiness state of this pod for accepting traffic.', cell: readyText },
  { name: 'Status', description: 'The aggregate status of the containers in this pod.', cell: statusText },
  {
    name: 'Restarts',
    description:
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    cell: restartsText,
  },
  ageColumn,
  {
    name: 'IP',
    priority: 1,
    description: 'The address of the pod, reachable at least within the cluster.',
    cell: ({ status }) => (status?.podIPs?.[0]?.ip ?? status?.podIP) || '<none>',
  },
  { name: 'Node', priority: 1, description: 'The node the pod is on.', cell: ({ spec }) => spec?.nodeName || '<none>' },
  {
    name: 'Nominated Node',
    priority: 1,
    description: 'The node the pod is to be on once others have made room.',
    cell: ({ status }) => status?.nominatedNodeName || '<none>',
  },
  {
    name: 'Readiness Gates',
    priority: 1,
    description: 'Conditions the pod must have to be ready, as far as they are met.',
    cell: gatesText,
  },
]

function readyText({ spec, status }: Pod): string {
  const ready = (status?.containerStatuses ?? []).filter(
    (container) => container.ready && container.state?.running,
  ).length
  return `${ready}/${spec?.containers?.length ?? 0}`
}

function restartsText({ status }: Pod, now: number): string {
  const containers = status?.containerStatuses ?? []
  const count = containers.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
  const last = containers
    .map(({ lastState }) => lastState?.terminated?.finishedAt ?? '')
    .sort()
    .at(-1)
  return count > 0 && last ? `${count} (${sinceText(last, now)} ago)` : String(count)
}

function gatesText({ spec, status }: Pod): string {
  const featureGates = spec?.readinessGates ?? []
  if (featureGates.length === 0) return '<none>'
  const met = featureGates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: is }) => type === conditionType && is === 'True'),
  )
  return `${met.length}/${featureGates.length}`
}

function statusText({ metadata, spec, status = {} }: Pod): string {
  if (metadata.deletionTimestamp && !['Succeeded', 'Failed'].includes(status.phase ?? ''))
    return status.reason === 'NodeLost' ? 'Unknown' : 'Terminating'
  const gated = status.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated')
  const reason = gated ? 'SchedulingGated' : status.reason || (status.phase ?? '')
  const init = initText(status.initContainerStatuses ?? [], spec?.initContainers?.length ?? 0)
  if (init) return init
  const containers = status.containerStatuses ?? []
  const running = containers.some(({ ready, state }) => ready && state?.running)
  const said = containers.map(containerText).find((text) => text !== '') || reason
  const ready = status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True')
  return said === 'Completed' && running ? (ready ? 'Running' : 'NotReady') : said
}

function initText(statuses: readonly ContainerStatus[], count: number): string {
  const at = statuses.findIndex(({ state }) => state?.terminated?.exitCode !== 0)
  const found = statuses[at]
  if (!found || found.started) return ''
  const text = containerText(found)
  return text && text !== 'PodInitializing' ? `Init:${text}` : `Init:${at}/${count}`
}

function containerText({ state: { waiting, terminated } = {} }: ContainerStatus): string {
  if (waiting?.reason) return waiting.reason
  if (!terminated) return ''
  return (
    terminated.reason || (terminated.signal ? `Signal:${terminated.signal}` : `ExitCode:${terminated.exitCode ?? 0}`)
  )
}
