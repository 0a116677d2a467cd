import { throughItems } from '../../base/turns/work-in-parts.js'
import { type Evaluator, countName } from './evaluator.js'
import { countedOnly, objectCounts } from './object-counts.js'
import { persistentVolumeClaims } from './persistent-volume-claims.js'
import { pods } from './pods.js'
import { type Quantities, largerOf, sumOf } from '../../base/numbers/quantities.js'
import { countQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { ObjectOf } from '../object-types.js'
import type { Service, ServiceSpec } from '../core/service/service-types.js'

const NAMES = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers']

/** Counts Services, load balancers and node ports. */
const services: Evaluator = {
  ...countedOnly,
  group: '',
  resource: 'services',
  counts: (name) => NAMES.includes(name),
  handles: ({ subresource }) => subresource === '',
  usage(object) {
    const { spec = {} } = object as Service // evaluators are given objects of their own resource
    return new Map([
      ['count/services', countQuantity(1)],
      ['services', countQuantity(1)],
      ['services.nodeports', countQuantity(nodePortsOf(spec))],
      ['services.loadbalancers', countQuantity(spec.type === 'LoadBalancer' ? 1 : 0)],
    ])
  },
}

/** Returns the number of node ports a Service will use: they are allocated after quota is charged. */
function nodePortsOf({ type, ports, allocateLoadBalancerNodePorts }: ServiceSpec): number {
  const all = ports ?? []
  if (type === 'NodePort') return all.length
  if (type !== 'LoadBalancer') return 0
  return allocateLoadBalancerNodePorts === false ? all.filter(({ nodePort }) => nodePort).length : all.length
}

const CLAIMS = 'count/resourceclaims.resource.k8s.io'
const DEVICES = '.deviceclass.resource.k8s.io/devices'
/** The most devices of a claim, which one may get that asks for all (AllocationResultsMaxSize). */
const MOST_DEVICES = 32

/** Counts ResourceClaims, and the devices that they ask for by their class. */
const resourceClaims: Evaluator = {
  ...countedOnly,
  group: 'resource.k8s.io',
  resource: 'resourceclaims',
  counts: (name) => name === CLAIMS || name.endsWith(DEVICES),
  handles: ({ subresource }) => subresource === '',
  usage(object) {
    const { devices } = (object as ObjectOf<'ResourceClaim'>).spec // as above
    const asked = (devices?.requests ?? []).map(({ exactly, firstAvailable }) =>
      (exactly ? [exactly] : (firstAvailable ?? [])).map(devicesOf).reduce(largerOf, new Map()),
    )
    return asked.reduce(sumOf, new Map([[CLAIMS, countQuantity(1)]]))
  },
}

type Choice = { readonly deviceClassName: string; readonly allocationMode?: string; readonly count?: number | bigint }

const devicesOf = ({ deviceClassName, allocationMode, count = 0 }: Choice): Quantities =>
  new Map([[deviceClassName + DEVICES, countQuantity(allocationMode === 'All' ? MOST_DEVICES : count)]])

/** Evaluators of resources that are counted by more than the number of objects, or by an older name. */
const OWN: readonly Evaluator[] = [
  pods,
  services,
  persistentVolumeClaims,
  resourceClaims,
  ...['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'].map((name) => objectCounts('', name, name)),
]

// Reviews and the like are not stored, and events have never been counted.
const IGNORED = new Set([
  'count/bindings',
  'count/componentstatuses',
  'count/events',
  'count/events.events.k8s.io',
  'count/tokenreviews.authentication.k8s.io',
  'count/selfsubjectreviews.authentication.k8s.io',
  'count/subjectaccessreviews.authorization.k8s.io',
  'count/selfsubjectaccessreviews.authorization.k8s.io',
  'count/localsubjectaccessreviews.authorization.k8s.io',
  'count/selfsubjectrulesreviews.authorization.k8s.io',
])

/** Returns the evaluator of a resource; undefined if its objects are not counted. */
export function evaluatorOf(group: string, resource: string): Evaluator | undefined {
  const own = OWN.find((evaluator) => evaluator.group === group && evaluator.resource === resource)
  if (own) return own
  return IGNORED.has(countName(group, resource)) ? undefined : objectCounts(group, resource)
}

/** Returns the evaluators that count any of these quota resource names, whether or not their resources are served. */
export function evaluatorsFor(names: readonly string[]): readonly Evaluator[] {
  const counts = throughItems(
    names,
    evaluatorsFor,
    (): Evaluator[] => [],
    (all, name) => {
      const [, resource, group = ''] = COUNT.exec(name) ?? []
      const evaluator = resource === undefined ? undefined : evaluatorOf(group, resource)
      if (evaluator && !OWN.includes(evaluator)) all.push(evaluator)
      return 1
    },
  )
  return [...OWN.filter(({ counts: isCounted }) => names.some(isCounted)), ...counts]
}

const COUNT = /^count\/([^.]+)(?:\.(.+))?$/
