import type { ResourceQuota, ScopeRequirement } from '../core/resource-quota.js'
import type { KubeObject } from '../../schema/object.js'
import type { Evaluator, QuotaContext } from './evaluator.js'

/** Tells whether an object matches all scopes of a quota; a quota without scopes matches every object. */
export const isInScope = (
  { spec }: ResourceQuota,
  evaluator: Evaluator,
  object: KubeObject,
  context: QuotaContext,
): boolean => requirementsOf(spec).every((requirement) => evaluator.isOf(object, requirement, context))

const requirementsOf = ({
  scopes = [],
  scopeSelector,
}: NonNullable<ResourceQuota['spec']> = {}): readonly ScopeRequirement[] => [
  ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(scopeSelector?.matchExpressions ?? []),
]
