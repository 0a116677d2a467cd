import { jsonEqual } from '../../base/json/json.js'
import { AGGREGATION_MANAGER, aggregatedRules } from '../../kinds/bootstrap/aggregated-rules.js'
import { identityOf } from '../../schema/object.js'
import type { Controller } from '../runtime/types.js'

/**
 * Aggregates the rules of ClusterRoles with an `aggregationRule` from the ClusterRoles that match its label selectors.
 */
export const clusterRoleAggregation: Controller<'ClusterRole'> = {
  name: 'cluster-role-aggregation',
  user: 'system:serviceaccount:kube-system:clusterrole-aggregation-controller',
  manager: AGGREGATION_MANAGER,
  watches: {
    // It is not known in advance which roles aggregate the changed one.
    *ClusterRole(_, world) {
      for (const role of world.list('ClusterRole')) if (role.aggregationRule) yield identityOf(role)
    },
  },
  *reconcileInSteps({ name }, world) {
    const role = world.get('ClusterRole', { name })
    if (!role?.aggregationRule) return
    const rules = aggregatedRules(role, world.list('ClusterRole'))
    if (jsonEqual(rules, role.rules ?? [])) return
    yield* world.apply('ClusterRole', { metadata: { name }, ...(rules.length > 0 ? { rules } : {}) })
  },
}
