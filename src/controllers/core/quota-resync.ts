import type { ResourceQuota } from '../../kinds/core/resource-quota.js'
import type { Controller } from '../runtime/types.js'
import { hasItsLimits, writeUse } from './resource-quotas.js'

/** `--resource-quota-sync-period` of kube-controller-manager, in milliseconds. */
const PERIOD = 300_000

/**
 * Recounts a quota five minutes after its status was given other limits: the `resource-quotas` controller does not
 * react to such a write.
 */
export const quotaResync: Controller<'ResourceQuota'> = {
  name: 'quota-resync',
  user: 'system:serviceaccount:kube-system:resourcequota-controller',
  watches: { ResourceQuota: 'own' },
  reconcileInSteps(key, world) {
    const quota = world.get<ResourceQuota>('v1/ResourceQuota', key)
    const due = world.memory as number | undefined // as remembered below
    // Limits and usage that a fixture states are left alone.
    if (!quota || world.stated || hasItsLimits(quota)) return world.remember(undefined)
    const at = due ?? world.now() + PERIOD
    world.remember(at)
    if (at > world.now()) return { at }
    world.remember(undefined)
    return writeUse(quota, world)
  },
}
