import { aggregateText } from '../../../base/errors/issue.js'
import type { LimitRange } from '../../../kinds/core/limit-range-rules.js'
import type { Claim } from '../../../kinds/core/persistent-volume-claim/schema.js'
import type { Amounts, Container, Pod } from '../../../kinds/core/pod/pod-types.js'
import { defineAdmissionPlugin } from '../define.js'
import { refused } from '../refused.js'
import type { AdmissionAttributes, AdmissionContext } from '../types.js'
import { problemsOfClaim, problemsOfPod } from './exceeded-limits.js'

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
