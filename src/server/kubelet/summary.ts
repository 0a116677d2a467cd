import { formatTime } from '../../base/time/time.js'
import type { ComputeContext } from '../../model/registry/kind-parts.js'
import {
  type Measured,
  type MeasuredContainer,
  type MeasuredPod,
  type MeasuredVolume,
  type Use,
  timeOf,
  volumesOf,
} from './measure.js'

/** The size of an inode table: one for each 16 KiB, as ext4 has. */
const BYTES_PER_INODE = 16 * 1024
const MAX_PIDS = 4_194_304

/** Returns the summary of a node's use (k8s.io/kubelet, pkg/apis/stats/v1alpha1). */
export function summaryOf(measured: Measured, sight: ComputeContext, onlyCpuAndMemory: boolean): object {
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
