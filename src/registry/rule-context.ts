import type { Issue } from '../base/issue.js'
import type { KubeObject } from '../schema/object.js'
import type { FeatureGates } from './feature-gates.js'
import type { SubresourceName } from './subresource-name.js'

/** What the rules of a kind may know of a request beside its objects. */
export type RuleContext<T = KubeObject> = {
  readonly featureGates: FeatureGates
  /** The time of the request, as written in a Time. */
  readonly now: string
  /** Makes a new uid. */
  readonly uuid: () => string
  /** What the request is sent to; `main` for the object itself. */
  readonly subresource: SubresourceName
  /** Nothing is stored. */
  readonly dryRun: boolean
  /** Who asks. Absent for fixtures. */
  readonly user?: { readonly name: string; readonly uid?: string; readonly groups: readonly string[] }
  /** Every stored object of the kind. Absent where a fixture replaces an object: what a fixture states stands. */
  readonly list?: () => readonly T[]
  /**
   * The stored object at a key of a table (`policy/poddisruptionbudgets`). Absent for fixtures, whose objects come in
   * any order.
   */
  readonly get?: (table: string, key: string) => KubeObject | undefined
  /** Every stored object of a table. Absent for fixtures. */
  readonly objects?: (table: string) => readonly KubeObject[]
  /** Sends a warning with the reply. */
  readonly warn: (text: string) => void
  /** The rules of metadata with the kind's own rule of names and finalizers (ValidateObjectMeta). */
  readonly validateObjectMeta: (object: T) => readonly Issue[]
  /** The rules of a change of metadata (ValidateObjectMetaUpdate). */
  readonly validateObjectMetaUpdate: (next: T, old: T) => readonly Issue[]
}

/** Rules of a new object. */
export type CreateRule<T = KubeObject> = (object: T, context: RuleContext<T>) => readonly Issue[]
/** Rules of an update. */
export type UpdateRule<T = KubeObject> = (next: T, old: T, context: RuleContext<T>) => readonly Issue[]

/** Rules of a new object that come after those of its metadata, as in most strategies. */
export const withObjectMeta =
  <T>(rule: CreateRule<T>): CreateRule<T> =>
  (object, context) => [...context.validateObjectMeta(object), ...rule(object, context)]

/** Rules of an update that come after those of the change of the metadata, as in most strategies. */
export const withObjectMetaUpdate =
  <T>(rule: UpdateRule<T>): UpdateRule<T> =>
  (next, old, context) => [...context.validateObjectMetaUpdate(next, old), ...rule(next, old, context)]

/** Rules of an update whose strategy repeats all rules of a new object first, through the object itself alone. */
export const withCreateRules =
  <T>(create: CreateRule<T>, rule: UpdateRule<T>): UpdateRule<T> =>
  (next, old, context) => [
    ...(context.subresource === 'main' ? [...context.validateObjectMeta(next), ...create(next, context)] : []),
    ...context.validateObjectMetaUpdate(next, old),
    ...rule(next, old, context),
  ]
