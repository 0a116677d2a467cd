import type { FeatureGates } from '../registry/feature-gates.js'
import type { KubeObject } from '../schema/object.js'
import type { ScopeRequirement } from '../kinds/core/resource-quota.js'
import type { Quantities } from '../base/quantities.js'

/** A write as quotas see it. */
export type QuotaWrite = {
  /** Empty for the object itself. */
  readonly subresource: string
  /** The object before; undefined where it is new. */
  readonly old: KubeObject | undefined
  readonly next: KubeObject
}

/** What usage depends on beside the object. */
export type QuotaContext = {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly featureGates: FeatureGates
}

/** How the objects of one resource are counted (k8s.io/apiserver/pkg/quota/v1's Evaluator). */
export type Evaluator = {
  readonly group: string
  readonly resource: string
  /** Whether it counts what a quota limits by that name (`requests.cpu`). */
  readonly counts: (name: string) => boolean
  /** Whether a write can change what is counted. */
  readonly handles: (write: QuotaWrite) => boolean
  /** Whether an object is of a scope. */
  readonly isOf: (object: KubeObject, requirement: ScopeRequirement, context: QuotaContext) => boolean
  /** What an object must state where a quota limits these names; undefined where it does. */
  readonly unstated: (object: KubeObject, names: readonly string[]) => string | undefined
  /** What an object takes. */
  readonly usage: (object: KubeObject, context: QuotaContext) => Quantities
}

/** The name all objects of a resource are counted by. */
export const countName = (group: string, resource: string): string =>
  group ? `count/${resource}.${group}` : `count/${resource}`
