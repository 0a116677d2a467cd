import type { Env } from '../base/env.js'
import { formatTime } from '../base/time.js'

/** The most nodes a cluster is made with: what Kubernetes says it can have. */
export const MOST_NODES = 5000

const KIBI = 1024
const CPU = '8'
const PODS = '110'
const MEMORY = 32 * KIBI * KIBI
const STORAGE = 100 * KIBI * KIBI
/** What a kubelet keeps free before it evicts: 100Mi of memory, a tenth of the storage. */
const SPARE_MEMORY = 100 * KIBI

/** What a kubelet says of a node that is well, as [type, status, reason, message]. */
const CONDITIONS = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
] as const

/** Fixtures of so many nodes that are Ready now: `node-1`, `node-2`, …, each with addresses and a pod network of its own. */
export const madeNodes = (count: number, env: Pick<Env, 'now' | 'uuid'>): readonly MadeNode[] =>
  Array.from({ length: count }, (_, i) => madeNode(i, env))

type MadeNode = { readonly metadata: { readonly name: string } }

function madeNode(index: number, { now, uuid }: Pick<Env, 'now' | 'uuid'>): MadeNode {
  const name = `node-${index + 1}`
  const podCIDR = podNetwork(index)
  const labels = { arch: 'amd64', os: 'linux' }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': labels.arch,
        'beta.kubernetes.io/os': labels.os,
        'kubernetes.io/arch': labels.arch,
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': labels.os,
      },
    },
    spec: { podCIDR, podCIDRs: [podCIDR] },
    status: {
      capacity: resources(MEMORY, `${STORAGE}Ki`),
      allocatable: resources(MEMORY - SPARE_MEMORY, String((STORAGE * KIBI * 9) / 10)),
      conditions: conditionsAt(formatTime(now())),
      addresses: [
        { type: 'InternalIP', address: `172.18.${(index + 2) >> 8}.${(index + 2) & 255}` },
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: infoOf(uuid),
    },
  } as MadeNode // with what every node has beside its name
}

const resources = (memory: number, storage: string) => ({
  cpu: CPU,
  'ephemeral-storage': storage,
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: `${memory}Ki`,
  pods: PODS,
})

const conditionsAt = (time: string) =>
  CONDITIONS.map(([type, status, reason, message]) => ({
    type,
    status,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason,
    message,
  }))

const infoOf = (uuid: () => string) => ({
  machineID: uuid().replaceAll('-', ''),
  systemUUID: uuid(),
  bootID: uuid(),
  kernelVersion: '6.8.0-31-generic',
  osImage: 'Debian GNU/Linux 12 (bookworm)',
  containerRuntimeVersion: 'containerd://2.1.1',
  kubeletVersion: 'v1.33.0',
  // Deprecated, and empty since v1.33.
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
})

/** The pod network of a node: the usual 10.244.0.0/24 and on; from the 3073rd node on what is below it. */
function podNetwork(index: number): string {
  const block = (12 + (index >> 8)) % 24
  return `10.${232 + block}.${index & 255}.0/24`
}
