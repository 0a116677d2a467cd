import { apiServices } from './api-services.js'
import { claimBinding } from './claim-binding.js'
import { claimProtection } from './claim-protection.js'
import { claimProvisioning } from './claim-provisioning.js'
import { claimResize } from './claim-resize.js'
import { claimScheduling } from './claim-scheduling.js'
import { disruptionBudgets } from './disruption-budgets.js'
import { elections } from './elections.js'
import { eventExpiry } from './event-expiry.js'
import { garbageCollection } from './garbage-collection.js'
import { namespaceEnd } from './namespace-end.js'
import { nodeLifecycle } from './node-lifecycle.js'
import { rootCertificates } from './root-certificates.js'
import { serviceAccounts } from './service-accounts.js'
import { serviceCidrs } from './service-cidrs.js'
import type { Behaviour } from './types.js'
import { volumeProtection } from './volume-protection.js'

/** The parts of the real controllers that are imitated, in the order they are told of changes. */
export const defaultBehaviours: readonly Behaviour[] = [
  namespaceEnd,
  garbageCollection,
  claimBinding,
  claimScheduling,
  claimProvisioning,
  claimResize,
  claimProtection,
  volumeProtection,
  serviceAccounts,
  rootCertificates,
  disruptionBudgets,
  serviceCidrs,
  nodeLifecycle,
  elections,
  apiServices,
  eventExpiry,
]
