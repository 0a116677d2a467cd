import { type KubernetesVersion, runsAtLeast } from './kubernetes-version.js'
import type { Issue } from '../../base/errors/issue.js'
import type { KubeObject } from '../../schema/object.js'
import type { Identified } from './account-tokens.js'
import type { AccessRequest } from './authorizer.js'
import type { FeatureGates } from './feature-gates.js'
import type { SubresourceName } from './subresource-name.js'

/** What the rules of a kind get from a request besides the objects. */
export type RuleContext<T = KubeObject> = {
  readonly featureGates: FeatureGates
  /** Returns the time, formatted as a Time. */
  readonly now: () => string
  /** Generates a new uid. */
  readonly uuid: () => string
  /** The subresource of the request; `main` for the object itself. */
  readonly subresource: SubresourceName
  /** Whether the request is a dry run, which stores nothing. */
  readonly dryRun: boolean
  /** The requesting user. Absent for fixtures. */
  readonly user?: Identified
  /** Tells whether the requesting user may do something. Absent for fixtures. */
  readonly may?: (request: AccessRequest) => boolean
  /** Returns every stored object of the kind. Absent when a fixture replaces an object, which is taken as it is. */
  readonly list?: () => readonly T[]
  /**
   * Returns the stored object at a key of a table (`policy/poddisruptionbudgets`). Absent for fixtures, whose objects
   * come in any order.
   */
  readonly get?: (table: string, key: string) => KubeObject | undefined
  /** Returns every stored object of a table. Absent for fixtures. */
  readonly objects?: (table: string) => readonly KubeObject[]
  /** Adds a warning to the reply. */
  readonly warn: (text: string) => void
  /** Validates metadata, with the kind's own rules for names and finalizers (ValidateObjectMeta). */
  readonly validateObjectMeta: (object: T) => readonly Issue[]
  /** Validates an update of metadata (ValidateObjectMetaUpdate). */
  readonly validateObjectMetaUpdate: (next: T, old: T) => readonly Issue[]
}

/** Validates a new object. */
export type CreateRule<T = KubeObject> = (object: T, context: RuleContext<T>) => readonly Issue[]
/** Validates an update. */
export type UpdateRule<T = KubeObject> = (next: T, old: T, context: RuleContext<T>) => readonly Issue[]

/** Validates the metadata before applying the rule, as most strategies do on create. */
export const withObjectMeta =
  <T>(rule: CreateRule<T>): CreateRule<T> =>
  (object, context) => [...context.validateObjectMeta(object), ...rule(object, context)]

/** Validates the update of the metadata before applying the rule, as most strategies do on update. */
export const withObjectMetaUpdate =
  <T>(rule: UpdateRule<T>): UpdateRule<T> =>
  (next, old, context) => [...context.validateObjectMetaUpdate(next, old), ...rule(next, old, context)]

/**
 * Repeats the rules of a create before those of an update, as some strategies do, or did until a version; only for
 * updates of the object itself, not of a subresource.
 */
export const withCreateRules =
  <T>(create: CreateRule<T>, rule: UpdateRule<T>, until?: KubernetesVersion): UpdateRule<T> =>
  (next, old, context) => [
    ...(context.subresource === 'main' && !(until && runsAtLeast(until))
      ? [...context.validateObjectMeta(next), ...create(next, context)]
      : []),
    ...context.validateObjectMetaUpdate(next, old),
    ...rule(next, old, context),
  ]
