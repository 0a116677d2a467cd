import { apiServices } from './api-services.js'
import { claimProtection } from './claim-protection.js'
import { disruptionBudgets } from './disruption-budgets.js'
import { elections } from './elections.js'
import { eventExpiry } from './event-expiry.js'
import { garbageCollection } from './garbage-collection.js'
import { namespaceEnd } from './namespace-end.js'
import { nodeLifecycle } from './node-lifecycle.js'
import { serviceCidrs } from './service-cidrs.js'
import type { Behaviour } from './types.js'
import { volumeProtection } from './volume-protection.js'

/** The parts of the real controllers that are imitated, in the order they are told of changes. */
export const defaultBehaviours: readonly Behaviour[] = [
  namespaceEnd,
  garbageCollection,
  claimProtection,
  volumeProtection,
  disruptionBudgets,
  serviceCidrs,
  nodeLifecycle,
  elections,
  apiServices,
  eventExpiry,
]
