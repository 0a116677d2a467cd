import { type Issue, duplicate, invalid, notSupported, required, requiredOf } from '../../base/errors/issue.js'
import { jsonEqual } from '../../base/json/json.js'
import { repeatsOf } from '../../base/lists/lists.js'
import { fullyQualifiedName } from '../../base/rules/domain.js'
import { dns1035Label, dns1123Subdomain } from '../../base/rules/names.js'
import { validateWebhookUrl } from '../../base/rules/webhook-url.js'
import { issuesOfItems } from '../../base/errors/issues-in-parts.js'
import type { MutatingWebhook, WebhookClientConfig } from '../../model/generated/types/admissionregistration-v1.js'
import { validateLabelSelector } from '../shared/label-selector.js'
import type { Unchecked } from '../struct/unchecked.js'
import { validateMatchConditions } from './match-conditions.js'
import { MATCH_POLICIES, validateRule } from './match-rules.js'

type Client = Unchecked<WebhookClientConfig>
type Service = NonNullable<Client['service']>

const MOST_PORT = 65535

/** Validates the clientConfig of a webhook: its URL or its service. */
function validateClient({ url, service }: Client, at: string): readonly Issue[] {
  if ((url === undefined) === (service === undefined))
    return [required(at, 'exactly one of url or service is required')]
  return service ? validateService(service, `${at}.service`) : validateWebhookUrl(url ?? '', `${at}.url`)
}

function validateService({ name, namespace, path, port = 0 }: Service, at: string): readonly Issue[] {
  return [
    // A real server swaps the two fields, too.
    ...(namespace ? [] : [requiredOf(`${at}.name`, 'service name is required')]),
    ...(name ? [] : [requiredOf(`${at}.namespace`, 'service namespace is required')]),
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

/** A mutating or validating webhook before validation. */
type Webhook = Unchecked<MutatingWebhook>
type Hooks = readonly Webhook[]

const FAILURE_POLICIES = ['Fail', 'Ignore']
const NO_EFFECTS = ['None', 'NoneOnDryRun']
const ALL_EFFECTS = [...NO_EFFECTS, 'Some', 'Unknown']
const REINVOCATION = ['IfNeeded', 'Never']
const VERSIONS = ['v1', 'v1beta1']
const LONGEST_WAIT = 30

const selectorsOf = ({ namespaceSelector, objectSelector }: Webhook) => [namespaceSelector ?? {}, objectSelector ?? {}]
const isUnique = (names: readonly string[]) => new Set(names).size === names.length

/** Tells which rules an update is exempt from, because the old webhooks violate them already. */
const leaveOf = (next: Hooks, old: Hooks) => ({
  anyEffects: !old.every(({ sideEffects }) => NO_EFFECTS.includes(sideEffects ?? '')),
  anyVersions: !old.every(
    ({ admissionReviewVersions: versions }) =>
      !versions?.length || versions.some((version) => VERSIONS.includes(version)),
  ),
  anyNames: !isUnique(old.map(({ name = '' }) => name)),
  anyValues: old.flatMap(selectorsOf).some((selector) => validateLabelSelector(selector, '').length > 0),
  anyConditions:
    next.length === old.length &&
    next.every(({ matchConditions }, i) => jsonEqual(matchConditions, old[i]?.matchConditions)),
})
type Leave = Partial<ReturnType<typeof leaveOf>>

/** Validates webhooks; with `old`, as an update. */
export function validateWebhooks(hooks: Hooks, old?: Hooks): readonly Issue[] {
  const leave: Leave = old ? leaveOf(hooks, old) : {}
  const repeats = repeatsOf(hooks.map(({ name = '' }) => name))
  return issuesOfItems(hooks, validateWebhooks, (hook, i) => {
    const at = `webhooks[${i}]`
    const { name = '' } = hook
    return [
      ...validateWebhook(hook, leave, at),
      ...validateVersions(hook.admissionReviewVersions ?? [], leave, `${at}.admissionReviewVersions`),
      ...(!leave.anyNames && name && repeats(i) ? [duplicate(`${at}.name`, name)] : []),
    ]
  })
}

const known = (value: string | undefined, values: readonly string[], field: string) =>
  value === undefined || values.includes(value) ? [] : [notSupported(field, value, values)]

function validateWebhook(
  hook: Webhook,
  { anyEffects, anyValues = false, anyConditions }: Leave,
  at: string,
): readonly Issue[] {
  const { name = '', rules, sideEffects, timeoutSeconds: seconds } = hook
  const effects = anyEffects ? ALL_EFFECTS : NO_EFFECTS
  return [
    ...(name
      ? fullyQualifiedName(name).map((detail) => invalid(`${at}.name`, name, detail))
      : [required(`${at}.name`)]),
    ...(rules ?? []).flatMap((rule, i) => validateRule(rule, `${at}.rules[${i}]`)),
    ...known(hook.failurePolicy, FAILURE_POLICIES, `${at}.failurePolicy`),
    ...known(hook.matchPolicy, MATCH_POLICIES, `${at}.matchPolicy`),
    // An unset sideEffects is present as null, because its Go field has no omitempty.
    ...((sideEffects ?? null) !== null
      ? known(sideEffects, effects, `${at}.sideEffects`)
      : [required(`${at}.sideEffects`, `must specify one of ${effects.join(', ')}`)]),
    ...(seconds !== undefined && (seconds < 1 || seconds > LONGEST_WAIT)
      ? [invalid(`${at}.timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...validateLabelSelector(hook.namespaceSelector ?? {}, `${at}.namespaceSelector`, { anyValues }),
    ...validateLabelSelector(hook.objectSelector ?? {}, `${at}.objectSelector`, { anyValues }),
    ...known(hook.reinvocationPolicy, REINVOCATION, `${at}.reinvocationPolicy`),
    ...validateClient(hook.clientConfig ?? {}, `${at}.clientConfig`),
    ...(anyConditions
      ? []
      : validateMatchConditions(hook.matchConditions ?? [], `${at}.matchConditions`, {
          authorizer: true,
          isNew: true,
        })),
  ]
}

function* validateVersions(versions: readonly string[], { anyVersions }: Leave, field: string): Iterable<Issue> {
  const accepted = VERSIONS.join(', ')
  if (versions.length === 0) {
    yield required(field, `must specify one of ${accepted}`)
    return
  }
  const repeats = repeatsOf(versions)
  yield* versions.flatMap((version, i) =>
    repeats(i)
      ? [invalid(`${field}[${i}]`, version, 'duplicate version')]
      : dns1035Label(version).map((detail) => invalid(`${field}[${i}]`, version, detail)),
  )
  if (!(anyVersions || versions.some((version) => VERSIONS.includes(version))))
    yield invalid(field, versions, `must include at least one of ${accepted}`)
}
