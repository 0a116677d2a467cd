import { GoText } from '../../base/go-print.js'
import { type Issue, forbidden, invalid } from '../../base/issue.js'
import { isInteger, parseQuantity } from '../../base/quantity.js'
import { qualifiedName } from '../../base/rules/names.js'
import { type ResourceList, isExtendedResource, isNativeResource, validateAmount, wholeOf } from './resource-list.js'

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

/** The rules of what a pod costs by itself: those of a container's limits, by which name the causes call it. */
export function validateOverhead(podFixed: ResourceList, field: string): readonly Issue[] {
  const names = Object.keys(podFixed)
  const issues = names.flatMap((name) => validateLimit(name, podFixed[name]!, `${field}.limits[${name}]`))
  const lonely = names.some((name) => name.startsWith(HUGE_PAGES)) && !names.includes('cpu') && !names.includes('memory')
  return lonely ? [...issues, forbidden(field, 'HugePages require cpu or memory')] : issues
}

/** The rules of one amount of a container's resources. */
export function validateLimit(name: string, amount: string, field: string): readonly Issue[] {
  const issues = [...validateName(name, field), ...validateAmount(name, amount, field)]
  if (name.startsWith(HUGE_PAGES) && !isMultiple(amount, name.slice(HUGE_PAGES.length)))
    issues.push(invalid(field, amount, `${amount} is not positive integer multiple of ${name}`))
  return issues
}

function validateName(name: string, field: string): readonly Issue[] {
  const faults = qualifiedName(name)
  const huge = name.startsWith(HUGE_PAGES) || name.startsWith(`requests.${HUGE_PAGES}`)
  if (faults.length === 0 && !name.includes('/') && !STANDARD_RESOURCES.has(name) && !huge) faults.push('must be a standard resource type or fully qualified')
  if (!name.includes('/')) {
    if (!CONTAINER_RESOURCES.has(name) && !name.startsWith(HUGE_PAGES)) faults.push('must be a standard resource for containers')
  } else if (!isNativeResource(name) && !isExtendedResource(name)) faults.push("doesn't follow extended resource name standard")
  // A resource name prints itself, without quotes.
  return faults.map((detail) => invalid(field, new GoText(name), detail))
}

function isMultiple(amount: string, page: string): boolean {
  if (typeof parseQuantity(page) === 'string' || !isInteger(page)) return false
  const size = BigInt(wholeOf(page))
  return size > 0n && BigInt(wholeOf(amount)) % size === 0n
}
