import { formatTime } from '../../../base/time/time.js'
import { type FeaturesOf, declaredFeatures } from '../../../kinds/shared/declared-features.js'

const KIBI = 1024
const CPU = '8'
const PODS = '110'
const MEMORY = 32 * KIBI * KIBI
const STORAGE = 100 * KIBI * KIBI
/** The memory a kubelet keeps free before it evicts pods (100Mi, in KiB); of the storage it is a tenth. */
const SPARE_MEMORY = 100 * KIBI

/** The conditions a kubelet reports for a healthy node, as [type, status, reason, message]. */
const CONDITIONS = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
] as const

/** Returns the labels that a kubelet sets on its node. */
export const nodeLabels = (name: string): Readonly<Record<string, string>> => ({
  'beta.kubernetes.io/arch': 'amd64',
  'beta.kubernetes.io/os': 'linux',
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/hostname': name,
  'kubernetes.io/os': 'linux',
})

/** Returns the status a kubelet reports for a healthy node: 8 CPUs, 32 GiB, room for 110 pods, and its features. */
export const nodeStatus = (
  name: string,
  address: string,
  now: number,
  { uuid, ...of }: { readonly uuid: () => string } & FeaturesOf,
) => ({
  capacity: resources(MEMORY, `${STORAGE}Ki`),
  allocatable: resources(MEMORY - SPARE_MEMORY, String((STORAGE * KIBI * 9) / 10)),
  conditions: wellConditions(formatTime(now)),
  addresses: [
    { type: 'InternalIP', address },
    { type: 'Hostname', address: name },
  ],
  daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
  nodeInfo: infoOf(uuid, of.version),
  ...featuresOf(declaredFeatures(of)),
})

/**
 * Returns the pod network of a node by its index from 0: the usual 10.244.0.0/24 and following; from the 3073rd node
 * on, networks below it.
 */
export function podNetwork(index: number): string {
  const block = (12 + (index >> 8)) % 24
  return `10.${232 + block}.${index & 255}.0/24`
}

/** Returns the address of a node by its index from 0. */
export const nodeAddress = (index: number): string => `172.18.${(index + 2) >> 8}.${(index + 2) & 255}`

const resources = (memory: number, storage: string) => ({
  cpu: CPU,
  'ephemeral-storage': storage,
  'hugepages-1Gi': '0',
  'hugepages-2Mi': '0',
  memory: `${memory}Ki`,
  pods: PODS,
})

const wellConditions = (time: string) =>
  CONDITIONS.map(([type, status, reason, message]) => ({
    type,
    status,
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason,
    message,
  }))

const featuresOf = (features: readonly string[]) => (features.length > 0 ? { declaredFeatures: features } : {})

const infoOf = (uuid: () => string, version: string) => ({
  machineID: uuid().replaceAll('-', ''),
  systemUUID: uuid(),
  bootID: uuid(),
  kernelVersion: '6.8.0-31-generic',
  osImage: 'Debian GNU/Linux 12 (bookworm)',
  containerRuntimeVersion: 'containerd://2.1.1',
  kubeletVersion: `v${version}.0`,
  // Deprecated, and empty since v1.33.
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
})
