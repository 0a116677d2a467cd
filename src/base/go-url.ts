import { goQuote } from './go-print.js'

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
const HEX_PAIR = /^%[\dA-Fa-f]{2}/
// The characters a host may have besides letters and digits (net/url: shouldEscape).
const IN_HOST = /[\w.~!$&'()*+,;=:[\]<>"-]/
const IN_USER = /^[\w.:~!$&'()*+,;=%@-]*$/

/** Returns Go's error for a text that is not a URL (net/url: Parse); undefined if it is one. */
export function urlFault(text: string): string | undefined {
  const mark = text.indexOf('#')
  const fault =
    faultBefore(mark < 0 ? text : text.slice(0, mark)) ?? (mark < 0 ? undefined : badEscape(text.slice(mark)))
  return fault && `parse ${goQuote(text)}: ${fault}`
}

function faultBefore(text: string): string | undefined {
  if ([...text].some((char) => char < ' ' || char === '\x7f')) return 'net/url: invalid control character in URL'
  if (text.startsWith(':')) return 'missing protocol scheme'
  const [head = ''] = SCHEME.exec(text) ?? []
  const [rest = ''] = text.slice(head.length).split('?', 1)
  if (!rest.startsWith('/')) {
    if (head !== '') return undefined
    return rest.split('/', 1)[0]?.includes(':') ? 'first path segment in URL cannot contain colon' : badEscape(rest)
  }
  const hasHost = rest.startsWith('//') && (head !== '' || !rest.startsWith('///'))
  if (!hasHost) return badEscape(rest)
  const slash = rest.indexOf('/', 2)
  return (
    authorityFault(rest.slice(2, slash < 0 ? undefined : slash)) ??
    (slash < 0 ? undefined : badEscape(rest.slice(slash)))
  )
}

function authorityFault(authority: string): string | undefined {
  const at = authority.lastIndexOf('@')
  const fault = hostFault(authority.slice(at + 1))
  if (fault || at < 0) return fault
  const user = authority.slice(0, at)
  return IN_USER.test(user) ? badEscape(user) : 'net/url: invalid userinfo'
}

function hostFault(host: string): string | undefined {
  const end = host.lastIndexOf(']')
  if (host.startsWith('[') && end < 0) return "missing ']' in host"
  const port = host.startsWith('[') ? host.slice(end + 1) : host.slice(lastColon(host))
  if (!/^(:\d*)?$/.test(port)) return `invalid port ${goQuote(port)} after host`
  return badEscape(host, true)
}

const lastColon = (host: string) => (host.includes(':') ? host.lastIndexOf(':') : host.length)

/** Finds the first invalid escape or, in a host, the first invalid character. */
function badEscape(text: string, isHost = false): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '%') {
      const escape = text.slice(at, at + 3)
      // In a host only non-ASCII bytes may be escaped, and the `%` before a zone.
      if (!HEX_PAIR.test(escape) || (isHost && /^%[0-7]/.test(escape) && escape !== '%25'))
        return `invalid URL escape ${goQuote(escape)}`
      at += 2
    }
  }
  const bad = isHost ? [...text].find((char) => char < '\x80' && char !== '%' && !IN_HOST.test(char)) : undefined
  return bad === undefined ? undefined : `invalid character ${goQuote(bad)} in host name`
}
