import { goQuote } from '../go/printable.js'
import { ipText, parseIp } from '../text/ip.js'

const MALFORMED = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

/** IsValidIPForLegacyField, not strict: accepts anything that parses. */
export const legacyIp = (value: string): string[] => (parseIp(value) ? [] : [MALFORMED])

/** IsValidIP: an address in its canonical form, the name of an IPAddress. */
export function canonicalIp(value: string): string[] {
  const ip = parseIp(value)
  if (!ip) return [MALFORMED]
  if (ip.hasLeadingZeros) return ['must not have leading 0s']
  if (ip.written !== ip.family) return ['must not be an IPv4-mapped IPv6 address']
  const canonical = ipText(ip.groups)
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`]
}
