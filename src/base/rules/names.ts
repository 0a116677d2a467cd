import { wordingNow } from '../errors/wording.js'
import { goQuote } from '../go/printable.js'
import { QUALIFIED, isLonger, maxLabelLength, maxLength, patternText, wholeText } from './texts.js'

// Each rule returns the error messages for a value; an empty list if it is valid.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const CONFIG_KEY = '[-._a-zA-Z0-9]+'

const IS_LABEL = wholeText(LABEL)
const IS_SUBDOMAIN = wholeText(SUBDOMAIN)
const IS_LABEL_1035 = wholeText(LABEL_1035)
const IS_QUALIFIED = wholeText(QUALIFIED)
// Fast path: a name of at most 63 characters needs no separate length checks.
const IS_SHORT_QUALIFIED = new RegExp(`^(?=.{1,63}$)(${SUBDOMAIN}/)?${QUALIFIED}$`)
const IS_CONFIG_KEY = wholeText(CONFIG_KEY)

const LABEL_TEXT = patternText(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL,
  'my-name',
  '123-abc',
)
const SUBDOMAIN_TEXT = patternText(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN,
  'example.com',
)
const LABEL_1035_TEXT = patternText(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  LABEL_1035,
  'my-name',
  'abc-123',
)
const QUALIFIED_TEXT = patternText(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED,
  'MyName',
  'my.name',
  '123-abc',
)
const CONFIG_KEY_TEXT = patternText(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  CONFIG_KEY,
  'key.name',
  'KEY_NAME',
  'key-name',
)

/** IsDNS1123Label: a namespace's name, a runtime handler. */
export function dns1123Label(value: string): string[] {
  const messages = isLonger(value, 63) ? [maxLength(63)] : []
  if (!IS_LABEL.test(value)) messages.push(IS_SUBDOMAIN.test(value) ? 'must not contain dots' : LABEL_TEXT)
  return messages
}

/** IsDNS1123Label of k8s.io/apimachinery/pkg/api/validate/content, which is that of the tag `k8s-short-name`. */
export const taggedLabel = (value: string): string[] =>
  dns1123Label(value).map((message) => message.replace(maxLength(63), maxLabelLength(63)))

/** IsDNS1123Subdomain: the name of most kinds. */
export function dns1123Subdomain(value: string): string[] {
  const messages = isLonger(value, 253) ? [maxLength(253)] : []
  if (!IS_SUBDOMAIN.test(value)) messages.push(SUBDOMAIN_TEXT)
  return messages
}

const WILDCARD = `\\*\\.${SUBDOMAIN}`
const IS_WILDCARD = wholeText(WILDCARD)
const WILDCARD_TEXT = patternText(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  WILDCARD,
  '*.example.com',
)

/** IsWildcardDNS1123Subdomain: the hosts of an ingress. */
export function wildcardSubdomain(value: string): string[] {
  const messages = isLonger(value, 253) ? [maxLength(253)] : []
  if (!IS_WILDCARD.test(value)) messages.push(WILDCARD_TEXT)
  return messages
}

/** IsDNS1035Label: an API version. */
export function dns1035Label(value: string): string[] {
  const messages = isLonger(value, 63) ? [maxLength(63)] : []
  if (!IS_LABEL_1035.test(value)) messages.push(LABEL_1035_TEXT)
  return messages
}

/** IsQualifiedName: `[prefix/]name`, the form of label keys, finalizers and condition types. */
export function qualifiedName(value: string): string[] {
  if (IS_SHORT_QUALIFIED.test(value)) return []
  const parts = value.split('/')
  if (parts.length > 2)
    return [
      `a ${wordingNow().labelKey} ${QUALIFIED_TEXT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const name = parts.pop()!
  const [prefix] = parts
  const messages =
    prefix === undefined
      ? []
      : (prefix === '' ? ['must be non-empty'] : dns1123Subdomain(prefix)).map((message) => `prefix part ${message}`)
  if (name === '') messages.push('name part must be non-empty')
  else if (isLonger(name, 63)) messages.push(`name part ${maxLabelLength(63)}`)
  if (!IS_QUALIFIED.test(name)) messages.push(`name part ${QUALIFIED_TEXT}`)
  return messages
}

/** IsConfigMapKey: also the name of a LeaseCandidate. */
export function configMapKey(value: string): string[] {
  const messages = isLonger(value, 253) ? [maxLength(253)] : []
  if (!IS_CONFIG_KEY.test(value)) messages.push(CONFIG_KEY_TEXT)
  if (value === '.' || value === '..') messages.push(`must not be '${value}'`)
  else if (value.startsWith('..')) messages.push("must not start with '..'")
  return messages
}

/** ValidatePathSegmentName: names must fit into a URL path; a prefix (generateName) may be `.` or `..`. */
export function pathSegmentName(value: string, prefix = false): string[] {
  if (!prefix && (value === '.' || value === '..')) return [`may not be '${value}'`]
  if (!/[/%]/.test(value)) return []
  return ['/', '%']
    .filter((character) => value.includes(character))
    .map((character) => `may not contain '${character}'`)
}

/** Returns why a client refuses to request an object of that name; undefined if it does not. */
export function whyNotAsked(name: string): string | undefined {
  if (name === '') return 'resource name may not be empty'
  const faults = pathSegmentName(name)
  return faults.length === 0 ? undefined : `invalid resource name ${goQuote(name)}: [${faults.join(' ')}]`
}

/**
 * Makes a generateName prefix checkable as a name by replacing its last two characters with an `a`, like Go's
 * maskTrailingDash. Go cuts bytes, so a multi-byte character before the dash remains invalid.
 */
export const maskTrailingDash = (name: string): string => (/\p{ASCII}-$/u.test(name) ? `${name.slice(0, -2)}a` : name)

/** The name rule of most kinds: a DNS subdomain. */
export const subdomainName = (name: string, prefix: boolean): readonly string[] =>
  dns1123Subdomain(prefix ? maskTrailingDash(name) : name)

const LABEL_VALUE = `(${QUALIFIED})?`
const IS_LABEL_VALUE = wholeText(LABEL_VALUE)
const LABEL_VALUE_TEXT = patternText(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  LABEL_VALUE,
  'MyValue',
  'my_value',
  '12345',
)

/** IsValidLabelValue. Label keys are checked by qualifiedName. */
export function labelValue(value: string): string[] {
  const messages = isLonger(value, 63) ? [maxLabelLength(63)] : []
  if (!IS_LABEL_VALUE.test(value)) messages.push(LABEL_VALUE_TEXT)
  return messages
}

/** Tells whether a resource is native to Kubernetes: unqualified, or of its domain. */
export const isNativeResource = (resource: string): boolean =>
  !resource.includes('/') || resource.includes('kubernetes.io/')

/**
 * Tells whether a resource is an extended one: of another domain, and with a name that is also valid in a quota
 * (prefixed with `requests.`).
 */
export const isExtendedResource = (resource: string): boolean =>
  !isNativeResource(resource) && !resource.startsWith('requests.') && qualifiedName(`requests.${resource}`).length === 0
