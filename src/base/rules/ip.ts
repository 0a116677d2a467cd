import { wordingNow } from '../errors/wording.js'
import { goQuote } from '../go/printable.js'
import { type Ip, ipText, parseIp } from '../text/ip.js'

const MALFORMED = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

/** IsValidIPForLegacyField: accepts anything that parses, until rules are strict of addresses. */
export function legacyIp(value: string): string[] {
  const ip = parseIp(value)
  if (!ip) return [MALFORMED]
  return wordingNow().isStrictOfAddresses ? unclearIp(ip) : []
}

/** Returns why programs may read an address differently. */
function unclearIp(ip: Ip): string[] {
  if (ip.hasLeadingZeros) return ['must not have leading 0s']
  return ip.written === ip.family ? [] : ['must not be an IPv4-mapped IPv6 address']
}

/** IsValidIP: an address in its canonical form, the name of an IPAddress. */
export function canonicalIp(value: string): string[] {
  const ip = parseIp(value)
  if (!ip) return [MALFORMED]
  const unclear = unclearIp(ip)
  if (unclear.length > 0) return unclear
  const canonical = ipText(ip.groups)
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`]
}

type Cidr = { readonly ip: Ip; readonly length: number; readonly hasLeadingZeros: boolean }

const MALFORMED_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** IsValidCIDR: a network in its canonical form. */
export function canonicalCidr(value: string): string[] {
  const cidr = parseCidr(value)
  if (!cidr) return [MALFORMED_CIDR]
  const unclear = unclearCidr(cidr)
  if (unclear.length > 0) return unclear
  const canonical = `${ipText(networkOf(cidr))}/${cidr.length}`
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`]
}

/** IsValidInterfaceAddress: an address with the length of its network's prefix, in canonical form. */
export function interfaceAddress(value: string): string[] {
  const cidr = parseCidr(value)
  if (!cidr) return ['must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)']
  const { ip, length } = cidr
  const canonical = `${ipText(ip.groups)}/${ip.family === 4 && length > 32 ? length - 96 : length}`
  return value === canonical ? [] : [`must be in canonical form (${goQuote(canonical)})`]
}

/** IsValidCIDRForLegacyField: accepts anything that parses, until rules are strict of addresses. */
export function legacyCidr(value: string): string[] {
  const cidr = parseCidr(value)
  if (!cidr) return [MALFORMED_CIDR]
  return wordingNow().isStrictOfAddresses ? unclearCidr(cidr) : []
}

/** Returns why programs may read a network differently. */
function unclearCidr(cidr: Cidr): string[] {
  if (cidr.hasLeadingZeros) return ['must not have leading 0s in IP or prefix length']
  if (cidr.ip.written !== cidr.ip.family) return ['must not have an IPv4-mapped IPv6 address']
  return networkOf(cidr).some((group, i) => group !== cidr.ip.groups[i])
    ? ['must not have bits set beyond the prefix length']
    : []
}

/**
 * Returns the warnings of a legacy field (GetWarningsForCIDR): bits beyond the prefix, formats that will be rejected in
 * the future, and non-canonical IPv6.
 */
export function cidrWarnings(value: string, field: string): readonly string[] {
  const cidr = parseCidr(value)
  if (!cidr) return []
  const { ip, length, hasLeadingZeros } = cidr
  const network = networkOf(cidr)
  const isMapped = ip.written !== ip.family
  const text = goQuote(`${ipText(network)}/${isMapped && length >= 96 ? length - 96 : length}`)
  const warnings: string[] = []
  if (network.some((group, i) => group !== ip.groups[i])) {
    const single = goQuote(`${ipText(ip.groups)}/${ip.written === 4 ? 32 : 128}`)
    warnings.push(
      `${field}: CIDR value ${goQuote(value)} is ambiguous in this context (should be ${text} or ${single}?)`,
    )
  }
  if (hasLeadingZeros || isMapped)
    warnings.push(
      `${field}: non-standard CIDR value ${goQuote(value)} will be considered invalid in a future Kubernetes release: use ${text}`,
    )
  if (warnings.length === 0 && ip.family === 6 && text !== goQuote(value))
    warnings.push(`${field}: IPv6 CIDR value ${goQuote(value)} should be in RFC 5952 canonical format (${text})`)
  return warnings
}

/** Returns the IP family of a CIDR; undefined if it does not parse. */
export const cidrFamily = (value: string): 4 | 6 | undefined => parseCidr(value)?.ip.family

/** Tells whether one range contains another. */
export function cidrContains(outer: string, inner: string): boolean {
  const [a, b] = [rangeOf(outer), rangeOf(inner)]
  return a !== undefined && b !== undefined && a.written === b.written && a.first <= b.first && b.last <= a.last
}

/** Tells whether an address is a host address of the range: neither its first nor, in IPv4, its last. */
export function cidrHasHost(cidr: string, address: string): boolean {
  const [range, ip] = [rangeOf(cidr), parseIp(address)]
  if (!range || !ip || ip.written !== range.written) return false
  const value = valueOf(ip)
  return range.first < value && (range.written === 4 ? value < range.last : value <= range.last)
}

/** Yields the host addresses of an IPv4 range, in order. */
export function* cidrHosts(cidr: string): Generator<string> {
  const range = rangeOf(cidr)
  if (range?.written !== 4) return
  for (let value = range.first + 1n; value < range.last; value++) yield ipText(groupsOf(value))
}

function rangeOf(cidr: string): { readonly written: 4 | 6; readonly first: bigint; readonly last: bigint } | undefined {
  const parsed = parseCidr(cidr)
  if (!parsed) return undefined
  const rest = (1n << BigInt((parsed.ip.written === 4 ? 32 : 128) - parsed.length)) - 1n
  const value = valueOf(parsed.ip)
  return { written: parsed.ip.written, first: value - (value & rest), last: value | rest }
}

const groupsOf = (value: bigint) =>
  Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(16 * (7 - i))) & 0xffffn))

const valueOf = ({ groups }: Ip) => groups.reduce((value, group) => (value << 16n) + BigInt(group), 0n)

function parseCidr(value: string): Cidr | undefined {
  const slash = value.indexOf('/')
  const ip = slash < 0 ? undefined : parseIp(value.slice(0, slash))
  const bits = value.slice(slash + 1)
  if (!ip || !/^0*\d{1,3}$/.test(bits) || Number(bits) > (ip.written === 4 ? 32 : 128)) return undefined
  return { ip, length: Number(bits), hasLeadingZeros: ip.hasLeadingZeros || (bits.length > 1 && bits[0] === '0') }
}

const networkOf = (cidr: Cidr) => cidr.ip.groups.map((group, i) => group & maskOf(cidr, i))

/** Returns the bits of one group that belong to the network. */
function maskOf({ ip, length }: Cidr, group: number): number {
  const bits = Math.min(16, Math.max(0, length + (ip.written === 4 ? 96 : 0) - group * 16))
  return (0xffff << (16 - bits)) & 0xffff
}
