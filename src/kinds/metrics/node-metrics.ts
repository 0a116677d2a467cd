import { append } from '../../base/lists/lists.js'
import { printGoDuration } from '../../base/go/duration.js'
import { notFound } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { defineStructKind } from '../struct/struct-kind.js'
import {
  type MeteredNode,
  type MeteredPod,
  type Usage,
  metricsColumns,
  NO_USE,
  isMeasured,
  totalOf,
  usageOf,
} from './usage.js'
import { METRICS_API, METRICS_WINDOW } from '../../model/registry/metrics-api.js'

/** NodeMetrics in their served form. */
type NodeMetrics = KubeObject & {
  readonly timestamp?: string
  readonly window?: string
  readonly usage?: Usage
}

/** NodeMetrics: the total usage of the pods on a node, computed with scripts on every read and never stored. */
export const nodeMetrics = defineStructKind<NodeMetrics>('metrics.v1beta1.NodeMetrics', (profile) => ({
  group: profile.group(METRICS_API.group),
  scope: 'Cluster',
  names: { kind: 'NodeMetrics', plural: 'nodes', singular: '', notFound: 'nodemetrics' },
  schema: { description: 'NodeMetrics sets resource usage metrics of a node.' },
  storage: {
    computed: {
      list(sight) {
        const nodes: readonly MeteredNode[] = sight.objects('/nodes', '')
        const used = usageByNode(sight)
        return nodes
          .filter(isMeasured)
          .map((node) =>
            metricsOf(node, used.get(node.metadata.name ?? '') ?? [], sight, profile.group(METRICS_API.group)),
          )
      },
      get(sight, _namespace, name) {
        const node: MeteredNode | undefined = sight.object('/nodes', '', name)
        // The resource name that metrics-server's lister reports.
        if (!node) throw notFound({ group: '', resource: 'node' }, name)
        const group = profile.group(METRICS_API.group)
        if (!isMeasured(node)) throw notFound({ group, resource: 'nodemetrics' }, name)
        return metricsOf(node, usageByNode(sight, name).get(name) ?? [], sight, group)
      },
    },
  },
  discovery: { verbs: ['get', 'list'] },
  table: { columns: metricsColumns(({ usage = NO_USE }) => usage) },
}))

/** Returns the usages of the containers on each node, or on one. */
function usageByNode(sight: ComputeContext, only?: string): ReadonlyMap<string, readonly Usage[]> {
  const pods: readonly MeteredPod[] = sight.objects('/pods', '')
  const used = new Map<string, Usage[]>()
  for (const pod of pods) {
    const host = pod.spec?.nodeName
    if (host === undefined || (only !== undefined && host !== only)) continue
    const before = used.get(host) ?? []
    used.set(host, before)
    append(
      before,
      usageOf(pod, sight).map(({ usage }) => usage),
    )
  }
  return used
}

function metricsOf(
  { metadata }: MeteredNode,
  used: readonly Usage[],
  sight: ComputeContext,
  group: string,
): NodeMetrics {
  const { name = '', labels } = metadata
  const timestamp = formatTime(sight.now())
  return {
    kind: 'NodeMetrics',
    apiVersion: `${group}/${METRICS_API.version}`,
    metadata: { name, creationTimestamp: timestamp, ...(labels ? { labels } : {}) },
    timestamp,
    window: printGoDuration(METRICS_WINDOW),
    usage: totalOf(used),
  }
}
