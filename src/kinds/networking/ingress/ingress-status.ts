import { parseIp } from '../../../base/text/ip.js'
import { type Issue, invalid } from '../../../base/errors/issue.js'
import { dns1123Subdomain } from '../../../base/rules/names.js'
import { address } from '../../struct/member-rules.js'
import type { Ingress } from './ingress-types.js'

const pointsOf = ({ status }: Ingress) => status?.loadBalancer?.ingress ?? []

/**
 * Validates the load balancer status of an ingress (ValidateIngressLoadBalancerStatus). Stored IPs may stay as they
 * are.
 */
export function validateIngressStatus(next: Ingress, old: Ingress): readonly Issue[] {
  const known = new Set(pointsOf(old).map(({ ip }) => ip))
  return pointsOf(next).flatMap((point, i) => {
    const { ip, hostname } = point
    const at = `status.loadBalancer.ingress[${i}]`
    const faults = hostname
      ? [...dns1123Subdomain(hostname), ...(parseIp(hostname) ? ['must be a DNS name, not an IP address'] : [])]
      : []
    return [
      ...(known.has(ip) ? [] : address(ip, `${at}.ip`, point)),
      ...faults.map((detail) => invalid(`${at}.hostname`, hostname, detail)),
    ]
  })
}
