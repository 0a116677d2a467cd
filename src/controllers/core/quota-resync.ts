import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import type { Controller } from '../runtime/types.js'
import { hasItsLimits, writeUse } from './resource-quotas.js'

/** kube-controller-manager's --resource-quota-sync-period. */
const PERIOD = 300_000

/**
 * Counts quotas again, five minutes after somebody else wrote other limits into their status: the counting itself is
 * told of no such write.
 */
export const quotaResync: Controller<'ResourceQuota'> = {
  name: 'quota-resync',
  user: 'system:serviceaccount:kube-system:resourcequota-controller',
  watches: { ResourceQuota: 'own' },
  reconcile(key, world) {
    const quota = world.get<ResourceQuota>('v1/ResourceQuota', key)
    const due = world.memory as number | undefined // as remembered below
    // Limits that a fixture states stand, as does what it says of their use.
    if (!quota || world.stated || hasItsLimits(quota)) return world.remember(undefined)
    const at = due ?? world.now() + PERIOD
    world.remember(at)
    if (at > world.now()) return { after: at - world.now() }
    world.remember(undefined)
    return writeUse(quota, world)
  },
}
