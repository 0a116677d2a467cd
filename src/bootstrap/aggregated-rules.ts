import { jsonEqual } from '../base/json.js'
import type { ClusterRole, PolicyRule } from '../kinds/generated/types/rbac-v1.js'
import { selects } from '../registry/label-selector.js'

/** Who owns the rules that are gathered. */
export const AGGREGATION_MANAGER = 'clusterrole-aggregation-controller'

/** A ClusterRole, as far as rules are gathered. */
export type AggregatedRole = Pick<ClusterRole, 'metadata' | 'rules' | 'aggregationRule'>

/**
 * The rules that a role gathers from others, those each selector selects by their names; each rule once
 * (kube-controller-manager: clusterroleaggregation).
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
