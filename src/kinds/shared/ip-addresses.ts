import { parseIp, ipText } from '../../base/text/ip.js'
import { type Issue, invalid } from '../../base/errors/issue.js'
import { goQuote } from '../../base/go/printable.js'

const inRange = (value: number | undefined, first: number, last: number) =>
  value !== undefined && value >= first && value <= last

/** Validates that an IP is reachable from elsewhere (ValidateEndpointIP). */
export function validateEndpointAddress(address: string, field: string): readonly Issue[] {
  const ip = parseIp(address)
  if (!ip) return [invalid(field, address, 'must be a valid IP address')]
  const { groups, family } = ip
  const [high = 0, low = 0] = groups.slice(-2)
  const first = groups[0]
  const isZero = groups.slice(0, -1).every((group) => group === 0)
  const faults =
    family === 4
      ? [
          high === 0 && low === 0 && UNSPECIFIED(address),
          high >> 8 === 127 && LOOPBACK,
          high === 0xa9fe && LINK_LOCAL,
          high === 0xe000 && low >> 8 === 0 && MULTICAST,
        ]
      : [
          isZero && low === 0 && UNSPECIFIED(address),
          isZero && low === 1 && LOOPBACK,
          inRange(first, 0xfe80, 0xfebf) && LINK_LOCAL,
          // The low four bits of a multicast address's first group are its scope.
          inRange(first, 0xff00, 0xffff) && ((first ?? 0) & 0xf) === 2 && MULTICAST,
        ]
  return faults.flatMap((fault) => (fault ? [invalid(field, address, fault)] : []))
}

const UNSPECIFIED = (address: string) => `may not be unspecified (${address})`
const LOOPBACK = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
const LINK_LOCAL = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
const MULTICAST = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'

/** Returns the warning for an IP that is not in canonical form (GetWarningsForIP). */
export function warningsOfIp(value: string, field: string): readonly string[] {
  const ip = parseIp(value)
  if (!ip) return []
  const text = ipText(ip.groups)
  if (ip.hasLeadingZeros || ip.written !== ip.family)
    return [
      `${field}: non-standard IP address ${goQuote(value)} will be considered invalid in a future Kubernetes release: use ${goQuote(text)}`,
    ]
  return ip.family === 6 && text !== value
    ? [`${field}: IPv6 address ${goQuote(value)} should be in RFC 5952 canonical format (${goQuote(text)})`]
    : []
}
