import { ownText } from '../../base/go/printable.js'
import { type Issue, forbidden, invalid } from '../../base/errors/issue.js'
import { isInteger, parseQuantity } from '../../base/numbers/quantity.js'
import { qualifiedName, isExtendedResource, isNativeResource } from '../../base/rules/names.js'
import { type ResourceList, validateAmount, wholeOf } from './resource-list.js'

const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage'])
const STANDARD_RESOURCES = new Set([
  ...CONTAINER_RESOURCES,
  ...['cpu', 'memory', 'ephemeral-storage', 'storage'].map((resource) => `requests.${resource}`),
  ...['cpu', 'memory', 'ephemeral-storage'].map((resource) => `limits.${resource}`),
  ...[
    'pods',
    'resourcequotas',
    'services',
    'replicationcontrollers',
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'storage',
    'services.nodeports',
    'services.loadbalancers',
  ],
])
const HUGE_PAGES = 'hugepages-'

/** Validates the overhead of a pod like the limits of a container; the paths have that field name. */
export function validateOverhead(podFixed: ResourceList, field: string): readonly Issue[] {
  const names = Object.keys(podFixed)
  const issues = names.flatMap((name) => validateLimit(podFixed, name, `${field}.limits[${name}]`, containerResource))
  const lonely =
    names.some((name) => name.startsWith(HUGE_PAGES)) && !names.includes('cpu') && !names.includes('memory')
  return lonely ? [...issues, forbidden(field, 'HugePages require cpu or memory')] : issues
}

/** Finds what is wrong with the name of a resource. */
export type NameRule = (name: string, field: string) => readonly Issue[]

/** Validates a resource: its name by a rule, its quantity, and whole huge pages. */
export const validateLimit = (list: ResourceList, name: string, field: string, named: NameRule): readonly Issue[] => [
  ...named(name, field),
  ...validateAmount(list, name, field),
  ...validatePages(name, list[name] ?? '', field),
]

/** Validates that huge pages are a multiple of the page size. */
export const validatePages = (name: string, amount: string, field: string): readonly Issue[] =>
  name.startsWith(HUGE_PAGES) && !isMultiple(amount, name.slice(HUGE_PAGES.length))
    ? [invalid(field, amount, `${amount} is not positive integer multiple of ${name}`)]
    : []

// A ResourceName is printed without quotes.
const ruleOf =
  (faults: (name: string) => readonly string[]): NameRule =>
  (name, field) =>
    faults(name).map((detail) => invalid(field, ownText(name), detail))

/** Validates the name of a resource (validateResourceName). */
export const anyResource: NameRule = ruleOf(resourceFaults)

/** Validates the name of a resource of a container (ValidateContainerResourceName). */
export const containerResource: NameRule = ruleOf(containerResourceFaults)

/** Returns the faults of a resource name. */
export function resourceFaults(name: string): readonly string[] {
  const faults = qualifiedName(name)
  return faults.length === 0 && !name.includes('/') && !STANDARD_RESOURCES.has(name) && !isHuge(name)
    ? ['must be a standard resource type or fully qualified']
    : faults
}

/** Returns the faults of the name of a container's resource. */
export function containerResourceFaults(name: string): readonly string[] {
  const faults = resourceFaults(name)
  if (!name.includes('/'))
    return CONTAINER_RESOURCES.has(name) || name.startsWith(HUGE_PAGES)
      ? faults
      : [...faults, 'must be a standard resource for containers']
  return isNativeResource(name) || isExtendedResource(name)
    ? faults
    : [...faults, "doesn't follow extended resource name standard"]
}

/** Tells whether a resource is a standard one of quotas. */
export const isQuotaResource = (name: string): boolean =>
  (STANDARD_RESOURCES.has(name) && name !== 'storage') || isHuge(name)

const isHuge = (name: string) => name.startsWith(HUGE_PAGES) || name.startsWith(`requests.${HUGE_PAGES}`)

function isMultiple(amount: string, page: string): boolean {
  if (typeof parseQuantity(page) === 'string' || !isInteger(page)) return false
  const size = BigInt(wholeOf(page))
  return size > 0n && BigInt(wholeOf(amount)) % size === 0n
}
