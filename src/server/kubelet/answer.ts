import { isMeasured } from '../../kinds/metrics/usage.js'
import { type Family, METRICS_TEXT, exposition } from '../metrics/exposition.js'
import { sightOf } from '../../rest/read/computed.js'
import type { RestContext } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import {
  type Measured,
  type MeasuredContainer,
  type MeasuredPod,
  type MeasuredVolume,
  type Node,
  type Pod,
  type Use,
  measure,
  timeOf,
  volumesOf,
} from './measure.js'
import { cadvisorFamilies, kubeletFamilies, resourceFamilies } from './metrics.js'
import { formatTime } from '../../base/time/time.js'
import type { ComputeContext } from '../../model/registry/kind-def.js'

/** The size of an inode table: one for each 16 KiB, as ext4 has. */
const BYTES_PER_INODE = 16 * 1024
const MAX_PIDS = 4_194_304

/** Returns the summary of a node's use (k8s.io/kubelet, pkg/apis/stats/v1alpha1). */
function summaryOf(measured: Measured, sight: ComputeContext, onlyCpuAndMemory: boolean): object {
  const { node, now, pods, use, memory, storage, images } = measured
  const time = formatTime(now)
  const startTime = formatTime(timeOf(node.metadata.creationTimestamp) ?? now)
  const system = (name: string, of: Use) => ({ name, startTime, ...cpuAndMemory(of, time), ...NO_SWAP(time) })
  const processes = pods.reduce((sum, { containers }) => sum + containers.length, 0)
  const full = onlyCpuAndMemory
    ? {}
    : {
        network: networkOf(time),
        fs: fileSystem(time, storage, images),
        runtime: {
          imageFs: fileSystem(time, storage, images),
          containerFs: fileSystem(time, storage, 0),
        },
        rlimit: { time, maxpid: MAX_PIDS, curproc: processes },
      }
  return {
    node: {
      nodeName: node.metadata.name,
      systemContainers: [system('kubelet', NOTHING), system('runtime', NOTHING), system('pods', use)],
      startTime,
      ...cpuAndMemory(use, time, memory),
      ...full,
      ...NO_SWAP(time),
    },
    pods: pods.map((pod) => podStats(pod, measured, sight, onlyCpuAndMemory)),
  }
}

function podStats(
  { pod, start, containers, use }: MeasuredPod,
  { now, storage }: Measured,
  sight: ComputeContext,
  onlyCpuAndMemory: boolean,
): object {
  const time = formatTime(now)
  const { name, namespace, uid } = pod.metadata
  const base = { podRef: { name, namespace, uid }, startTime: formatTime(start) }
  const stats = (each: MeasuredContainer) => containerStats(each, time, storage, onlyCpuAndMemory)
  const first = { ...base, containers: containers.map(stats), ...cpuAndMemory(use, time) }
  if (onlyCpuAndMemory) return { ...first, ...NO_SWAP(time) }
  return {
    ...first,
    network: networkOf(time),
    volume: volumesOf(pod, storage, sight).map((volume) => volumeStats(volume, time, namespace)),
    'ephemeral-storage': fileSystem(time, storage, 0),
    process_stats: { process_count: containers.length },
    ...NO_SWAP(time),
  }
}

function containerStats(container: MeasuredContainer, time: string, storage: number, isShort: boolean): object {
  const { name, start } = container
  const files = { rootfs: fileSystem(time, storage, 0), logs: fileSystem(time, storage, 0) }
  return {
    ...{ name, startTime: formatTime(start), ...cpuAndMemory(container, time) },
    ...(isShort ? {} : files),
    ...NO_SWAP(time),
  }
}

const volumeStats = ({ name, claim, capacity, used }: MeasuredVolume, time: string, namespace = '') => ({
  ...fileSystem(time, capacity, used),
  name,
  ...(claim === undefined ? {} : { pvcRef: { name: claim, namespace } }),
})

const NOTHING: Use = { nanoCores: 0, coreNanoSeconds: 0, memory: 0 }

const NO_SWAP = (time: string) => ({ swap: { time, swapAvailableBytes: 0, swapUsageBytes: 0 } })

const cpuAndMemory = ({ nanoCores, coreNanoSeconds, memory }: Use, time: string, capacity?: number) => ({
  cpu: { time, usageNanoCores: nanoCores, usageCoreNanoSeconds: coreNanoSeconds },
  memory: {
    time,
    ...(capacity === undefined ? {} : { availableBytes: Math.max(0, capacity - memory) }),
    ...{ usageBytes: memory, workingSetBytes: memory, rssBytes: memory, pageFaults: 0, majorPageFaults: 0 },
  },
})

/** Nothing is sent to containers or by them. */
const INTERFACE = { name: 'eth0', rxBytes: 0, rxErrors: 0, txBytes: 0, txErrors: 0 }
const networkOf = (time: string) => ({ time, ...INTERFACE, interfaces: [INTERFACE] })

