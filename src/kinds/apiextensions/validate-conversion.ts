import { repeatsOf } from '../../base/lists/repeats.js'
import { GoText, goQuote } from '../../base/go/printable.js'
import { type Issue, forbidden, invalid, notSupported, required } from '../../base/errors/issue.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import { validateWebhookUrl } from '../../base/rules/webhook-url.js'
import type { Definition } from './definition.js'

const FIELD = 'spec.conversion'
const CLIENT = `${FIELD}.webhookClientConfig`
const REVIEWS = `${FIELD}.conversionReviewVersions`
const KNOWN_REVIEWS = ['v1', 'v1beta1']

/** Validates the conversion of a definition (apiextensions: validateCustomResourceConversion). */
export function validateConversion(conversion: Definition['spec']['conversion']): readonly Issue[] {
  if (!conversion) return []
  const { strategy, webhook } = conversion
  const reviews = webhook?.conversionReviewVersions ?? []
  const known = strategy === 'None' || strategy === 'Webhook'
  const issues: Issue[] = known
    ? []
    : [strategy ? notSupported(`${FIELD}.strategy`, strategy, ['None', 'Webhook']) : required(`${FIELD}.strategy`)]
  if (strategy === 'Webhook') return [...issues, ...validateClient(webhook?.clientConfig), ...validateReviews(reviews)]
  const unwanted = 'should not be set when strategy is not set to Webhook'
  if (webhook?.clientConfig) issues.push(forbidden(CLIENT, unwanted))
  if (reviews.length > 0) issues.push(forbidden(REVIEWS, unwanted))
  return issues
}

type Client = NonNullable<NonNullable<NonNullable<Definition['spec']['conversion']>['webhook']>['clientConfig']>

function validateClient(client: Client | undefined): readonly Issue[] {
  if (!client) return [required(CLIENT, 'required when strategy is set to Webhook')]
  const { url, service } = client
  if (url === undefined)
    return service ? validateService(service) : [required(CLIENT, 'exactly one of url or service is required')]
  return service
    ? [required(CLIENT, 'exactly one of url or service is required')]
    : validateWebhookUrl(url, `${CLIENT}.url`)
}

/** Validates the service of a webhook (apiserver: ValidateWebhookService, whose caller swaps name and namespace). */
function validateService({ name, namespace, path, port = 443 }: NonNullable<Client['service']>): readonly Issue[] {
  const field = `${CLIENT}.service`
  return [
    ...(namespace ? [] : [required(`${field}.name`, 'service name is required')]),
    ...(name ? [] : [required(`${field}.namespace`, 'service namespace is required')]),
    ...(port < 1 || port > 65535
      ? [invalid(`${field}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
      : []),
    ...(path === undefined ? [] : validatePath(path, `${field}.path`)),
  ]
}

function validatePath(path: string, field: string): readonly Issue[] {
  if (path === '/' || path === '') return []
  if (path === '//') return [invalid(field, path, 'segment[0] may not be empty')]
  return [
    ...(path.startsWith('/') ? [] : [invalid(field, path, "must start with a '/'")]),
    ...path
      .slice(1)
      .replace(/\/$/, '')
      .split('/')
      .flatMap((step, i) => {
        if (step === '') return [invalid(field, path, `segment[${i}] may not be empty`)]
        return dns1123Subdomain(step).map((message) => invalid(field, path, `segment[${i}]: ${message}`))
      }),
  ]
}

function validateReviews(reviews: readonly string[]): readonly Issue[] {
  if (reviews.length === 0) return [required(REVIEWS)]
  const repeats = repeatsOf(reviews)
  const issues = reviews.flatMap((name, i) =>
    repeats(i)
      ? [invalid(`${REVIEWS}[${i}]`, name, 'duplicate version')]
      : dns1035Label(name).map((message) => invalid(`${REVIEWS}[${i}]`, name, message)),
  )
  if (reviews.some((name) => KNOWN_REVIEWS.includes(name))) return issues
  const shown = new GoText(`[]string{${reviews.map(goQuote).join(', ')}}`)
  return [...issues, invalid(REVIEWS, shown, `must include at least one of ${KNOWN_REVIEWS.join(', ')}`)]
}
