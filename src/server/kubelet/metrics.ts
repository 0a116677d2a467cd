import { quantityOf, scaledQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Family, Sample } from '../metrics/exposition.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'
import { type Measured, type Pod, type Use, bytesOf, timeOf, volumesOf } from './measure.js'

type Labels = Sample['labels']
type Value = readonly [labels: Labels, value: number]

const NANO = 1e9

const sorted = (labels: Labels): Labels =>
  Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))

const family = (name: string, type: Family['type'], help: string, values: readonly Value[], time?: number): Family => ({
  ...{ name, type, help },
  samples: values.map(([labels, value]) => ({
    ...{ name, labels: sorted(labels), value },
    ...(time === undefined ? {} : { time }),
  })),
})

const gauge = (name: string, help: string, values: readonly Value[], time?: number) =>
  family(name, 'gauge', help, values, time)
const counter = (name: string, help: string, values: readonly Value[], time?: number) =>
  family(name, 'counter', help, values, time)

/** A value without labels. */
const one = (value: number): readonly Value[] => [[{}, value]]
const secondsOf = ({ coreNanoSeconds }: Use) => coreNanoSeconds / NANO
const inPod = ({ metadata: { name = '', namespace = '' } }: Pod): Labels => ({ namespace, pod: name })

/** Returns the families of `/metrics/resource`, which metrics-server reads (pkg/kubelet/metrics/collectors). */
export function resourceFamilies({ now, use, pods }: Measured): readonly Family[] {
  const running = pods.flatMap(({ pod, containers }) =>
    containers.map((each) => ({ labels: { container: each.name, ...inPod(pod) }, use: each, start: each.start })),
  )
  const groups = [
    { of: 'container', all: running },
    { of: 'node', all: [{ labels: {}, use }] },
    { of: 'pod', all: pods.map((each) => ({ labels: inPod(each.pod), use: each.use })) },
  ]
  return [
    ...groups.flatMap(({ of, all }) => [
      counter(
        `${of}_cpu_usage_seconds_total`,
        `[STABLE] Cumulative cpu time consumed by the ${of} in core-seconds`,
        all.map((each) => [each.labels, secondsOf(each.use)]),
        now,
      ),
      gauge(
        `${of}_memory_working_set_bytes`,
        `[STABLE] Current working set of the ${of} in bytes`,
        all.map((each) => [each.labels, each.use.memory]),
        now,
      ),
      gauge(
        `${of}_swap_usage_bytes`,
        `[ALPHA] Current ${of === 'node' ? '' : 'amount of the '}${of === 'node' ? 'swap usage of the node' : `${of} swap usage`} in bytes. ${REPORTED}`,
        all.map((each) => [each.labels, 0]),
        now,
      ),
    ]),
    gauge(
      'container_start_time_seconds',
      '[STABLE] Start time of the container since unix epoch in seconds',
      running.map(({ labels, start }) => [labels, start / 1000]),
    ),
    gauge(
      'resource_scrape_error',
      '[STABLE] 1 if there was an error while getting container metrics, 0 otherwise',
      one(0),
    ),
  ]
}

const REPORTED = 'Reported only on non-windows systems'

/** Returns the cgroups of a node as cAdvisor tells them: the root, those of pods, and those of containers. */
function cgroupsOf({ node, now, use, pods }: Measured) {
  const root = { container: '', id: '/', image: '', name: '', namespace: '', pod: '' }
  return [
    { labels: root, start: timeOf(node.metadata.creationTimestamp) ?? now, use, limits: undefined },
    ...pods.flatMap(({ pod, containers, use: sum, start }) => {
      const slice = `/kubepods.slice/kubepods-pod${(pod.metadata.uid ?? '').replaceAll('-', '_')}.slice`
      const ofPod = { container: '', id: slice, image: '', name: '', ...inPod(pod) }
      return [
        { labels: ofPod, start, use: sum, limits: undefined },
        ...containers.map((each) => {
          const { name, image, id } = each
          const found = pod.spec?.containers?.find((container) => container.name === name)
          const own = { container: name, id: `${slice}/cri-containerd-${id}.scope`, image, name: id }
          return { labels: { ...ofPod, ...own }, start: each.start, use: each, limits: found?.resources?.limits }
        }),
      ]
    }),
  ]
}

