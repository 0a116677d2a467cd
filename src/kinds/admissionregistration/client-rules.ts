import { type Issue, invalid, required } from '../../base/issue.js'
import { dns1123Subdomain } from '../../base/rules/names.js'
import type { WebhookClientConfig } from '../generated/types/admissionregistration-v1.js'
import type { Unchecked } from '../struct/unchecked.js'

type Client = Unchecked<WebhookClientConfig>
type Service = NonNullable<Client['service']>

const FORM = '; desired format: https://host[/path]'
const MOST_PORT = 65535

/** The rules of where a webhook is. */
export function validateClient({ url, service }: Client, at: string): readonly Issue[] {
  if ((url === undefined) === (service === undefined))
    return [required(at, 'exactly one of url or service is required')]
  return service ? validateService(service, `${at}.service`) : validateUrl(url ?? '', `${at}.url`)
}

const URL_PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function validateUrl(url: string, field: string): readonly Issue[] {
  const [, scheme = '', authority = '', , query, fragment] = URL_PARTS.exec(url) ?? []
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalid(field, scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host ? [] : [invalid(field, host, `host must be specified${FORM}`)]),
    ...(at < 0 ? [] : [invalid(field, authority.slice(0, at), 'user information is not permitted in the URL')]),
    ...(fragment ? [invalid(field, fragment, 'fragments are not permitted in the URL')] : []),
    ...(query ? [invalid(field, query, 'query parameters are not permitted in the URL')] : []),
  ]
}

function validateService({ name, namespace, path, port = 0 }: Service, at: string): readonly Issue[] {
  return [
    // The server takes one for the other.
    ...(namespace ? [] : [required(`${at}.name`, 'service name is required')]),
    ...(name ? [] : [required(`${at}.namespace`, 'service namespace is required')]),
    ...(port >= 1 && port <= MOST_PORT
      ? []
      : [invalid(`${at}.port`, port, `port is not valid: must be between 1 and ${MOST_PORT}, inclusive`)]),
    ...validatePath(path ?? '', `${at}.path`),
  ]
}

function validatePath(path: string, field: string): readonly Issue[] {
  if (path === '' || path === '/') return []
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')]
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  return [
    ...(path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")]),
    ...steps.flatMap((step, i) =>
      step === ''
        ? [invalid(field, path, `segment[${i}] may not be empty`)]
        : dns1123Subdomain(step).map((detail) => invalid(field, path, `segment[${i}]: ${detail}`)),
    ),
  ]
}
