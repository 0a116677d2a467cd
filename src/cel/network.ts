import type { Environment } from '@marcbachmann/cel-js'
import { type Ip, ipText, parseIp } from '../base/ip.js'

class Address {
  readonly ip: Ip
  constructor(ip: Ip) {
    this.ip = ip
  }
  sameAs(other: unknown): boolean {
    return other instanceof Address && ipText(this.ip.groups) === ipText(other.ip.groups)
  }
}

class Block {
  readonly address: Address
  readonly length: number
  constructor(address: Address, length: number) {
    this.address = address
    this.length = length
  }
  sameAs(other: unknown): boolean {
    return other instanceof Block && this.length === other.length && this.address.sameAs(other.address)
  }
}

class Link {
  readonly url: URL
  constructor(url: URL) {
    this.url = url
  }
  sameAs(other: unknown): boolean {
    return other instanceof Link && this.url.href === other.url.href
  }
}

const NEVER = { fields: {} }

/** Adds IP addresses (`ip`), CIDR blocks (`cidr`) and URLs (`url`). */
export function registerNetwork(env: Environment): void {
  registerAddresses(env)
  registerBlocks(env)
  registerLinks(env)
}

function addressOf(text: string): Address | undefined {
  const ip = text.includes('%') ? undefined : parseIp(text)
  return ip && !ip.hasLeadingZeros && !(ip.written === 6 && ip.family === 4) ? new Address(ip) : undefined
}

function registerAddresses(env: Environment): void {
  env.registerType('net.IP', { ctor: Address, ...NEVER })
  const parse = (text: string) => {
    const address = addressOf(text)
    if (!address)
      throw new Error(
        `IP Address "${text}" parse error during conversion from string: ParseAddr("${text}"): unable to parse IP`,
      )
    return address
  }
  const is = (name: string, test: (ip: Ip) => boolean) =>
    env.registerFunction(`net.IP.${name}(): bool`, ({ ip }: Address) => test(ip))
  env.registerFunction('isIP(string): bool', (text: string) => addressOf(text) !== undefined)
  env.registerFunction('ip(string): net.IP', parse)
  env.registerFunction('net.IP.family(): int', ({ ip }: Address) => BigInt(ip.family))
  env.registerFunction('string(net.IP): string', ({ ip }: Address) => ipText(ip.groups))
  env.registerOperator('net.IP == net.IP', (a: Address, b: Address) => a.sameAs(b))
  const group = ({ groups }: Ip, i: number): number => groups[i] ?? 0
  const v4 = (ip: Ip): number | undefined => (ip.family === 4 ? group(ip, 6) * 65536 + group(ip, 7) : undefined)
  is('isUnspecified', (ip) => (ip.family === 4 ? v4(ip) === 0 : ip.groups.every((group) => group === 0)))
  is('isLoopback', (ip) => (ip.family === 4 ? group(ip, 6) >> 8 === 127 : ipText(ip.groups) === '::1'))
  is('isLinkLocalMulticast', (ip) =>
    ip.family === 4 ? ip.groups[6] === 0xe000 && group(ip, 7) >> 8 === 0 : (group(ip, 0) & 0xff0f) === 0xff02,
  )
  is('isLinkLocalUnicast', (ip) => (ip.family === 4 ? ip.groups[6] === 0xa9fe : (group(ip, 0) & 0xffc0) === 0xfe80))
  is('isGlobalUnicast', (ip) =>
    ip.family === 4
      ? v4(ip) !== 0 &&
        v4(ip) !== 0xffffffff &&
        group(ip, 6) >> 8 !== 127 &&
        group(ip, 6) >> 12 !== 0xe &&
        ip.groups[6] !== 0xa9fe
      : ip.groups.slice(0, 7).some((group) => group !== 0) &&
        group(ip, 0) >> 8 !== 0xff &&
        (group(ip, 0) & 0xffc0) !== 0xfe80,
  )
}

function blockOf(text: string): Block | undefined {
  const [, head = '', length = ''] = /^(.*)\/(0|[1-9]\d*)$/.exec(text) ?? []
  const address = addressOf(head)
  return address && Number(length) <= (address.ip.family === 4 ? 32 : 128)
    ? new Block(address, Number(length))
    : undefined
}

