import { dns1123Subdomain } from './names.js'
import { wholeText } from './texts.js'

/** IsFullyQualifiedName: a domain of three parts or more. An empty one is a `Required value` of its caller. */
export function fullyQualifiedName(value: string): string[] {
  const messages = dns1123Subdomain(value)
  if (messages.length > 0) return [messages.join(',')]
  return value.split('.').length < 3 ? ['should be a domain with at least three segments separated by dots'] : []
}

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const IS_HTTP_PATH = wholeText(HTTP_PATH)

/** What is wrong with a path that starts with a domain (IsDomainPrefixedPath), and with which part of it. */
export function domainPrefixedPath(text: string): readonly { readonly part: string; readonly detail: string }[] {
  const slash = text.indexOf('/')
  const [host, path] = [text.slice(0, Math.max(slash, 0)), text.slice(slash + 1)]
  if (!host || !path) return [{ part: text, detail: 'must be a domain-prefixed path (such as "acme.io/foo")' }]
  return [
    ...dns1123Subdomain(host).map((detail) => ({ part: host, detail })),
    ...(IS_HTTP_PATH.test(path)
      ? []
      : [{ part: path, detail: `Invalid path (regex used for validation is '${HTTP_PATH}')` }]),
  ]
}
