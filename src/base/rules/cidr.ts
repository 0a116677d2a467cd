import { goQuote } from '../go-print.js'
import { type Ip, ipText, parseIp } from '../ip.js'

type Cidr = { readonly ip: Ip; readonly length: number; readonly hasLeadingZeros: boolean }

const MALFORMED = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** IsValidCIDR: a network in its canonical form. */
export function canonicalCidr(value: string): string[] {
  const cidr = parseCidr(value)
  if (!cidr) return [MALFORMED]
  if (cidr.hasLeadingZeros) return ['must not have leading 0s in IP or prefix length']
  if (cidr.ip.written !== cidr.ip.family) return ['must not have an IPv4-mapped IPv6 address']
  const network = cidr.ip.groups.map((group, i) => group & maskOf(cidr, i))
  if (network.some((group, i) => group !== cidr.ip.groups[i])) return ['must not have bits set beyond the prefix length']
  const canonical = `${ipText(network)}/${cidr.length}`
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`]
}

/** IsValidCIDRForLegacyField, not strict: anything that parses. */
export const legacyCidr = (value: string): string[] => (parseCidr(value) ? [] : [MALFORMED])

/** The IP family of a CIDR, undefined when it does not parse. */
export const cidrFamily = (value: string): 4 | 6 | undefined => parseCidr(value)?.ip.family

function parseCidr(value: string): Cidr | undefined {
  const slash = value.indexOf('/')
  const ip = slash < 0 ? undefined : parseIp(value.slice(0, slash))
  const bits = value.slice(slash + 1)
  if (!ip || !/^0*\d{1,3}$/.test(bits) || Number(bits) > (ip.written === 4 ? 32 : 128)) return undefined
  return { ip, length: Number(bits), hasLeadingZeros: ip.hasLeadingZeros || (bits.length > 1 && bits[0] === '0') }
}

/** The bits of one group that belong to the network. */
function maskOf({ ip, length }: Cidr, group: number): number {
  const bits = Math.min(16, Math.max(0, length + (ip.written === 4 ? 96 : 0) - group * 16))
  return (0xffff << (16 - bits)) & 0xffff
}
