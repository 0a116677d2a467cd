import type { Kind } from '../registry/kind.js'
import { apiService } from './apiregistration/api-service.js'
import { componentStatus } from './core/component-status.js'
import { event } from './events/event.js'
import { ipAddress } from './networking/ip-address.js'
import { leaseCandidate } from './coordination/lease-candidate.js'
import { lease } from './coordination/lease.js'
import { namespace } from './core/namespace.js'
import { node } from './core/node/node.js'
import { persistentVolumeClaim } from './core/persistent-volume-claim/persistent-volume-claim.js'
import { podDisruptionBudget } from './policy/pod-disruption-budget.js'
import { runtimeClass } from './node/runtime-class.js'
import { serviceCIDR } from './networking/service-cidr.js'

/** The kinds every server has, by group and plural. */
export const builtinKinds: readonly Kind[] = [
  componentStatus,
  namespace,
  node,
  persistentVolumeClaim,
  apiService,
  leaseCandidate,
  lease,
  event,
  ipAddress,
  serviceCIDR,
  runtimeClass,
  podDisruptionBudget,
]
