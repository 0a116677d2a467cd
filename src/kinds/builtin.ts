import type { Kind } from '../kind/define.js'
import { apiService } from './api-service.js'
import { componentStatus } from './component-status.js'
import { event } from './event.js'
import { ipAddress } from './ip-address.js'
import { leaseCandidate } from './lease-candidate.js'
import { lease } from './lease.js'
import { namespace } from './namespace.js'
import { node } from './node.js'
import { persistentVolumeClaim } from './persistent-volume-claim.js'
import { podDisruptionBudget } from './pod-disruption-budget.js'
import { runtimeClass } from './runtime-class.js'
import { serviceCIDR } from './service-cidr.js'

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
