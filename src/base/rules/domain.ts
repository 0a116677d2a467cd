import { dns1123Label, dns1123Subdomain } from './names.js'
import { patternText, wholeText } from './texts.js'

/** IsFullyQualifiedName: a domain of at least three segments. The caller reports an empty one as `Required value`. */
export function fullyQualifiedName(value: string): string[] {
  const messages = dns1123Subdomain(value)
  if (messages.length > 0) return [messages.join(',')]
  return value.split('.').length < 3 ? ['should be a domain with at least three segments separated by dots'] : []
}

/** IsFullyQualifiedDomainName: a host of at least two segments; each error names the part it is about. */
export function fullyQualifiedDomain(value: string): readonly { readonly part: string; readonly detail: string }[] {
  const name = value.replace(/\.$/, '')
  const messages = dns1123Subdomain(name)
  if (messages.length > 0) return [{ part: name, detail: messages.join(',') }]
  const labels = name.split('.')
  if (labels.length < 2)
    return [{ part: name, detail: 'should be a domain with at least two segments separated by dots' }]
  const bad = labels.find((label) => dns1123Label(label).length > 0)
  return bad === undefined ? [] : [{ part: bad, detail: dns1123Label(bad).join(',') }]
}

const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const IS_PATH = wholeText(PATH)
const PATH_TEXT = patternText('Invalid path', PATH)

/**
 * IsDomainPrefixedPath: `domain/path`; each error names the part it is about. The caller reports an empty one as
 * `Required value`.
 */
export function domainPrefixedPath(value: string): readonly { readonly part: string; readonly detail: string }[] {
  const slash = value.indexOf('/')
  const [host, path] = [value.slice(0, slash), value.slice(slash + 1)]
  if (slash <= 0 || path === '')
    return [{ part: value, detail: 'must be a domain-prefixed path (such as "acme.io/foo")' }]
  return [
    ...dns1123Subdomain(host).map((detail) => ({ part: host, detail })),
    ...(IS_PATH.test(path) ? [] : [{ part: path, detail: PATH_TEXT }]),
  ]
}
