import type { Probe } from './types.js'
import type { FailingProbe } from './plan.js'

/** How often a probe is asked, and how often it has to agree, as the API defaults them. */
function timing({ initialDelaySeconds = 0, periodSeconds = 10, successThreshold = 1, failureThreshold = 3 }: Probe) {
  return { first: initialDelaySeconds * 1000, period: periodSeconds * 1000, successThreshold, failureThreshold }
}

/** When the first probe is asked at a time or later, from the start of the container. */
function askedAt(probe: Probe, time: number): number {
  const { first, period } = timing(probe)
  return first + Math.max(0, Math.ceil((time - first) / period)) * period
}

/** When a probe has succeeded often enough of what is well from a time on. */
export function successAt(probe: Probe, isWell: number): number {
  const { period, successThreshold } = timing(probe)
  return askedAt(probe, isWell) + (successThreshold - 1) * period
}

/** The failures of a probe between two times, until they have their effect. */
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

/** What a kubelet says of a probe that fails. */
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
