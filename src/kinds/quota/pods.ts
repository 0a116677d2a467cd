import { hasEnded } from '../shared/pods.js'
import { countQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Quantity } from '../../base/numbers/quantity.js'
import { qosClassOf } from '../core/pod/pod-defaults.js'
import { takenResources } from '../core/pod/pod-resources.js'
import type { Pod } from '../core/pod/pod-types.js'
import { type Quantities, quantitiesOf, sumOf } from '../../base/numbers/quantities.js'
import { isExtendedResource, isNativeResource } from '../../base/rules/names.js'
import { selects } from '../../model/registry/label-selector.js'
import type { KubeObject } from '../../schema/object.js'
import type { Evaluator, QuotaContext } from './evaluator.js'

const COUNT = 'count/pods'
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage']
const NAMES = new Set([
  COUNT,
  'pods',
  ...COMPUTE,
  ...COMPUTE.map((name) => `requests.${name}`),
  ...COMPUTE.map((name) => `limits.${name}`),
])
// Ephemeral storage, like everything added later, need not be specified.
const TO_BE_STATED = ['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory']
const HUGE_PAGES = 'hugepages-'
const ONE = countQuantity(1)

/** Counts pods, and the requests and limits of those that have not ended. */
export const pods: Evaluator = {
  group: '',
  resource: 'pods',
  counts: (name) =>
    NAMES.has(name) ||
    name.startsWith(HUGE_PAGES) ||
    name.startsWith(`requests.${HUGE_PAGES}`) ||
    (name.startsWith('requests.') && !isNativeResource(name)),
  handles: ({ old, next, subresource }) =>
    subresource === '' ? !old || hasDeadline(old) !== hasDeadline(next) : subresource === 'resize' && Boolean(old),
  isOf(object, { scopeName, operator, values }) {
    const pod = asPod(object)
    switch (scopeName) {
      case 'Terminating':
        return hasDeadline(pod)
      case 'NotTerminating':
        return !hasDeadline(pod)
      case 'BestEffort':
        return isBestEffort(pod)
      case 'NotBestEffort':
        return !isBestEffort(pod)
      case 'PriorityClass': {
        const name = pod.spec?.priorityClassName
        const expression = { key: scopeName, operator: operator ?? '', values: values ?? [] }
        return selects({ matchExpressions: [expression] }, name ? { [scopeName]: name } : {})
      }
      case 'CrossNamespacePodAffinity':
        return namesOtherNamespaces(pod)
      default:
        return false
    }
  },
  unstated(object, names) {
    const { containers, initContainers } = asPod(object).spec ?? {}
    const all = [...(containers ?? []), ...(initContainers ?? [])]
    const missing = TO_BE_STATED.filter((name) => names.includes(name)).flatMap((name) => {
      const without = all.filter(({ resources: { requests, limits } = {} }) => {
        const stated = computeUsage(quantitiesOf(requests), quantitiesOf(limits))
        return !stated.has(name)
      })
      const lacking = [...new Set(without.map((container) => container.name))].sort()
      return lacking.length > 0 ? [`${name} for: ${lacking.join(',')}`] : []
    })
    return missing.length > 0 ? `must specify ${missing.join('; ')}` : undefined
  },
  usage(object, context) {
    const pod = asPod(object)
    const counted = new Map([[COUNT, ONE]])
    if (isOver(pod, context)) return counted
    return sumOf(counted, computeUsage(takenResources(pod, 'requests'), takenResources(pod, 'limits')))
  },
}

const asPod = (object: KubeObject) => object as Pod // evaluators are given objects of their own resource

const hasDeadline = (object: KubeObject): boolean => (asPod(object).spec?.activeDeadlineSeconds ?? -1) >= 0

const isBestEffort = ({ spec, status }: Pod): boolean => (status?.qosClass || qosClassOf(spec ?? {})) === 'BestEffort'

/** Tells whether a pod has ended, or is past its deletion grace period: it then uses no compute resources. */
function isOver(pod: Pod, { now }: QuotaContext): boolean {
  if (hasEnded(pod)) return true
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = pod.metadata
  return Boolean(deletionTimestamp) && grace !== undefined && now > Date.parse(String(deletionTimestamp)) + grace * 1000
}

/** Returns requests and limits under the resource names of quotas. */
function computeUsage(requests: Quantities, limits: Quantities): Quantities {
  const usage = new Map<string, Quantity>([['pods', ONE]])
  for (const [name, request] of requests) {
    if (COMPUTE.includes(name) || name.startsWith(HUGE_PAGES)) usage.set(name, request).set(`requests.${name}`, request)
    else if (isExtendedResource(name)) usage.set(`requests.${name}`, request)
  }
  for (const [name, limit] of limits) if (COMPUTE.includes(name)) usage.set(`limits.${name}`, limit)
  return usage
}

type Term = { readonly namespaces?: readonly string[]; readonly namespaceSelector?: object | null }
type Affinity = {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly Term[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly { readonly podAffinityTerm?: Term }[]
}

function namesOtherNamespaces({ spec }: Pod): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
  return [podAffinity, podAntiAffinity].some((affinity: Affinity = {}) =>
    [
      ...(affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((each) => each.podAffinityTerm ?? {}),
    ].some(({ namespaces = [], namespaceSelector = null }) => namespaces.length > 0 || namespaceSelector !== null),
  )
}