/** Returns the families of `/metrics/cadvisor` that dashboards read. */
export function cadvisorFamilies(measured: Measured): readonly Family[] {
  const { now, pods } = measured
  const all = cgroupsOf(measured)
  type Cgroup = (typeof all)[number]
  const each = (value: (of: Cgroup) => number) => all.map((of): Value => [of.labels, value(of)])
  const limits = (resource: 'cpu' | 'memory', value: (limit: string) => number) =>
    all.flatMap(({ labels, limits: given }): readonly Value[] => {
      const limit = given?.[resource]
      return limit === undefined ? [] : [[labels, value(String(limit))]]
    })
  const silence = pods.map(({ pod }): Value => [{ interface: 'eth0', ...inPod(pod) }, 0])
  const memory = each((of) => of.use.memory)
  return [
    counter(
      'container_cpu_usage_seconds_total',
      'Cumulative cpu time consumed in seconds.',
      all.map(({ labels, use }) => [{ ...labels, cpu: 'total' }, secondsOf(use)]),
      now,
    ),
    gauge(
      'container_last_seen',
      'Last time a container was seen by the exporter',
      each(() => Math.floor(now / 1000)),
      now,
    ),
    gauge('container_memory_rss', 'Size of RSS in bytes.', memory, now),
    gauge('container_memory_usage_bytes', ALL_MEMORY, memory, now),
    gauge('container_memory_working_set_bytes', 'Current working set in bytes.', memory, now),
    counter('container_network_receive_bytes_total', 'Cumulative count of bytes received', silence, now),
    counter('container_network_transmit_bytes_total', 'Cumulative count of bytes transmitted', silence, now),
    gauge(
      'container_spec_cpu_quota',
      'CPU quota of the container.',
      limits('cpu', (limit) => Number(scaledQuantity(quantityOf(limit), -3)) * QUOTA_PER_MILLI),
    ),
    gauge('container_spec_memory_limit_bytes', 'Memory limit for the container.', limits('memory', bytesOf)),
    gauge(
      'container_start_time_seconds',
      'Start time of the container since unix epoch in seconds.',
      each((of) => Math.floor(of.start / 1000)),
      now,
    ),
    ...machineFamilies(measured),
  ]
}

const ALL_MEMORY = 'Current memory usage in bytes, including all memory regardless of when it was accessed'
/** Microseconds of each period of 100 ms that a thousandth of a processor is. */
const QUOTA_PER_MILLI = 100

function machineFamilies({ node: { status }, memory }: Measured): readonly Family[] {
  const cpus = Number(scaledQuantity(quantityOf(String(status?.capacity?.['cpu'] ?? '0')), 0))
  const { kernelVersion = '', osImage: osVersion = '' } = status?.nodeInfo ?? {}
  return [
    gauge(
      'cadvisor_version_info',
      "A metric with a constant '1' value labeled by kernel version, OS version, docker version, cadvisor version & cadvisor revision.",
      [[{ cadvisorRevision: '', cadvisorVersion: '', dockerVersion: '', kernelVersion, osVersion }, 1]],
    ),
    gauge('machine_cpu_cores', 'Number of logical CPU cores.', one(cpus)),
    gauge('machine_memory_bytes', 'Amount of memory installed on the machine.', one(memory)),
    gauge('machine_scrape_error', '1 if there was an error while getting machine metrics, 0 otherwise.', one(0)),
  ]
}

/** Returns the families of `/metrics` that dashboards and alerts read. */
export function kubeletFamilies(measured: Measured, sight: ComputeContext): readonly Family[] {
  const { node, pods, storage } = measured
  const volumes = pods.flatMap(({ pod }) =>
    volumesOf(pod, storage, sight).flatMap(({ claim, capacity, used }) => {
      if (claim === undefined) return []
      return [{ labels: { namespace: pod.metadata.namespace ?? '', persistentvolumeclaim: claim }, capacity, used }]
    }),
  )
  const volume = (name: string, help: string, value: (of: (typeof volumes)[number]) => number) =>
    gauge(
      `kubelet_volume_stats_${name}_bytes`,
      `[ALPHA] ${help}`,
      volumes.map((of) => [of.labels, value(of)]),
    )
  const running = pods.reduce((sum, { containers }) => sum + containers.length, 0)
  const named = { node: node.metadata.name ?? '' }
  return [
    gauge('kubelet_node_name', "[ALPHA] The node's name. The count is always 1.", [[named, 1]]),
    gauge('kubelet_running_containers', '[ALPHA] Number of containers currently running', [
      [{ container_state: 'running' }, running],
    ]),
    gauge('kubelet_running_pods', '[ALPHA] Number of pods that have a running pod sandbox', one(pods.length)),
    volume('available', 'Number of available bytes in the volume', ({ capacity, used }) => capacity - used),
    volume('capacity', 'Capacity in bytes of the volume', ({ capacity }) => capacity),
    volume('used', 'Number of used bytes in the volume', ({ used }) => used),
  ]
}
