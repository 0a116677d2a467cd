import type { Column, RowCondition } from '../../../model/registry/column.js'
import { ageColumn, nameColumn, sinceText } from '../../../model/registry/columns.js'
import { summaryOf } from './pod-summary.js'
import type { Pod } from './pod-types.js'

/** The table columns of pods. */
export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  {
    name: 'Ready',
    description: 'The aggregate readiness state of this pod for accepting traffic.',
    cell: (pod) => `${summaryOf(pod).ready}/${summaryOf(pod).total}`,
  },
  {
    name: 'Status',
    description: 'The aggregate status of the containers in this pod.',
    cell: (pod) => summaryOf(pod).reason,
  },
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
    description:
      'podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
    cell: ({ status }) => (status?.podIPs?.[0]?.ip ?? status?.podIP) || '<none>',
  },
  {
    name: 'Node',
    priority: 1,
    description:
      'NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a specific node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename',
    cell: ({ spec }) => spec?.nodeName || '<none>',
  },
  {
    name: 'Nominated Node',
    priority: 1,
    description:
      'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
    cell: ({ status }) => status?.nominatedNodeName || '<none>',
  },
  {
    name: 'Readiness Gates',
    priority: 1,
    description:
      'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
    cell: gatesText,
  },
]

function restartsText(pod: Pod, now: number): string {
  const { restarts, restarted } = summaryOf(pod)
  return restarts !== 0 && restarted ? `${restarts} (${sinceText(restarted, now)} ago)` : String(restarts)
}

function gatesText({ spec, status }: Pod): string {
  const featureGates = spec?.readinessGates ?? []
  if (featureGates.length === 0) return '<none>'
  const met = featureGates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: is }) => type === conditionType && is === 'True'),
  )
  return `${met.length}/${featureGates.length}`
}

const COMPLETED = { Succeeded: 'The pod has completed successfully.', Failed: 'The pod failed.' }

/** Returns the row conditions of a finished pod. */
export function endedConditions({ status: { phase } = {} }: Pod): readonly RowCondition[] {
  if (phase !== 'Succeeded' && phase !== 'Failed') return []
  return [{ type: 'Completed', status: 'True', reason: phase, message: COMPLETED[phase] }]
}
