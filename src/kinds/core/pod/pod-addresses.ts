import type { Pod } from './pod-types.js'

type Status = NonNullable<Pod['status']>

/**
 * A status whose two members for a pod's addresses say the same; a single one that is not the first of the list wins.
 */
export function withSameAddresses(status: Status = {}): Status {
  const { podIP = '', podIPs = [] } = status
  const [first] = podIPs
  if (podIP && first?.ip !== podIP) return { ...status, podIPs: [{ ip: podIP }] }
  return first && !podIP ? { ...status, podIP: first.ip } : { ...status }
}
