import type { Environment } from '@marcbachmann/cel-js'
import { type NetipAddress, parseNetip, parseNetipPrefix } from '../base/go-netip.js'
import { goQuote } from '../base/go-print.js'
import {
  type GoUrl,
  escapedPath,
  hostAndPort,
  parseGoUrl,
  printUrl,
  queryOf,
  requestUriFault,
  urlHost,
} from '../base/go-url.js'
import { ipText } from '../base/ip.js'
import { registerNamespace } from './namespace.js'

class Address {
  readonly typeName = 'net.IP'
  readonly groups: readonly number[]
  readonly family: 4 | 6
  /** Its length in bytes, for cost calculation. */
  readonly size: number
  constructor(groups: readonly number[], family: 4 | 6) {
    this.groups = groups
    this.family = family
    this.size = family === 4 ? 4 : 16
  }
  sameAs(other: unknown): boolean {
    return other instanceof Address && this.family === other.family && this.text() === other.text()
  }
  text(): string {
    return ipText(this.groups)
  }
}

class Block {
  readonly typeName = 'net.CIDR'
  readonly address: Address
  readonly length: number
  /** The length of its prefix in bytes, for cost calculation. */
  readonly size: number
  constructor(address: Address, length: number) {
    this.address = address
    this.length = length
    this.size = Math.ceil(length / 8)
  }
  sameAs(other: unknown): boolean {
    return other instanceof Block && this.length === other.length && this.address.sameAs(other.address)
  }
  text(): string {
    return `${this.address.text()}/${this.length}`
  }
}

class Link {
  readonly typeName = 'kubernetes.URL'
  readonly url: GoUrl
  constructor(url: GoUrl) {
    this.url = url
  }
  sameAs(other: unknown): boolean {
    return other instanceof Link && this.text() === other.text()
  }
  text(): string {
    return printUrl(this.url)
  }
}

const NEVER = { fields: {} }

/** Adds IP addresses (`ip`), CIDR blocks (`cidr`) and URLs (`url`). */
export function registerNetwork(env: Environment): void {
  registerAddresses(env)
  registerBlocks(env)
  registerLinks(env)
}

const isMapped = ({ written, groups }: NetipAddress): boolean =>
  written === 6 && groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)

/** Parses an address; a returned string is a server's error (library: parseIPAddr). */
function addressOf(text: string): Address | string {
  const found = parseNetip(text)
  if (typeof found === 'string')
    return `IP Address ${goQuote(text)} parse error during conversion from string: ${found}`
  if (found.zone !== '') return `IP address ${goQuote(text)} with zone value is not allowed`
  return isMapped(found) ? mappedFault(text) : new Address(found.groups, found.written)
}

const mappedFault = (text: string) => `IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`

function valueOf<T extends object>(found: T | string, head = ''): T {
  if (typeof found === 'string') throw new Error(head + found)
  return found
}

function registerAddresses(env: Environment): void {
  env.registerType('net.IP', { ctor: Address, ...NEVER })
  const is = (name: string, v4: (high: number, low: number) => boolean, v6: (groups: readonly number[]) => boolean) =>
    env.registerFunction(`net.IP.${name}(): bool`, ({ groups, family }: Address) => {
      const [high = 0, low = 0] = groups.slice(6)
      return family === 4 ? v4(high, low) : v6(groups)
    })
  env.registerFunction('isIP(string): bool', (text: string) => typeof addressOf(text) !== 'string')
  env.registerFunction('ip(string): net.IP', (text: string) => valueOf(addressOf(text)))
  registerNamespace(env, 'ip')
  env.registerFunction(
    'ip.isCanonical(string): bool',
    (_: unknown, text: string) => valueOf(addressOf(text)).text() === text,
  )
  env.registerFunction('net.IP.family(): int', ({ family }: Address) => BigInt(family))
  env.registerFunction('string(net.IP): string', (address: Address) => address.text())
  env.registerOperator('net.IP == net.IP', (a: Address, b: Address) => a.sameAs(b))
  const isLocal = ([first = 0]: readonly number[]) => (first & 0xffc0) === 0xfe80
  const startsWith = (groups: readonly number[], last: number) =>
    groups.slice(0, 7).every((group) => group === 0) && groups[7] === last
  is(
    'isUnspecified',
    (high, low) => high === 0 && low === 0,
    (groups) => startsWith(groups, 0),
  )
  is(
    'isLoopback',
    (high) => high >> 8 === 127,
    (groups) => startsWith(groups, 1),
  )
  is(
    'isLinkLocalMulticast',
    (high, low) => high === 0xe000 && low >> 8 === 0,
    ([first = 0]) => (first & 0xff0f) === 0xff02,
  )
  is('isLinkLocalUnicast', (high) => high === 0xa9fe, isLocal)
  is(
    'isGlobalUnicast',
    (high, low) =>
      !(high === 0 && low === 0) &&
      !(high === 0xffff && low === 0xffff) &&
      high >> 8 !== 127 &&
      high >> 12 !== 0xe &&
      high !== 0xa9fe,
    (groups) => !startsWith(groups, 0) && !startsWith(groups, 1) && (groups[0] ?? 0) >> 8 !== 0xff && !isLocal(groups),
  )
}

