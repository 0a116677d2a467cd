import { append } from '../lists/lists.js'
import { goQuote } from './printable.js'
import { parseInt64 } from './numbers.js'

/** An address as Go's net/netip parses it. */
export type NetipAddress = {
  /** Eight groups of sixteen bits; an IPv4 address is in the last two, after `ffff`. */
  readonly groups: readonly number[]
  /** The notation it was written in. */
  readonly written: 4 | 6
  /** The zone of an IPv6 address, empty without one. */
  readonly zone: string
}

/** Parses an address as netip.ParseAddr does; a returned string is Go's error. */
export function parseNetip(text: string): NetipAddress | string {
  const mark = /[.:%]/.exec(text)?.[0]
  if (mark === undefined) return faultOf(text, 'unable to parse IP')
  if (mark === '%') return faultOf(text, 'missing IPv6 address')
  if (mark === ':') return parseV6(text)
  const octets = parseV4(text, text)
  return typeof octets === 'string'
    ? octets
    : { groups: [0, 0, 0, 0, 0, 0xffff, ...pairsOf(octets)], written: 4, zone: '' }
}

/** Parses a CIDR block as netip.ParsePrefix does; a returned string is Go's error. */
export function parseNetipPrefix(text: string): { readonly address: NetipAddress; readonly bits: number } | string {
  const fault = (what: string) => `netip.ParsePrefix(${goQuote(text)}): ${what}`
  const slash = text.lastIndexOf('/')
  if (slash < 0) return fault("no '/'")
  const address = parseNetip(text.slice(0, slash))
  if (typeof address === 'string') return fault(address)
  if (address.zone !== '') return fault('IPv6 zones cannot be present in a prefix')
  const bits = text.slice(slash + 1)
  if (!/^(0|[1-9]\d*)$/.test(bits) || parseInt64(bits) === undefined)
    return fault(`bad bits after slash: ${goQuote(bits)}`)
  if (Number(bits) > (address.written === 4 ? 32 : 128)) return fault('prefix length out of range')
  return { address, bits: Number(bits) }
}

const faultOf = (text: string, what: string, at = '') =>
  `ParseAddr(${goQuote(text)}): ${what}${at === '' ? '' : ` (at ${goQuote(at)})`}`

const pairsOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): readonly number[] => [a * 256 + b, c * 256 + d]

/** Parses the four octets in a part of an address. */
function parseV4(whole: string, part: string): readonly number[] | string {
  const octets: number[] = []
  let digits = ''
  for (let i = 0; i < part.length; i++) {
    const char = part[i] ?? ''
    if (/\d/.test(char)) {
      if (digits === '0') return faultOf(whole, 'IPv4 field has octet with leading zero')
      digits += char
      if (Number(digits) > 255) return faultOf(whole, 'IPv4 field has value >255')
    } else if (char === '.') {
      if (digits === '' || i === part.length - 1)
        return faultOf(whole, 'IPv4 field must have at least one digit', part.slice(i))
      if (octets.length === 3) return faultOf(whole, 'IPv4 address too long')
      octets.push(Number(digits))
      digits = ''
    } else return faultOf(whole, 'unexpected character', part.slice(i))
  }
  return octets.length < 3 ? faultOf(whole, 'IPv4 address too short') : [...octets, Number(digits)]
}

function parseV6(text: string): NetipAddress | string {
  const percent = text.indexOf('%')
  const zone = percent < 0 ? '' : text.slice(percent + 1)
  if (percent >= 0 && zone === '') return faultOf(text, 'zone must be a non-empty string')
  let rest = percent < 0 ? text : text.slice(0, percent)
  let ellipsis = rest.startsWith('::') ? 0 : -1
  if (ellipsis === 0) rest = rest.slice(2)
  const groups: number[] = []
  while (groups.length < 8 && !(ellipsis === 0 && rest === '' && groups.length === 0)) {
    const hex = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? ''
    if (hex.length > 4) return faultOf(text, 'each group must have 4 or less digits', rest)
    if (hex === '') return faultOf(text, 'each colon-separated field must have at least one digit', rest)
    if (rest[hex.length] === '.') {
      const octets = parseEmbedded(text, rest, ellipsis < 0 && groups.length !== 6, groups.length > 6)
      if (typeof octets === 'string') return octets
      append(groups, pairsOf(octets))
      rest = ''
      break
    }
    groups.push(Number.parseInt(hex, 16))
    rest = rest.slice(hex.length)
    if (rest === '') break
    if (rest[0] !== ':') return faultOf(text, 'unexpected character, want colon', rest)
    if (rest === ':') return faultOf(text, 'colon must be followed by more characters', rest)
    rest = rest.slice(1)
    if (rest[0] !== ':') continue
    if (ellipsis >= 0) return faultOf(text, 'multiple :: in address', rest)
    ellipsis = groups.length
    rest = rest.slice(1)
    if (rest === '') break
  }
  if (rest !== '') return faultOf(text, 'trailing garbage after address', rest)
  const missing = 8 - groups.length
  if (ellipsis < 0 && missing > 0) return faultOf(text, 'address string too short')
  if (ellipsis >= 0 && missing === 0) return faultOf(text, 'the :: must expand to at least one field of zeros')
  if (missing > 0) groups.splice(ellipsis, 0, ...Array<number>(missing).fill(0))
  return { groups, written: 6, zone }
}

/** Parses the IPv4 address that ends an IPv6 address. */
function parseEmbedded(text: string, rest: string, isMisplaced: boolean, isLate: boolean): readonly number[] | string {
  if (isMisplaced) return faultOf(text, 'embedded IPv4 address must replace the final 2 fields of the address', rest)
  if (isLate) return faultOf(text, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest)
  return parseV4(text, rest)
}
