import { parseNetip } from './netip.js'
import { goQuote } from './printable.js'
import { byteText, charBytes, decodeUtf8 } from '../bytes/utf8.js'

/** A URL as Go's net/url parses it. Decoded parts have one character for each byte. */
export type GoUrl = {
  readonly scheme: string
  readonly opaque: string
  /** User name and password as they are printed, with the `@`. */
  readonly user: string
  readonly host: string
  readonly omitsHost: boolean
  readonly path: string
  readonly rawPath: string
  readonly query: string
  readonly forcesQuery: boolean
  readonly fragment: string
}

/** A part of a URL with its own rules of escaping. */
type Part = keyof typeof UNESCAPED
// The characters that are not escaped in a part, besides letters and digits (net/url: shouldEscape).
const UNESCAPED = {
  path: '$&+,-./:;=@_~',
  host: `!"$&'()*+,-.:;<=>[]_~`,
  zone: `!"$&'()*+,-.:;<=>[]_~`,
  user: '$&+,-.;=_~',
  query: '-._~',
  fragment: '!$&()*+,-./:;=?@_~',
} as const

const HEX_PAIR = /^%[\dA-Fa-f]{2}/
const CONTROL = /[\0-\x1f\x7f]/
const USER_INFO = /^[\w.:~!$&'()*+,;=%@-]*$/

class UrlFault extends Error {}

/** Returns Go's error for a text that is not a URL (net/url: Parse); undefined if it is one. */
export function urlFault(text: string): string | undefined {
  const parsed = parseGoUrl(text)
  return typeof parsed === 'string' ? parsed : undefined
}

/** Parses a URL as Go's url.Parse does; a returned string is Go's error. */
export function parseGoUrl(text: string): GoUrl | string {
  const mark = text.indexOf('#')
  const [head, fragment] = mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)]
  const parsed = caught(head, () => parse(byteText(head), false))
  if (typeof parsed === 'string') return parsed
  const decoded = caught(text, () => ({ fragment: unescaped(byteText(fragment), 'fragment') }))
  return typeof decoded === 'string' ? decoded : { ...parsed, ...decoded }
}

/**
 * Returns Go's error for a text that is neither an absolute URL nor an absolute path (url.ParseRequestURI); undefined
 * for others.
 */
export function requestUriFault(text: string): string | undefined {
  const parsed = caught(text, () => parse(byteText(text), true))
  return typeof parsed === 'string' ? parsed : undefined
}

function caught<T>(text: string, run: () => T): T | string {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof UrlFault)) throw error
    return `parse ${goQuote(text)}: ${error.message}`
  }
}

function parse(text: string, viaRequest: boolean): Omit<GoUrl, 'fragment'> {
  if (CONTROL.test(text)) throw new UrlFault('net/url: invalid control character in URL')
  if (text === '' && viaRequest) throw new UrlFault('empty url')
  const none = { scheme: '', opaque: '', user: '', host: '', omitsHost: false, rawPath: '', query: '' }
  if (text === '*') return { ...none, path: '*', forcesQuery: false }
  if (text.startsWith(':')) throw new UrlFault('missing protocol scheme')
  const [head = ''] = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text) ?? []
  const scheme = head.slice(0, -1).toLowerCase()
  const [before = '', ...queries] = text.slice(head.length).split('?')
  const query = queries.join('?')
  const known = { ...none, scheme, query, forcesQuery: queries.length === 1 && query === '' }
  let rest = before
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...known, opaque: rest, path: '' }
    if (viaRequest) throw new UrlFault('invalid URI for request')
    if (rest.split('/', 1)[0]?.includes(':')) throw new UrlFault('first path segment in URL cannot contain colon')
  }
  let authority = { user: '', host: '' }
  const hasHost = rest.startsWith('//') && (scheme !== '' || (!viaRequest && !rest.startsWith('///')))
  if (hasHost) {
    const slash = rest.indexOf('/', 2)
    authority = parseAuthority(rest.slice(2, slash < 0 ? undefined : slash))
    rest = slash < 0 ? '' : rest.slice(slash)
  }
  const path = unescaped(rest, 'path')
  const omitsHost = !hasHost && scheme !== '' && rest.startsWith('/')
  return { ...known, ...authority, omitsHost, path, rawPath: rest === escaped(path, 'path') ? '' : rest }
}

function parseAuthority(authority: string): { readonly user: string; readonly host: string } {
  const at = authority.lastIndexOf('@')
  const host = parseHost(authority.slice(at + 1))
  if (at < 0) return { user: '', host }
  const info = authority.slice(0, at)
  if (!USER_INFO.test(info)) throw new UrlFault('net/url: invalid userinfo')
  const [name = '', ...password] = info.split(':')
  const parts = password.length === 0 ? [name] : [name, password.join(':')]
  return { user: `${parts.map((part) => escaped(unescaped(part, 'user'), 'user')).join(':')}@`, host }
}

