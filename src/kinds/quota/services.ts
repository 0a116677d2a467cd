import { countQuantity } from '../../base/numbers/quantity-arithmetic.js'
import type { Service, ServiceSpec } from '../core/service/service-types.js'
import type { Evaluator } from './evaluator.js'
import { countedOnly } from './object-counts.js'

const NAMES = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers']

/** Counts Services, load balancers and node ports. */
export const services: Evaluator = {
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
