import { jsonEqual } from '../../base/json/json.js'
import type { ClusterRole, PolicyRule } from '../../model/generated/types/rbac-v1.js'
import { selects } from '../../model/registry/label-selector.js'

/** The field manager of aggregated rules. */
export const AGGREGATION_MANAGER = 'clusterrole-aggregation-controller'

/** The parts of a ClusterRole used in aggregation. */
export type AggregatedRole = Pick<ClusterRole, 'metadata' | 'rules' | 'aggregationRule'>

/**
 * Returns the rules that a role aggregates from others: for each selector in turn those of the matching roles, without
 * duplicates (kube-controller-manager: clusterroleaggregation).
 */
export function aggregatedRules(role: AggregatedRole, all: readonly AggregatedRole[]): readonly PolicyRule[] {
  const gathered: PolicyRule[] = []
  for (const selector of role.aggregationRule?.clusterRoleSelectors ?? [])
    for (const other of all) {
      if (other.metadata?.name === role.metadata?.name || !selects(selector, other.metadata?.labels)) continue
      for (const rule of other.rules ?? []) if (!gathered.some((each) => jsonEqual(each, rule))) gathered.push(rule)
    }
  return gathered
}