const BLOCK_ERROR = 'network address parse error during conversion from string: '

/** Parses a block; a returned string is a server's error (library: parseCIDR). */
function blockOf(text: string): Block | string {
  const found = parseNetipPrefix(text)
  if (typeof found === 'string') return BLOCK_ERROR + found
  const { address, bits } = found
  return isMapped(address) ? mappedFault(text) : new Block(new Address(address.groups, address.written), bits)
}

/** Returns the bits of an address, 32 for IPv4. */
const bitsOf = ({ groups, family }: Address): string =>
  (family === 4 ? groups.slice(6) : groups).map((group) => group.toString(2).padStart(16, '0')).join('')

const holds = (block: Block, address: Address): boolean =>
  block.address.family === address.family &&
  bitsOf(block.address).slice(0, block.length) === bitsOf(address).slice(0, block.length)

function maskedOf({ address, length }: Block): Block {
  const bits = bitsOf(address).slice(0, length).padEnd(bitsOf(address).length, '0')
  const groups = [...bits.matchAll(/.{16}/g)].map(([group]) => Number.parseInt(group, 2))
  return new Block(
    new Address(address.family === 4 ? [...address.groups.slice(0, 6), ...groups] : groups, address.family),
    length,
  )
}

function registerBlocks(env: Environment): void {
  env.registerType('net.CIDR', { ctor: Block, ...NEVER })
  env.registerFunction('isCIDR(string): bool', (text: string) => typeof blockOf(text) !== 'string')
  env.registerFunction('cidr(string): net.CIDR', (text: string) => valueOf(blockOf(text), BLOCK_ERROR))
  env.registerFunction('net.CIDR.containsIP(net.IP): bool', holds)
  env.registerFunction('net.CIDR.containsIP(string): bool', (block: Block, text: string) => {
    const address = addressOf(text)
    // A server does not tell what is wrong with the text.
    if (typeof address === 'string') throw new Error('no such overload')
    return holds(block, address)
  })
  const containsBlock = (block: Block, other: Block) => other.length >= block.length && holds(block, other.address)
  env.registerFunction('net.CIDR.containsCIDR(net.CIDR): bool', containsBlock)
  env.registerFunction('net.CIDR.containsCIDR(string): bool', (block: Block, text: string) =>
    containsBlock(block, valueOf(blockOf(text), BLOCK_ERROR)),
  )
  env.registerFunction('net.CIDR.ip(): net.IP', ({ address }: Block) => address)
  env.registerFunction('net.CIDR.masked(): net.CIDR', maskedOf)
  env.registerFunction('net.CIDR.prefixLength(): int', ({ length }: Block) => BigInt(length))
  env.registerFunction('string(net.CIDR): string', (block: Block) => block.text())
  env.registerOperator('net.CIDR == net.CIDR', (a: Block, b: Block) => a.sameAs(b))
}

function linkOf(text: string): Link | string {
  const fault = requestUriFault(text)
  const url = fault ?? parseGoUrl(text)
  return typeof url === 'string' ? url : new Link(url)
}

function registerLinks(env: Environment): void {
  env.registerType('kubernetes.URL', { ctor: Link, ...NEVER })
  env.registerFunction('isURL(string): bool', (text: string) => requestUriFault(text) === undefined)
  env.registerFunction('url(string): kubernetes.URL', (text: string) =>
    valueOf(linkOf(text), 'URL parse error during conversion from string: '),
  )
  const part = (name: string, read: (url: GoUrl) => string) =>
    env.registerFunction(`kubernetes.URL.${name}(): string`, ({ url }: Link) => read(url))
  part('getScheme', ({ scheme }) => scheme)
  part('getHost', urlHost)
  part('getHostname', (url) => hostAndPort(url).name)
  part('getPort', (url) => hostAndPort(url).port)
  part('getEscapedPath', escapedPath)
  env.registerFunction('kubernetes.URL.getQuery(): map<string, list<string>>', ({ url }: Link) => queryOf(url))
  env.registerOperator('kubernetes.URL == kubernetes.URL', (a: Link, b: Link) => a.sameAs(b))
}
