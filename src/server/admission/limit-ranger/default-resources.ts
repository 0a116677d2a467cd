import type { LimitRange } from '../../../kinds/core/limit-range-rules.js'
import type { Amounts, Container, Pod } from '../../../kinds/core/pod/pod-types.js'

const ANNOTATION = 'kubernetes.io/limit-ranger'

type Defaults = { readonly requests: Amounts; readonly limits: Amounts }

/** Fills in the default requests and limits of a LimitRange in a pod's containers, and notes them in an annotation. */
export function withDefaultResources(pod: Pod, range: LimitRange): Pod {
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
