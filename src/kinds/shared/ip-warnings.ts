import { goQuote } from '../../base/go/printable.js'
import { ipText, parseIp } from '../../base/text/ip.js'

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