function fileSystem(time: string, capacityBytes: number, usedBytes: number): object {
  const inodes = Math.floor(capacityBytes / BYTES_PER_INODE)
  const inodesUsed = Math.min(inodes, 1 + Math.ceil(usedBytes / BYTES_PER_INODE))
  return {
    time,
    availableBytes: Math.max(0, capacityBytes - usedBytes),
    ...{ capacityBytes, usedBytes, inodesFree: inodes - inodesUsed, inodes, inodesUsed },
  }
}

/** The defaults of a KubeletConfiguration in v1.33 (pkg/kubelet/apis/config/v1beta1), as a kubelet prints them. */
const DEFAULTS = {
  enableServer: true,
  staticPodPath: '/etc/kubernetes/manifests',
  podLogsDir: '/var/log/pods',
  syncFrequency: '1m0s',
  fileCheckFrequency: '20s',
  httpCheckFrequency: '20s',
  address: '0.0.0.0',
  port: 10_250,
  authentication: {
    x509: { clientCAFile: '/etc/kubernetes/pki/ca.crt' },
    webhook: { enabled: true, cacheTTL: '2m0s' },
    anonymous: { enabled: false },
  },
  authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: '5m0s', cacheUnauthorizedTTL: '30s' } },
  registryPullQPS: 5,
  registryBurst: 10,
  eventRecordQPS: 50,
  eventBurst: 100,
  enableDebuggingHandlers: true,
  healthzPort: 10_248,
  healthzBindAddress: '127.0.0.1',
  oomScoreAdj: -999,
  clusterDomain: 'cluster.local',
  clusterDNS: ['10.96.0.10'],
  streamingConnectionIdleTimeout: '4h0m0s',
  nodeStatusUpdateFrequency: '10s',
  nodeStatusReportFrequency: '5m0s',
  nodeLeaseDurationSeconds: 40,
  imageMinimumGCAge: '2m0s',
  imageMaximumGCAge: '0s',
  imageGCHighThresholdPercent: 85,
  imageGCLowThresholdPercent: 80,
  volumeStatsAggPeriod: '1m0s',
  cgroupsPerQOS: true,
  cgroupDriver: 'systemd',
  cpuManagerPolicy: 'none',
  cpuManagerReconcilePeriod: '10s',
  memoryManagerPolicy: 'None',
  topologyManagerPolicy: 'none',
  topologyManagerScope: 'container',
  runtimeRequestTimeout: '2m0s',
  hairpinMode: 'promiscuous-bridge',
  maxPods: 110,
  podPidsLimit: -1,
  resolvConf: '/etc/resolv.conf',
  cpuCFSQuota: true,
  cpuCFSQuotaPeriod: '100ms',
  nodeStatusMaxImages: 50,
  maxOpenFiles: 1_000_000,
  contentType: 'application/vnd.kubernetes.protobuf',
  kubeAPIQPS: 50,
  kubeAPIBurst: 100,
  serializeImagePulls: true,
  evictionHard: {
    'imagefs.available': '15%',
    'imagefs.inodesFree': '5%',
    'memory.available': '100Mi',
    'nodefs.available': '10%',
    'nodefs.inodesFree': '5%',
  },
  evictionPressureTransitionPeriod: '5m0s',
  mergeDefaultEvictionSettings: false,
  enableControllerAttachDetach: true,
  makeIPTablesUtilChains: true,
  iptablesMasqueradeBit: 14,
  iptablesDropBit: 15,
  failSwapOn: true,
  memorySwap: {},
  containerLogMaxSize: '10Mi',
  containerLogMaxFiles: 5,
  containerLogMaxWorkers: 1,
  containerLogMonitorInterval: '10s',
  configMapAndSecretChangeDetectionStrategy: 'Watch',
  enforceNodeAllocatable: ['pods'],
  volumePluginDir: '/usr/libexec/kubernetes/kubelet-plugins/volume/exec/',
  enableSystemLogHandler: true,
  enableSystemLogQuery: false,
  shutdownGracePeriod: '0s',
  shutdownGracePeriodCriticalPods: '0s',
  crashLoopBackOff: {},
  enableProfilingHandler: true,
  enableDebugFlagsHandler: true,
  seccompDefault: false,
  memoryThrottlingFactor: 0.9,
  registerNode: true,
  localStorageCapacityIsolation: true,
  containerRuntimeEndpoint: 'unix:///run/containerd/containerd.sock',
  failCgroupV1: false,
}

/** Returns the configuration of the kubelet that registered a node. */
const configurationOf = (status: { readonly capacity?: Readonly<Record<string, string | number>> } = {}) => ({
  kubeletconfig: {
    ...DEFAULTS,
    maxPods: Number(status.capacity?.['pods'] ?? DEFAULTS.maxPods),
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
  },
})

