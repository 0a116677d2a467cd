import { goQuote } from '../../base/go/printable.js'
import { type StatusError, plainError } from '../../base/errors/status.js'
import type { Definition } from './definition.js'

/**
 * Returns a function that tells why an object of one apiVersion cannot be converted to another, as a server says it;
 * undefined if it can be. Webhooks are not called: what needs one fails as if nothing answered there.
 */
export function conversionFailures({
  spec,
}: Pick<Definition, 'spec'>): (from: string, to: string) => StatusError | undefined {
  const { group, names, versions, conversion } = spec
  const known = new Set(versions.map(({ name }) => `${group}/${name}`))
  const unreached = conversion?.strategy === 'Webhook' ? failureToReach(conversion.webhook?.clientConfig) : undefined
  return (from, to) => {
    if (!known.has(from)) return plainError(`request to convert CR from an invalid group/version: ${from}`)
    if (from === to || unreached === undefined) return undefined
    return plainError(`conversion webhook for ${from}, Kind=${names.kind} failed: ${unreached}`)
  }
}

type ClientConfig = NonNullable<NonNullable<Definition['spec']['conversion']>['webhook']>['clientConfig']

/** Returns the error of a Go program that posts to a webhook where nothing is. */
function failureToReach({ service, url = '' }: NonNullable<ClientConfig> = {}): string {
  if (service) {
    const { name, namespace, port = 443, path = '' } = service
    return `${post(`${name}.${namespace}.svc:${port}`, path)}: service ${goQuote(name)} not found`
  }
  // A stored one has been checked: it begins with https, and has no user, query or fragment.
  const [, host = '', path = ''] = /^https:\/\/([^/]*)(.*)$/i.exec(url) ?? []
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host) ?? []
  return `${post(host, path)}: ${failureToDial(name.replace(/^\[|\]$/g, ''), port || '443')}`
}

function post(host: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  return `Post ${goQuote(`https://${host}/${segments.join('/')}?timeout=30s`)}`
}

function failureToDial(host: string, port: string): string {
  const refused = (address: string) => `dial tcp ${address}:${port}: connect: connection refused`
  if (host.includes(':')) return refused(`[${host}]`)
  return /^[\d.]+$/.test(host) ? refused(host) : `dial tcp: lookup ${host}: no such host`
}
