import { aggregateText } from '../../../base/errors/issue.js'
import type { LimitRange, Limit } from '../../../kinds/core/limit-range-rules.js'
import type { Claim } from '../../../kinds/core/persistent-volume-claim/schema.js'
import type { Amounts, Container, Pod } from '../../../kinds/core/pod/pod-types.js'
import { defineAdmissionPlugin, refused } from '../define.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { type Quantities, quantitiesOf } from '../../../base/numbers/quantities.js'
import { NONE, quantityOf, scaledQuantity } from '../../../base/numbers/quantity-arithmetic.js'
import { type Quantity, printQuantity } from '../../../base/numbers/quantity.js'
import { limitedResources } from '../../../kinds/core/pod/pod-resources.js'

const ANNOTATION = 'kubernetes.io/limit-ranger'

type Defaults = { readonly requests: Amounts; readonly limits: Amounts }

/** Fills in the default requests and limits of a LimitRange in a pod's containers, and notes them in an annotation. */
function withDefaultResources(pod: Pod, range: LimitRange): Pod {
  const defaults = defaultsOf(range)
  const notes: string[] = []
  const fill = (containers: readonly Container[], what: string) =>
    containers.map((container) => withDefaults(container, defaults, what, notes))
  const containers = fill(pod.spec?.containers ?? [], 'container')
  const initContainers = fill(pod.spec?.initContainers ?? [], 'init container')
  if (notes.length === 0) return pod
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` }
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations },
    spec: { ...pod.spec, containers, ...(pod.spec?.initContainers ? { initContainers } : {}) },
  }
}

function defaultsOf({ spec }: LimitRange): Defaults {
  const ofContainers = (spec?.limits ?? []).filter(({ type }) => type === 'Container')
  return {
    // Each is a list of amounts, merged.
    requests: Object.assign({}, ...ofContainers.map(({ defaultRequest }) => defaultRequest)) as Amounts,
    limits: Object.assign({}, ...ofContainers.map((limit) => limit.default)) as Amounts, // as above
  }
}

function withDefaults(container: Container, { requests, limits }: Defaults, what: string, notes: string[]): Container {
  const given = container.resources ?? {}
  const [nextRequests, setRequests] = filled(given.requests, requests)
  const [nextLimits, setLimits] = filled(given.limits, limits)
  if (setRequests.length > 0) notes.push(`${setRequests.join(', ')} request for ${what} ${container.name}`)
  if (setLimits.length > 0) notes.push(`${setLimits.join(', ')} limit for ${what} ${container.name}`)
  if (setRequests.length === 0 && setLimits.length === 0) return container
  const { limits: _, requests: __, ...others } = given
  return {
    ...container,
    resources: {
      ...(nextLimits ? { limits: nextLimits } : {}),
      ...(nextRequests ? { requests: nextRequests } : {}),
      ...others,
    },
  }
}

/** Adds missing defaults to amounts, sorted by name; returns the names of those added, too. */
function filled(given: Amounts | undefined, defaults: Amounts): readonly [Amounts | undefined, readonly string[]] {
  const missing = Object.keys(defaults)
    .filter((name) => !given || !Object.hasOwn(given, name))
    .sort()
  if (missing.length === 0) return [given, missing]
  const all = { ...defaults, ...given }
  return [Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))), missing]
}

/** LimitRanger: default resources for containers, and minimums and maximums for containers, pods and claims. */
export const limitRanger = defineAdmissionPlugin({
  name: 'LimitRanger',
  handles: ({ group, resource, subresource, operation }) => {
    if (group !== '' || operation === 'delete') return false
    // The resources of an existing pod can change only through its resize subresource.
    if (resource === 'pods') return operation === 'create' ? subresource === '' : subresource === 'resize'
    return resource === 'persistentvolumeclaims' && subresource === ''
  },
  admit: (attributes, context) =>
    attributes.resource === 'pods'
      ? rangesFor(attributes, context).reduce(withDefaultResources, attributes.object as Pod) // its resource's type
      : attributes.object,
  validate(attributes, context) {
    for (const range of rangesFor(attributes, context)) {
      const { object, resource } = attributes
      const problems =
        // The types of their resources.
        resource === 'pods' ? problemsOfPod(object as Pod, range) : problemsOfClaim(object as Claim, range)
      if (problems.length > 0) throw refused(attributes, aggregateText(problems))
    }
  },
})

const NOTHING: readonly LimitRange[] = []

/** Returns the LimitRanges for an object; none for a terminating one. */
const rangesFor = ({ namespace, oldObject }: AdmissionAttributes, { list }: AdmissionContext): readonly LimitRange[] =>
  oldObject?.metadata.deletionTimestamp ? NOTHING : list<LimitRange>('/limitranges', namespace)

/** A constraint: on which type (such as Container), of which resource, and its value. */
type Constraint = { readonly type: string; readonly resource: string; readonly enforced: string }
/** The requests and limits of what is checked. */
type Asked = { readonly requests: Quantities; readonly limits: Quantities }

/** Returns the error for usage below the minimum; undefined if it is not. */
function belowMinimum({ type, resource, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const { request, limit, isSmaller } = compared(resource, enforced, { requests, limits })
  const rule = `minimum ${resource} usage per ${type} is ${enforced}`
  if (!request) return `${rule}.  No request is specified`
  if (isSmaller('request')) return `${rule}, but request is ${printQuantity(request)}`
  return limit && isSmaller('limit') ? `${rule}, but limit is ${printQuantity(limit)}` : undefined
}

/** Returns the error for usage above the maximum; undefined if it is not. */
function aboveMaximum({ type, resource, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const { request, limit, isLarger } = compared(resource, enforced, { requests, limits })
  const rule = `maximum ${resource} usage per ${type} is ${enforced}`
  if (!limit) return `${rule}.  No limit is specified`
  if (isLarger('limit')) return `${rule}, but limit is ${printQuantity(limit)}`
  return request && isLarger('request') ? `${rule}, but request is ${printQuantity(request)}` : undefined
}

/** Returns the error for requests above the maximum, where there are no limits; undefined if they are not. */
function requestAboveMaximum({ type, resource, enforced }: Constraint, requests: Quantities): string | undefined {
  const { request, isLarger } = compared(resource, enforced, { requests, limits: new Map() })
  const rule = `maximum ${resource} usage per ${type} is ${enforced}`
  if (!request) return `${rule}.  No request is specified`
  return isLarger('request') ? `${rule}, but request is ${printQuantity(request)}` : undefined
}

/** Returns the error for too high a ratio of limit to request; undefined if it is not. */
function aboveRatio({ type, resource, enforced }: Constraint, { requests, limits }: Asked): string | undefined {
  const { values } = compared(resource, enforced, { requests, limits })
  const rule = `${resource} max limit to request ratio per ${type} is ${enforced}`
  if (values.request === 0n) return `${rule}, but no request is specified or request is 0`
  if (values.limit === 0n) return `${rule}, but no limit is specified or limit is 0`
  const ratio = Number(values.limit) / Number(values.request)
  const most = quantityOf(enforced)
  const isFine = scaledQuantity(most, 0) <= MAX_MILLI
  const exceeds = isFine ? ratio * 1000 > Number(scaledQuantity(most, MILLI)) : ratio > Number(scaledQuantity(most, 0))
  return exceeds ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}

const MILLI = -3
// Above this, thousandths do not fit into 64 bits, and whole numbers are compared.
const MAX_MILLI = (2n ** 63n - 1n) / 1000n

/** Compares a request and a limit with a constraint, all at the same precision. */
function compared(resource: string, enforced: string, { requests, limits }: Asked) {
  const request = requests.get(resource)
  const limit = limits.get(resource)
  const all = [request ?? NONE, limit ?? NONE, quantityOf(enforced)] as const
  const scale = all.every((quantity) => scaledQuantity(quantity, 0) <= MAX_MILLI) ? MILLI : 0
  const at = (quantity: Quantity) => scaledQuantity(quantity, scale)
  const values = { request: at(all[0]), limit: at(all[1]) }
  const bound = at(all[2])
  return {
    request,
    limit,
    values,
    isSmaller: (which: 'request' | 'limit') => values[which] < bound,
    isLarger: (which: 'request' | 'limit') => values[which] > bound,
  }
}

/** Returns the errors of a pod that violates a LimitRange: of its containers, and of the pod as a whole. */
const problemsOfPod = (pod: Pod, range: LimitRange): readonly string[] =>
  (range.spec?.limits ?? []).flatMap((limit) => {
    const { containers, initContainers } = pod.spec ?? {}
    if (limit.type === 'Container')
      return [...(containers ?? []), ...(initContainers ?? [])].flatMap(({ resources }) =>
        problemsOf(limit, { requests: quantitiesOf(resources?.requests), limits: quantitiesOf(resources?.limits) }),
      )
    if (limit.type !== 'Pod') return []
    return problemsOf(limit, { requests: limitedResources(pod, 'requests'), limits: limitedResources(pod, 'limits') })
  })

/** Returns the errors of a claim that violates a LimitRange. */
const problemsOfClaim = (claim: Claim, range: LimitRange): readonly string[] =>
  (range.spec?.limits ?? [])
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap((limit) => {
      const requests = quantitiesOf(claim.spec?.resources?.requests)
      return [
        ...each(limit, limit.min, (constraint) => belowMinimum(constraint, { requests, limits: new Map() })),
        ...each(limit, limit.max, (constraint) => requestAboveMaximum(constraint, requests)),
      ]
    })

const problemsOf = (limit: Limit, asked: Asked): readonly string[] => [
  ...each(limit, limit.min, (constraint) => belowMinimum(constraint, asked)),
  ...each(limit, limit.max, (constraint) => aboveMaximum(constraint, asked)),
  ...each(limit, limit.maxLimitRequestRatio, (constraint) => aboveRatio(constraint, asked)),
]

const each = (
  { type = '' }: Limit,
  amounts: Amounts = {},
  problemOf: (constraint: Constraint) => string | undefined,
): readonly string[] =>
  Object.keys(amounts)
    .sort()
    .map((resource) => problemOf({ type, resource, enforced: amounts[resource] ?? '' }))
    .filter((problem) => problem !== undefined)
