import { type Issue, invalid, required } from '../../base/errors/issue.js'
import { dns1123Subdomain } from '../../base/rules/names.js'
import { validateWebhookUrl } from '../../base/rules/webhook-url.js'
import type { WebhookClientConfig } from '../../model/generated/types/admissionregistration-v1.js'
import type { Unchecked } from '../struct/unchecked.js'

type Client = Unchecked<WebhookClientConfig>
type Service = NonNullable<Client['service']>

const MOST_PORT = 65535

/** Validates the clientConfig of a webhook: its URL or its service. */
export function validateClient({ url, service }: Client, at: string): readonly Issue[] {
  if ((url === undefined) === (service === undefined))
    return [required(at, 'exactly one of url or service is required')]
  return service ? validateService(service, `${at}.service`) : validateWebhookUrl(url ?? '', `${at}.url`)
}

function validateService({ name, namespace, path, port = 0 }: Service, at: string): readonly Issue[] {
  return [
    // A real server swaps the two fields, too.
    ...(namespace ? [] : [required(`${at}.name`, 'service name is required')]),
    ...(name ? [] : [required(`${at}.namespace`, 'service namespace is required')]),
    ...(port >= 1 && port <= MOST_PORT
      ? []
      : [invalid(`${at}.port`, port, `port is not valid: must be between 1 and ${MOST_PORT}, inclusive`)]),
    ...validatePath(path ?? '', `${at}.path`),
  ]
}

function* validatePath(path: string, field: string): Iterable<Issue> {
  if (path === '' || path === '/') return
  if (path === '//') {
    yield invalid(field, path, 'segment[0] may not be empty')
    return
  }
  const steps = path.slice(1).replace(/\/$/, '').split('/')
  if (!path.startsWith('/')) yield invalid(field, path, "must start with a '/'")
  yield* steps.flatMap((step, i) =>
    step === ''
      ? [invalid(field, path, `segment[${i}] may not be empty`)]
      : dns1123Subdomain(step).map((detail) => invalid(field, path, `segment[${i}]: ${detail}`)),
  )
}
