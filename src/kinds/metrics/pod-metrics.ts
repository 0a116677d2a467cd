import { printGoDuration } from '../../base/go/duration.js'
import { notFound } from '../../base/errors/status.js'
import { formatTime } from '../../base/time/time.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'
import type { KubeObject } from '../../schema/object.js'
import { defineStructKind } from '../struct/struct-kind.js'
import { type MeteredPod, type Usage, metricsColumns, totalOf, usageOf } from './usage.js'
import { METRICS_API, METRICS_WINDOW } from '../../model/registry/metrics-api.js'

/** PodMetrics in their served form. */
type PodMetrics = KubeObject & {
  readonly timestamp?: string
  readonly window?: string
  readonly containers?: readonly { readonly name: string; readonly usage: Usage }[]
}

/** PodMetrics: the usage of a pod's containers, computed with scripts on every read and never stored. */
export const podMetrics = defineStructKind<PodMetrics>('metrics.v1beta1.PodMetrics', (profile) => ({
  group: profile.group(METRICS_API.group),
  scope: 'Namespaced',
  names: { kind: 'PodMetrics', plural: 'pods', singular: '', notFound: 'podmetrics' },
  schema: { description: 'PodMetrics sets resource usage metrics of a pod.' },
  storage: {
    computed: {
      list: (sight, namespace) =>
        sight
          .objects('/pods', namespace)
          .flatMap((pod) => metricsOf(pod, sight, profile.group(METRICS_API.group)) ?? []),
      get(sight, namespace, name) {
        const pod = sight.object('/pods', namespace, name)
        if (!pod) throw notFound({ group: '', resource: 'pods' }, name)
        const group = profile.group(METRICS_API.group)
        const found = metricsOf(pod, sight, group)
        if (!found) throw notFound({ group, resource: 'podmetrics' }, `${namespace}/${name}`)
        return found
      },
    },
  },
  discovery: { verbs: ['get', 'list'] },
  table: {
    columns: metricsColumns(({ containers = [] }) => totalOf(containers.map(({ usage }) => usage))),
  },
}))

function metricsOf(pod: MeteredPod, sight: ComputeContext, group: string): PodMetrics | undefined {
  const containers = usageOf(pod, sight)
  if (containers.length === 0) return undefined
  const { name = '', namespace = '', labels } = pod.metadata
  const timestamp = formatTime(sight.now())
  return {
    kind: 'PodMetrics',
    apiVersion: `${group}/${METRICS_API.version}`,
    metadata: { name, namespace, creationTimestamp: timestamp, ...(labels ? { labels } : {}) },
    timestamp,
    window: printGoDuration(METRICS_WINDOW),
    containers,
  }
}
