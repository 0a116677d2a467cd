import type { Family, Sample } from './exposition.js'
import { BOUNDS, type Labels, type RequestCounters, type Series } from './request-counters.js'

/** The figures of a server at the time of a scrape. */
type Figures = {
  readonly requests: Pick<RequestCounters, 'series' | 'inFlight'>
  /** The version as in `/version`. */
  readonly build: Readonly<Record<string, string>>
  /** The number of stored objects by resource: `pods`, `deployments.apps`. */
  readonly objects: ReadonlyMap<string, number>
}

/**
 * Returns the metrics of a server, named as on a real one (k8s.io/apiserver, pkg/endpoints/metrics;
 * pkg/storage/etcd3/metrics).
 */
export function familiesOf({ requests, build, objects }: Figures): readonly Family[] {
  const series = sorted(requests.series())
  const { readOnly, mutating } = requests.inFlight()
  return [
    {
      name: REQUESTS,
      help: '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      type: 'counter',
      samples: series.flatMap(({ labels, codes }) =>
        [...codes]
          .sort(([a], [b]) => a - b)
          .map(([code, value]) => ({ name: REQUESTS, labels: { code: String(code), ...labels }, value })),
      ),
    },
    {
      name: DURATION,
      help: '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      type: 'histogram',
      samples: series.flatMap(histogramOf),
    },
    {
      name: LONG_RUNNING,
      help: '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      type: 'gauge',
      samples: series
        .filter(({ labels }) => labels.verb === 'WATCH')
        .map(({ labels: { dry_run: _, ...labels }, open }) => ({ name: LONG_RUNNING, labels, value: open })),
    },
    {
      name: IN_FLIGHT,
      help: '[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
      type: 'gauge',
      samples: [
        { name: IN_FLIGHT, labels: { request_kind: 'mutating' }, value: mutating },
        { name: IN_FLIGHT, labels: { request_kind: 'readOnly' }, value: readOnly },
      ],
    },
    {
      name: OBJECTS,
      help: '[STABLE] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
      type: 'gauge',
      samples: [...objects]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([resource, value]) => ({ name: OBJECTS, labels: { resource }, value })),
    },
    {
      name: BUILD,
      help: "[ALPHA] A metric with a constant '1' value labeled by major, minor, git version, git commit, git tree state, build date, Go version, and compiler from which Kubernetes was built, and platform on which it is running.",
      type: 'gauge',
      samples: [{ name: BUILD, labels: build, value: 1 }],
    },
  ]
}

const REQUESTS = 'apiserver_request_total'
const DURATION = 'apiserver_request_duration_seconds'
const LONG_RUNNING = 'apiserver_longrunning_requests'
const IN_FLIGHT = 'apiserver_current_inflight_requests'
const OBJECTS = 'apiserver_storage_objects'
const BUILD = 'kubernetes_build_info'

/** Sorts series by their labels. */
function sorted(all: readonly Series[]): readonly Series[] {
  return all
    .map((series) => ({ series, key: Object.values(series.labels).join('\0') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ series }) => series)
}

function histogramOf({ labels, codes, buckets, seconds }: Series): readonly Sample[] {
  if (codes.size === 0) return []
  const counts = [...BOUNDS.map(String), '+Inf'].map(countUpTo(labels, buckets))
  const total = buckets.reduce((sum, count) => sum + count, 0)
  return [
    ...counts,
    { name: `${DURATION}_sum`, labels, value: seconds },
    { name: `${DURATION}_count`, labels, value: total },
  ]
}

/** Makes the cumulative buckets, called for one bound after the other. */
function countUpTo(labels: Labels, buckets: readonly number[]): (bound: string, at: number) => Sample {
  let sum = 0
  return (le, at) => {
    sum += buckets[at] ?? 0
    return { name: `${DURATION}_bucket`, labels: { ...labels, le }, value: sum }
  }
}