/** Returns the bits of an address, 32 for IPv4. */
const bitsOf = ({ ip }: Address): string =>
  (ip.family === 4 ? ip.groups.slice(6) : ip.groups).map((group) => group.toString(2).padStart(16, '0')).join('')

const holds = (block: Block, address: Address): boolean =>
  block.address.ip.family === address.ip.family &&
  bitsOf(block.address).slice(0, block.length) === bitsOf(address).slice(0, block.length)

function maskedOf({ address, length }: Block): Block {
  const bits = bitsOf(address).slice(0, length).padEnd(bitsOf(address).length, '0')
  const groups = [...bits.matchAll(/.{16}/g)].map(([group]) => Number.parseInt(group, 2))
  return new Block(
    new Address({
      ...address.ip,
      groups: address.ip.family === 4 ? [...address.ip.groups.slice(0, 6), ...groups] : groups,
    }),
    length,
  )
}

function registerBlocks(env: Environment): void {
  env.registerType('net.CIDR', { ctor: Block, ...NEVER })
  const parse = (text: string) => {
    const block = blockOf(text)
    if (!block)
      throw new Error(
        `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("${text}"): no '/'`,
      )
    return block
  }
  const textOf = ({ address, length }: Block) => `${ipText(address.ip.groups)}/${length}`
  env.registerFunction('isCIDR(string): bool', (text: string) => blockOf(text) !== undefined)
  env.registerFunction('cidr(string): net.CIDR', parse)
  env.registerFunction('net.CIDR.containsIP(net.IP): bool', holds)
  env.registerFunction('net.CIDR.containsIP(string): bool', (block: Block, text: string) => {
    const address = addressOf(text)
    return address !== undefined && holds(block, address)
  })
  const containsBlock = (block: Block, other: Block) => other.length >= block.length && holds(block, other.address)
  env.registerFunction('net.CIDR.containsCIDR(net.CIDR): bool', containsBlock)
  env.registerFunction('net.CIDR.containsCIDR(string): bool', (block: Block, text: string) =>
    containsBlock(block, parse(text)),
  )
  env.registerFunction('net.CIDR.ip(): net.IP', ({ address }: Block) => address)
  env.registerFunction('net.CIDR.masked(): net.CIDR', maskedOf)
  env.registerFunction('net.CIDR.prefixLength(): int', ({ length }: Block) => BigInt(length))
  env.registerFunction('string(net.CIDR): string', textOf)
  env.registerOperator('net.CIDR == net.CIDR', (a: Block, b: Block) => a.sameAs(b))
}

function linkOf(text: string): Link | undefined {
  try {
    return new Link(new URL(text, text.startsWith('/') ? 'path://' : undefined))
  } catch {
    return undefined
  }
}

function registerLinks(env: Environment): void {
  env.registerType('kubernetes.URL', { ctor: Link, ...NEVER })
  env.registerFunction('isURL(string): bool', (text: string) => linkOf(text) !== undefined)
  env.registerFunction('url(string): kubernetes.URL', (text: string) => {
    const link = linkOf(text)
    if (!link)
      throw new Error(`URL parse error during conversion from string: parse "${text}": invalid URI for request`)
    return link
  })
  const part = (name: string, read: (url: URL) => string) =>
    env.registerFunction(`kubernetes.URL.${name}(): string`, ({ url }: Link) => read(url))
  part('getScheme', ({ protocol }) => (protocol === 'path:' ? '' : protocol.replace(/:$/, '')))
  part('getHost', ({ host }) => host)
  part('getHostname', ({ hostname }) => hostname.replace(/^\[(.*)\]$/, '$1'))
  part('getPort', ({ port }) => port)
  part('getEscapedPath', ({ pathname }) => pathname)
  env.registerFunction('kubernetes.URL.getQuery(): map<string, list<string>>', ({ url }: Link) => {
    const found = new Map<string, string[]>()
    for (const [name, value] of url.searchParams) found.set(name, [...(found.get(name) ?? []), value])
    return found
  })
  env.registerOperator('kubernetes.URL == kubernetes.URL', (a: Link, b: Link) => a.sameAs(b))
}
