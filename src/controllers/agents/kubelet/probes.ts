import type { Probe } from './types.js'
import type { FailingProbe } from './plan.js'

/** Returns the timing and thresholds of a probe, with the API's defaults. */
function timing({ initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1, failureThreshold = 3 }: Probe) {
  return { first: initialDelaySeconds * 1000, period: periodSeconds * 1000, successThreshold, failureThreshold }
}

/** Returns when a probe first runs at or after a time, from the start of the container. */
function askedAt(probe: Probe, time: number): number {
  const { first, period } = timing(probe)
  return first + Math.max(0, Math.ceil((time - first) / period)) * period
}

/** Returns when a probe has succeeded often enough, if the container is healthy from a time on. */
export function successAt(probe: Probe, isWell: number): number {
  const { period, successThreshold } = timing(probe)
  return askedAt(probe, isWell) + (successThreshold - 1) * period
}

/** Returns the failures of a probe between two times, up to its failure threshold. */
export function failuresBefore(
  probe: Probe | undefined,
  type: FailingProbe['type'],
  from: number,
  until: number,
): readonly FailingProbe[] {
  if (!probe || from === Infinity) return []
  const { period, failureThreshold } = timing(probe)
  const at = askedAt(probe, from)
  const failures = until === Infinity ? failureThreshold : Math.ceil((until - at) / period)
  if (failures <= 0) return []
  const isFatal = type !== 'Readiness' && failures >= failureThreshold
  return [{ type, at, period, left: Math.min(failures, failureThreshold), isFatal }]
}

/** Returns a kubelet's message about a failed probe. */
export function failureText(type: FailingProbe['type'], probe: Probe | undefined, address: string): string {
  const { httpGet, tcpSocket, grpc } = probe ?? {}
  const why = httpGet
    ? 'HTTP probe failed with statuscode: 503'
    : tcpSocket
      ? `dial tcp ${address}:${String(tcpSocket.port)}: connect: connection refused`
      : grpc
        ? 'service unhealthy (responded with "NOT_SERVING")'
        : ''
  return `${type} probe failed: ${why}`
}