function parseHost(host: string): string {
  const open = host.lastIndexOf('[')
  if (open > 0) throw new UrlFault('invalid IP-literal')
  if (open < 0) {
    const colon = host.lastIndexOf(':')
    if (colon >= 0) checkPort(host.slice(colon))
    return unescaped(host, 'host')
  }
  const close = host.lastIndexOf(']')
  if (close < 0) throw new UrlFault("missing ']' in host")
  const port = host.slice(close + 1)
  checkPort(port)
  const name = host.slice(1, close)
  const zone = name.indexOf('%25')
  const literal =
    zone < 0 ? unescaped(name, 'host') : unescaped(name.slice(0, zone), 'host') + unescaped(name.slice(zone), 'zone')
  const address = parseNetip(literal)
  if (typeof address === 'string') throw new UrlFault(`invalid host: ${address}`)
  if (address.written === 4) throw new UrlFault('invalid IP-literal')
  return `[${literal}]${port}`
}

function checkPort(port: string): void {
  if (!/^(:\d*)?$/.test(port)) throw new UrlFault(`invalid port ${goQuote(port)} after host`)
}

const isKept = (char: string, part: Part): boolean => /[A-Za-z0-9]/.test(char) || UNESCAPED[part].includes(char)

/** Decodes the escapes of a part. Throws a UrlFault for an invalid one. */
function unescaped(text: string, part: Part): string {
  const isHost = part === 'host' || part === 'zone'
  let out = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '%') {
      const escape = text.slice(at, at + 3)
      const byte = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
      const isForbidden =
        escape !== '%25' &&
        // In a host only non-ASCII bytes may be escaped, in a zone what a host may have.
        ((part === 'host' && byte < '\x80') || (part === 'zone' && byte !== ' ' && !isKept(byte, 'host')))
      if (!HEX_PAIR.test(escape) || isForbidden) throw new UrlFault(`invalid URL escape ${goQuote(escape)}`)
      out += byte
      at += 2
    } else if (isHost && char < '\x80' && !isKept(char, part))
      throw new UrlFault(`invalid character ${goQuote(char)} in host name`)
    else out += char === '+' && part === 'query' ? ' ' : char
  }
  return out
}

const escaped = (text: string, part: Part): string =>
  text.replace(/[^]/g, (char) =>
    isKept(char, part) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

/** Returns the path with its escapes (URL.EscapedPath). */
export function escapedPath({ path, rawPath }: GoUrl): string {
  if (rawPath !== '' && /^[\w\-.~/$&+,:;=@!'()*[\]%]*$/.test(rawPath)) return rawPath
  return path === '*' ? '*' : escaped(path, 'path')
}

/** Returns the host with its port, decoded. */
export const urlHost = ({ host }: GoUrl): string => textOf(host)

/** Returns the host without its port and without brackets, and the port (URL.Hostname, URL.Port). */
export function hostAndPort({ host }: GoUrl): { readonly name: string; readonly port: string } {
  const colon = host.lastIndexOf(':')
  const hasPort = colon >= 0 && /^:\d*$/.test(host.slice(colon))
  const name = hasPort ? host.slice(0, colon) : host
  return { name: textOf(name.replace(/^\[(.*)\]$/s, '$1')), port: hasPort ? host.slice(colon + 1) : '' }
}

/** Returns the values of each query parameter; those that cannot be decoded are left out (URL.Query). */
export function queryOf({ query }: GoUrl): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const [name = '', ...value] = pair.split('=')
    try {
      const [key, text] = [textOf(unescaped(name, 'query')), textOf(unescaped(value.join('='), 'query'))]
      found.set(key, [...(found.get(key) ?? []), text])
    } catch (error) {
      if (!(error instanceof UrlFault)) throw error
    }
  }
  return found
}

/** Prints a URL (URL.String). */
export function printUrl(url: GoUrl): string {
  const { scheme, opaque, user, host, omitsHost, path, query, forcesQuery, fragment } = url
  const hasAuthority = (scheme !== '' || host !== '' || user !== '') && !(omitsHost && host === '' && user === '')
  const slashes = hasAuthority && (host !== '' || path !== '' || user !== '') ? '//' : ''
  const address = opaque === '' ? `${slashes}${user}${escaped(host, 'host')}${escapedPath(url)}` : opaque
  const tail = fragment === '' ? '' : `#${escaped(fragment, 'fragment')}`
  return `${scheme === '' ? '' : `${scheme}:`}${address}${forcesQuery || query !== '' ? `?${query}` : ''}${tail}`
}

/** Decodes bytes, one character each, as UTF-8. */
const textOf = (bytes: string): string => decodeUtf8(charBytes(bytes))
