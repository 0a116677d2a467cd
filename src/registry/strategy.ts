import type { KubeObject } from '../schema/object.js'
import type { DeleteReplies } from './profile.js'
import type { ReviewContext } from './review-context.js'
import type { SubresourceName } from './subresource-name.js'
import type { CreateRule, RuleContext, UpdateRule } from './rule-context.js'

/** What a create does (rest.RESTCreateStrategy). */
export type CreateStrategy<T = KubeObject> = {
  /** Dotted paths a create drops from the body (`status`). */
  readonly resetFields?: readonly string[]
  /**
   * Makes a name of a generateName (default: five random letters are added, and others are tried where it is taken).
   */
  readonly generateName?: (base: string) => string
  /**
   * What storage gives an object before its rules are asked, such as addresses (BeginCreate). Throws a StatusError
   * where it cannot.
   */
  readonly begin?: (object: T, context: RuleContext<T>) => T
  /** Resets and normalises (PrepareForCreate). */
  readonly prepare?: (object: T, context: RuleContext<T>) => T
  /** All rules of a new object, those of its metadata among them (Validate; default: those of the metadata alone). */
  readonly validate?: CreateRule<T>
  /** Advice sent as Warning headers (WarningsOnCreate). */
  readonly warnings?: (object: T, context: RuleContext<T>) => readonly string[]
  /**
   * A POST is a question: what comes of it is the reply, and nothing is stored. Throws a StatusError where there is
   * none.
   */
  readonly review?: (question: T, context: ReviewContext) => T
  /** The answer judges tokens of service accounts, for which a key has to be there. */
  readonly judgesTokens?: true
  /** A POST does what one to that subresource of the object of its name does, and nothing is stored. */
  readonly through?: {
    readonly kind: { readonly apiVersion: string; readonly kind: string }
    readonly subresource: SubresourceName
  }
  /** Why no more objects are made, where what defines the kind is being deleted. */
  readonly withheld?: string
}

/** What an update does (rest.RESTUpdateStrategy). */
export type UpdateStrategy<T = KubeObject> = {
  /** What must be loaded before an object is changed: undefined where it is. */
  readonly ready?: () => Promise<void> | undefined
  /** PUT on a missing object creates it (AllowCreateOnUpdate). */
  readonly allowCreate?: boolean
  /** PUT without resourceVersion overwrites the latest (AllowUnconditionalUpdate). */
  readonly allowUnconditional?: boolean
  /**
   * Resets and normalises, after `resetFields` was applied (PrepareForUpdate). Throws a StatusError where it refuses.
   */
  readonly prepare?: (next: T, old: T, context: RuleContext<T>) => T
  /**
   * All rules of an update, those of its metadata among them (ValidateUpdate; default: those of the metadata alone).
   */
  readonly validate?: UpdateRule<T>
  /** Advice sent as Warning headers by updates of the object itself (WarningsOnUpdate). */
  readonly warnings?: (next: T, old: T, context: RuleContext<T>) => readonly string[]
  /** Advice sent as Warning headers by updates of the status (WarningsOnUpdate of its strategy). */
  readonly statusWarnings?: (next: T, old: T, context: RuleContext<T>) => readonly string[]
}

/** What a deletion does (rest.RESTDeleteStrategy). */
export type DeleteStrategy<T = KubeObject> = {
  /** What DELETE replies with; the profile's where it says nothing. */
  readonly replies?: Partial<DeleteReplies>
  /**
   * Whether propagation policies become finalizers (DefaultGarbageCollectionPolicy; default `supported`); with `orphan`
   * that is the policy of a request that names none.
   */
  readonly garbageCollection?: 'supported' | 'unsupported' | 'orphan'
  /**
   * How many seconds an object is given to end, of those a request may ask for; with 0 it is stored as on its way out,
   * and goes (CheckGracefulDelete).
   */
  readonly gracePeriod?: (object: T, asked: number | undefined) => number
  /** Advice sent as a Warning header where a request does not say what becomes of the objects that these own. */
  readonly advice?: string
  /**
   * Whose Delete it is: with the kind's `own` one preconditions are worded otherwise, only a deletionTimestamp is set,
   * and a terminating object is left as it is (default `generic`).
   */
  readonly handler?: 'generic' | 'own'
  /** Dotted paths of finalizer lists that hold a terminating object (default `metadata.finalizers`). */
  readonly holdingFinalizers?: readonly string[]
  /** A finalizer the server puts on what is deleted, because something of its own is to be done first. */
  readonly finalizer?: string
  /**
   * Why a DELETE of an object of that name is refused, be it there or not; undefined where it is not. One of the
   * collection passes it by.
   */
  readonly refuse?: (name: string) => string | undefined
  /** What marking for deletion changes besides the metadata. */
  readonly mark?: (object: T) => T
}
