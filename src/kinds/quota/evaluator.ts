import type { FeatureGates } from '../../model/registry/feature-gates.js'
import type { KubeObject } from '../../schema/object.js'
import type { ScopeRequirement, ResourceQuota } from '../core/resource-quota.js'
import type { Quantities } from '../../base/numbers/quantities.js'

/** A write, as far as quotas are concerned. */
export type QuotaWrite = {
  /** Empty for the object itself. */
  readonly subresource: string
  /** The object before the write; undefined for a create. */
  readonly old: KubeObject | undefined
  readonly next: KubeObject
}

/** What usage depends on besides the object. */
export type QuotaContext = {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly featureGates: FeatureGates
}

/** How objects of one resource are counted (k8s.io/apiserver/pkg/quota/v1's Evaluator). */
export type Evaluator = {
  readonly group: string
  readonly resource: string
  /** Tells whether a quota resource name (`requests.cpu`) is counted by this evaluator. */
  readonly counts: (name: string) => boolean
  /** Tells whether a write can change the usage. */
  readonly handles: (write: QuotaWrite) => boolean
  /** Tells whether an object matches a scope requirement. */
  readonly isOf: (object: KubeObject, requirement: ScopeRequirement, context: QuotaContext) => boolean
  /** Returns an error if the object does not specify what quotas on these names require; otherwise undefined. */
  readonly unstated: (object: KubeObject, names: readonly string[]) => string | undefined
  /** Returns the usage of an object. */
  readonly usage: (object: KubeObject, context: QuotaContext) => Quantities
}

/** Returns the resource name of an object count quota (`count/deployments.apps`). */
export const countName = (group: string, resource: string): string =>
  group ? `count/${resource}.${group}` : `count/${resource}`

/** Tells whether an object matches all scopes of a quota; a quota without scopes matches every object. */
export const isInScope = (
  { spec }: ResourceQuota,
  evaluator: Evaluator,
  object: KubeObject,
  context: QuotaContext,
): boolean => requirementsOf(spec).every((requirement) => evaluator.isOf(object, requirement, context))

/** Returns the scopes of a quota. */
export const requirementsOf = ({
  scopes = [],
  scopeSelector,
}: NonNullable<ResourceQuota['spec']> = {}): readonly ScopeRequirement[] => [
  ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })),
  ...(scopeSelector?.matchExpressions ?? []),
]
