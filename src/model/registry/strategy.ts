import type { KubeObject } from '../../schema/object.js'
import type { DeleteReplies } from './profile.js'
import type { ReviewContext } from './review-context.js'
import type { SubresourceName } from './subresource-name.js'
import type { CreateRule, RuleContext, UpdateRule } from './rule-context.js'

/** The strategy of creates (rest.RESTCreateStrategy). */
export type CreateStrategy<T = KubeObject> = {
  /** Dotted paths that a create removes from the body (`status`). */
  readonly resetFields?: readonly string[]
  /** Makes a name from a generateName (default: appends five random letters, and retries if the name is taken). */
  readonly generateName?: (base: string) => string
  /**
   * Allocates what an object needs before validation, such as addresses (BeginCreate). Throws a StatusError if it
   * cannot.
   */
  readonly begin?: (object: T, context: RuleContext<T>) => T
  /** Resets and normalises fields (PrepareForCreate). */
  readonly prepare?: (object: T, context: RuleContext<T>) => T
  /** Validates a new object including its metadata (Validate; default: only the metadata). */
  readonly validate?: CreateRule<T>
  /** Returns warnings, sent as Warning headers (WarningsOnCreate). */
  readonly warnings?: (object: T, context: RuleContext<T>) => readonly string[]
  /**
   * For kinds such as TokenReview: a POST returns the result of the review and stores nothing. Throws a StatusError if
   * there is none.
   */
  readonly review?: (question: T, context: ReviewContext) => T
  /** The review validates service account tokens, which needs the signing key. */
  readonly judgesTokens?: true
  /** A POST acts like one to this subresource of the object with the same name, and stores nothing. */
  readonly through?: {
    readonly kind: { readonly apiVersion: string; readonly kind: string }
    readonly subresource: SubresourceName
  }
  /** Why objects cannot be created: the definition of the kind is being deleted. */
  readonly withheld?: string
}

/** The strategy of updates (rest.RESTUpdateStrategy). */
export type UpdateStrategy<T = KubeObject> = {
  /** Loads what is needed to update an object; undefined if it is loaded. */
  readonly ready?: () => Promise<void> | undefined
  /** PUT on a missing object creates it (AllowCreateOnUpdate). */
  readonly allowCreate?: boolean
  /** PUT without resourceVersion overwrites the latest (AllowUnconditionalUpdate). */
  readonly allowUnconditional?: boolean
  /** Resets and normalises fields, after `resetFields` has been applied (PrepareForUpdate). May throw a StatusError. */
  readonly prepare?: (next: T, old: T, context: RuleContext<T>) => T
  /** Validates an update including its metadata (ValidateUpdate; default: only the metadata). */
  readonly validate?: UpdateRule<T>
  /** Returns warnings, sent as Warning headers by updates of the object itself (WarningsOnUpdate). */
  readonly warnings?: (next: T, old: T, context: RuleContext<T>) => readonly string[]
  /** Returns warnings, sent as Warning headers by updates of the status (WarningsOnUpdate of its strategy). */
  readonly statusWarnings?: (next: T, old: T, context: RuleContext<T>) => readonly string[]
}

/** The strategy of deletions (rest.RESTDeleteStrategy). */
export type DeleteStrategy<T = KubeObject> = {
  /** The replies to DELETE, if they differ from the profile's. */
  readonly replies?: Partial<DeleteReplies>
  /**
   * Whether propagation policies become finalizers (DefaultGarbageCollectionPolicy; default `supported`); with `orphan`
   * that is the default policy of a request. `unsupported` removes the finalizers of policies, `ignored` leaves them.
   */
  readonly garbageCollection?: 'supported' | 'unsupported' | 'ignored' | 'orphan'
  /**
   * Returns the grace period in seconds, given the requested one; with 0 the object is stored as terminating and then
   * removed (CheckGracefulDelete).
   */
  readonly gracePeriod?: (object: T, asked: number | undefined) => number
  /** A warning for requests that do not say what happens to the dependents of the object. */
  readonly advice?: string
  /**
   * Which Delete applies: the kind's `own` one has other texts for preconditions, sets only a deletionTimestamp, and
   * leaves a terminating object unchanged (default `generic`).
   */
  readonly handler?: 'generic' | 'own'
  /** Dotted paths of the finalizer lists that keep a terminating object (default `metadata.finalizers`). */
  readonly holdingFinalizers?: readonly string[]
  /** A finalizer that the server adds on deletion, because it has work to do first. */
  readonly finalizer?: string
  /**
   * Returns why a DELETE of an object of that name is refused, whether it exists or not; undefined if it is allowed.
   * Not checked when a collection is deleted.
   */
  readonly refuse?: (name: string) => string | undefined
  /** Changes an object, besides its metadata, when it is marked for deletion. */
  readonly mark?: (object: T) => T
}