/** A request to a kubelet: the path and the query of its own URL. */
type KubeletRequest = { readonly method: string; readonly path: string; readonly query: URLSearchParams }

/** The answer of a kubelet. */
type KubeletAnswer = { readonly code: number; readonly type: string; readonly text: string }

const JSON_TYPE = 'application/json'
const PLAIN = 'text/plain; charset=utf-8'

const ok = (type: string, text: string): KubeletAnswer => ({ code: 200, type, text })
const metrics = (families: readonly Family[]) => ok(METRICS_TEXT, exposition(families))

/**
 * Answers what others read from a kubelet (pkg/kubelet/server): health, pods, what they use, and its configuration;
 * undefined if nobody listens at the node, as its kubelet does not report.
 */
export function answerKubelet(
  context: RestContext,
  node: KubeObject,
  { method, path, query }: KubeletRequest,
): KubeletAnswer | undefined {
  if (!isMeasured(node)) return undefined
  const seen = node as Node // an object in the store has the type of its kind
  const health = healthOf(path, query)
  if (health) return health
  const [, root = '', ...rest] = path.split('/')
  const isReading = method === 'GET' || method === 'HEAD'
  const sight = sightOf(context)
  const pods = () => {
    const all = sight.objects('/pods', '') as readonly Pod[] // as above
    return all.filter(({ spec }) => spec?.nodeName === seen.metadata.name)
  }
  const measured = () => measure(seen, pods(), sight)
  switch (path.replace(/\/$/, '')) {
    case '/pods':
      return isReading ? ok(JSON_TYPE, podList(pods())) : WRONG_METHOD
    case '/runningpods':
      return isReading ? ok(JSON_TYPE, podList(measured().pods.map(({ pod }) => pod))) : WRONG_METHOD
    case '/stats/summary':
      if (!isReading && method !== 'POST') return WRONG_METHOD
      return ok(
        JSON_TYPE,
        JSON.stringify(summaryOf(measured(), sight, query.get('only_cpu_and_memory') === 'true'), undefined, 1),
      )
    case '/metrics':
      return metrics(kubeletFamilies(measured(), sight))
    case '/metrics/resource':
      return metrics(resourceFamilies(measured()))
    case '/metrics/cadvisor':
      return metrics(cadvisorFamilies(measured()))
    case '/metrics/probes':
      return metrics([])
    case '/configz':
      return ok(JSON_TYPE, JSON.stringify(configurationOf(seen.status)))
  }
  if (UNSERVED.has(root)) return unserved(root)
  return SERVICES.has(root) && (rest.length > 0 || root === 'stats') ? NO_ROUTE : NOT_FOUND
}

const WRONG_METHOD: KubeletAnswer = { code: 405, type: 'text/plain', text: '405: Method Not Allowed' }
/** How go-restful answers below the paths it knows, and how Go's net/http answers elsewhere. */
const NO_ROUTE: KubeletAnswer = { code: 404, type: 'text/plain', text: '404: Page Not Found' }
const NOT_FOUND: KubeletAnswer = { code: 404, type: PLAIN, text: '404 page not found\n' }

const SERVICES = new Set(['pods', 'stats', 'runningpods'])

/** What a kubelet serves and a simulated one does not. */
const UNSERVED = new Set(['run', 'exec', 'attach', 'portForward', 'containerLogs', 'checkpoint', 'logs', 'debug'])
const unserved = (root: string): KubeletAnswer => ({
  code: 501,
  type: PLAIN,
  text: `/${root} of kubelets is not served by fakecluster: ask for the logs of a pod, or for a command in it, at the pod\n`,
})

/** The checks of a kubelet's health, all of which succeed. */
const CHECKS = ['ping', 'log', 'syncloop']

function healthOf(path: string, query: URLSearchParams): KubeletAnswer | undefined {
  const [, root, check, ...more] = path.split('/')
  if (root !== 'healthz' || more.length > 0) return undefined
  if (check !== undefined) return CHECKS.includes(check) ? ok(PLAIN, 'ok') : undefined
  const lines = CHECKS.map((each) => `[+]${each} ok\n`).join('')
  return ok(PLAIN, query.has('verbose') ? `${lines}healthz check passed\n` : 'ok')
}

/** Encodes the pods as a kubelet does that got them from the server. */
function podList(pods: readonly Pod[]): string {
  const items = pods.map(({ metadata, spec, status }) => {
    const annotations = {
      ...metadata.annotations,
      'kubernetes.io/config.seen': metadata.creationTimestamp ?? '',
      'kubernetes.io/config.source': 'api',
    }
    return { metadata: { ...metadata, annotations }, spec, status }
  })
  return `${JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items })}\n`
}
