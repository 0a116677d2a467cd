import { CelError } from '../run/cel-error.js'
import { type NetipAddress, parseNetip, parseNetipPrefix } from '../../base/go/netip.js'
import { goQuote } from '../../base/go/printable.js'
import {
  type GoUrl,
  escapedPath,
  hostAndPort,
  parseGoUrl,
  printUrl,
  queryOf,
  requestUriFault,
  urlHost,
} from '../../base/go/url.js'
import { ipText } from '../../base/text/ip.js'

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
  if (typeof found === 'string') throw new CelError(head + found)
  return found
}

type Run = (...values: readonly unknown[]) => unknown
type Functions = { readonly [name: string]: Run }

const onText =
  (run: (text: string) => unknown): Run =>
  (text) =>
    typeof text === 'string' ? run(text) : undefined

const onAddress =
  (run: (address: Address) => unknown): Run =>
  (address) =>
    address instanceof Address ? run(address) : undefined

/** Defines a function that tells whether an address has a scope, by its groups. */
const inScope = (v4: (high: number, low: number) => boolean, v6: (groups: readonly number[]) => boolean): Run =>
  onAddress(({ groups, family }) => {
    const [high = 0, low = 0] = groups.slice(6)
    return family === 4 ? v4(high, low) : v6(groups)
  })

const isLocal = ([first = 0]: readonly number[]) => (first & 0xffc0) === 0xfe80
const isNumbered = (groups: readonly number[], last: number) =>
  groups.slice(0, 7).every((group) => group === 0) && groups[7] === last

const ADDRESSES: Functions = {
  isIP: onText((text) => typeof addressOf(text) !== 'string'),
  ip: onText((text) => valueOf(addressOf(text))),
  'ip.isCanonical': onText((text) => valueOf(addressOf(text)).text() === text),
  family: onAddress(({ family }) => BigInt(family)),
  isUnspecified: inScope(
    (high, low) => high === 0 && low === 0,
    (groups) => isNumbered(groups, 0),
  ),
  isLoopback: inScope(
    (high) => high >> 8 === 127,
    (groups) => isNumbered(groups, 1),
  ),
  isLinkLocalMulticast: inScope(
    (high, low) => high === 0xe000 && low >> 8 === 0,
    ([first = 0]) => (first & 0xff0f) === 0xff02,
  ),
  isLinkLocalUnicast: inScope((high) => high === 0xa9fe, isLocal),
  isGlobalUnicast: inScope(
    (high, low) =>
      !(high === 0 && low === 0) &&
      !(high === 0xffff && low === 0xffff) &&
      high >> 8 !== 127 &&
      high >> 12 !== 0xe &&
      high !== 0xa9fe,
    (groups) => !isNumbered(groups, 0) && !isNumbered(groups, 1) && (groups[0] ?? 0) >> 8 !== 0xff && !isLocal(groups),
  ),
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

const containsBlock = (block: Block, other: Block) => other.length >= block.length && holds(block, other.address)

/** Reads an address that a block may contain. */
function given(text: string): Address {
  const address = addressOf(text)
  // A server does not tell what is wrong with the text.
  if (typeof address === 'string') throw new CelError('no such overload')
  return address
}

const onBlock =
  (run: (block: Block, other: unknown) => unknown): Run =>
  (block, other) =>
    block instanceof Block ? run(block, other) : undefined

const BLOCKS: Functions = {
  isCIDR: onText((text) => typeof blockOf(text) !== 'string'),
  cidr: onText((text) => valueOf(blockOf(text), BLOCK_ERROR)),
  containsIP: onBlock((block, other) => {
    const address = typeof other === 'string' ? given(other) : other
    return address instanceof Address ? holds(block, address) : undefined
  }),
  containsCIDR: onBlock((block, other) => {
    const inner = typeof other === 'string' ? valueOf(blockOf(other), BLOCK_ERROR) : other
    return inner instanceof Block ? containsBlock(block, inner) : undefined
  }),
  '.ip': onBlock(({ address }) => address),
  masked: onBlock(maskedOf),
  prefixLength: onBlock(({ length }) => BigInt(length)),
}

function linkOf(text: string): Link | string {
  const fault = requestUriFault(text)
  const url = fault ?? parseGoUrl(text)
  return typeof url === 'string' ? url : new Link(url)
}

const onLink =
  (run: (url: GoUrl) => unknown): Run =>
  (link) =>
    link instanceof Link ? run(link.url) : undefined

const LINKS: Functions = {
  isURL: onText((text) => requestUriFault(text) === undefined),
  url: onText((text) => valueOf(linkOf(text), 'URL parse error during conversion from string: ')),
  getScheme: onLink(({ scheme }) => scheme),
  getHost: onLink(urlHost),
  getHostname: onLink((url) => hostAndPort(url).name),
  getPort: onLink((url) => hostAndPort(url).port),
  getEscapedPath: onLink(escapedPath),
  getQuery: onLink(queryOf),
}

/** The functions on IP addresses, CIDR blocks and URLs. A dot before a name marks a method. */
export const NETWORK_FUNCTIONS: Functions = { ...ADDRESSES, ...BLOCKS, ...LINKS }

/** Prints an address or a block; undefined for other values. */
export const addressText = (value: unknown): string | undefined =>
  value instanceof Address || value instanceof Block ? value.text() : undefined
