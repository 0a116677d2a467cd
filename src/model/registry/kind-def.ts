import type { FeatureGate } from './feature-gates.js'
import type { KubernetesVersion, Lifetime } from './kubernetes-version.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { Column, RowCondition } from './column.js'
import type { DeleteReplies, Profile } from './profile.js'
import type { SubresourceName } from './subresource-name.js'
import type { Issue } from '../../base/errors/issue.js'
import type { Wording } from '../../base/errors/wording.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { StorageConversion } from './storage-conversion.js'
import type { Verb } from './verb.js'
import type { ActContext, ActResult } from './act-context.js'
import type { ReviewContext } from './review-context.js'
import type { CreateRule, RuleContext, UpdateRule } from './rule-context.js'

/** The object itself or one of its subresources. */
export type Subresource = SubresourceOf<KindDef>
/** Another kind in which the object is read and written (`/scale`). */
export type SubresourceView = ViewOf<KindDef>
/** An action on an object (`/binding`, `/eviction`). */
export type SubresourceAct = ActOf<KindDef>

/** The subresources of a kind, including the object itself. */
export type Subresources = { readonly main: Subresource } & {
  readonly [name in Exclude<SubresourceName, 'main'>]?: Subresource
}

type Total<T, Optional extends keyof T = never> = Required<Omit<T, Optional>> & Pick<T, Optional>

/** A declaration with all defaults filled in, frozen: what the generic code reads. */
export type KindDef = {
  /** The version of Kubernetes whose kind it is. */
  readonly serverVersion: KubernetesVersion
  /** How that version words what rules find. */
  readonly wording: Wording
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  readonly scope: 'Cluster' | 'Namespaced'
  readonly kind: string
  readonly plural: string
  readonly names: Total<Names>
  readonly schema: Schema
  readonly structural?: Schema
  readonly misnamed?: TypeMismatchRule
  readonly component: string
  readonly gate?: FeatureGate
  readonly defaults: (object: KubeObject, now?: () => string) => KubeObject
  readonly ready?: NonNullable<SchemaDeclaration['ready']>
  readonly hasExpressions?: true
  readonly metadata: Total<MetadataRules>
  readonly subresources: Subresources
  readonly create: Total<CreateStrategy, 'generateName' | 'review' | 'judgesTokens' | 'through' | 'withheld'>
  readonly update: Total<UpdateStrategy>
  readonly delete: Total<Omit<DeleteStrategy, 'replies'>, 'finalizer' | 'advice' | 'gracePeriod'> & {
    readonly replies: DeleteReplies
  }
  readonly storage: Total<
    StorageDeclaration,
    'reread' | 'allocationRecords' | 'allotments' | 'bytes' | 'version' | 'versionHash' | 'conversion' | 'computed'
  >
  readonly discovery: Total<Discovery, 'deprecation'>
  readonly selectable: Total<Selectable, 'unknown'>
  readonly table: {
    readonly columns: readonly Column[]
    readonly rowConditions?: (object: KubeObject) => readonly RowCondition[]
    readonly firstCell?: (list: readonly KubeObject[]) => Column['cell']
    readonly order?: (a: KubeObject, b: KubeObject) => number
  }
  readonly example: Omit<KubeObject, 'kind' | 'apiVersion'>
  /** The subject of 404s, 409s and deletions: group and plural. */
  readonly resourceSubject: { readonly group: string; readonly resource: string }
  /** The subject of 422s and delete preconditions: group and kind of the storage type. */
  readonly kindSubject: { readonly group: string; readonly resource: string }
  /** The JSON printed before the first own member of a single object; list items leave it out. */
  readonly head: string
}

/** Where a kind is served: its group, version, resource and kind (apimachinery's RESTMapping). */
export type RestMapping = Pick<KindDef, 'group' | 'version' | 'plural' | 'kind'>

/**
 * What is known of a kind before its schema is built: where it is served, the OpenAPI name of its type, the feature
 * gate that it needs, and the table that its lists are read from, if they are.
 */
export type KindMapping = RestMapping & Pick<KindDef, 'component' | 'gate'> & { readonly listedFrom?: string }

/** A kind as a function of the profile; the form in which kinds are declared. */
export type Kind<T extends KubeObject = KubeObject> = ((profile: Profile) => KindDef) & {
  readonly '~object'?: T
  /** Returns where the kind is served, without building its schema; the same object each time. */
  readonly mapping: (profile: Profile) => KindMapping
  /** Tells whether a version of Kubernetes has the kind. */
  readonly isIn: (profile: Profile) => boolean
  /** Set if it was made from an OpenAPI document; a built-in kind at the same path takes precedence. */
  readonly fromDocument?: true
}

/** The names of a kind. */
export type Names = {
  readonly kind: string
  readonly plural: string
  readonly singular?: string
  /** The kind of its lists (default: the kind followed by `List`). */
  readonly listKind?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** The resource name in a 404, if not the plural. */
  readonly notFound?: string
}

/** The schema of the objects, and what belongs to it beside their members. */
type SchemaDeclaration<T = KubeObject> = {
  /** The OpenAPI name of the type (`io.k8s.api.coordination.v1.Lease`). */
  readonly component: string
  /** A description of the kind in a sentence or two, for the OpenAPI documents. */
  readonly description?: string
  /** The own members that OpenAPI documents list as required (default: those of the kind's struct, if it has one). */
  readonly required?: readonly string[]
  /**
   * The root schema of a kind without a struct: objects are pruned by it, their members are in byte order, and
   * strategic merge patches are not supported.
   */
  readonly structural?: Schema
  /**
   * Further errors of an object of such a kind that states another type: those its strategy finds besides its types.
   */
  readonly misnamed?: TypeMismatchRule
  /**
   * Defaults filled in when a body is decoded, and therefore owned by its writer (SetDefaults). `now` gives the time of
   * the request as a Time; without one, what would be that time is left out.
   */
  readonly defaults?: (object: T, now?: () => string) => T
  /**
   * Loads what is needed to read a body, or any body; undefined if it is loaded. What it does not foresee is loaded
   * when a write turns out to need it.
   */
  readonly ready?: (body?: unknown) => Promise<void> | undefined
  /** Set if objects consist of expressions, which take longer to check than other members of their length. */
  readonly hasExpressions?: true
}

/**
 * Validates an object whose kind or apiVersion is not that of its path; `warn` reports the issues that are only warned
 * of.
 */
export type TypeMismatchRule = (
  object: KubeObject,
  old: KubeObject | undefined,
  warn: (text: string) => void,
) => readonly Issue[]

/** Validates a name: returns the error messages, none if it is valid. With `prefix` the name is a generateName. */
type NameRule<T = KubeObject> = (name: string, prefix: boolean, object: T) => readonly string[]

/** The rules for the metadata of the objects. */
type MetadataRules<T = KubeObject> = {
  readonly name: NameRule<T>
  /** Validates finalizers, in addition to the rules for all kinds (default: none). */
  readonly finalizers?: (metadata: ObjectMeta) => readonly Issue[]
  /** Whether changes of the spec, or of these dotted paths, increment the generation. */
  readonly generation?: boolean | readonly string[]
  /** Compares what was sent, even if it is not stored, to increment the generation (default false). */
  readonly countsSent?: boolean
  /** A list or map sent empty where none is stored also increments the generation (default false). */
  readonly countsEmpty?: boolean
  /** Annotations that represent members of the internal type; replies of metadata only omit them (default none). */
  readonly memberAnnotations?: readonly string[]
}

/** How objects are stored. */
type StorageDeclaration<T = KubeObject> = {
  /** The group of the storage type, which validation and preconditions name, if it differs. */
  readonly group?: string
  /** The version in which objects are stored, if it is another one. */
  readonly version?: string
  /** The versions in which objects have the same members (default: this one). */
  readonly equalVersions?: readonly string[]
  /** The prefix of the storage key, printed in uid conflicts (default: the plural). */
  readonly prefix?: string
  /** Returns the opaque hash of the storage version in discovery (default: that of the kind's struct, if any). */
  readonly versionHash?: () => string
  /**
   * The server component whose scheme contains the kind: its scheme does not know kinds of other components (default
   * `core`).
   */
  readonly scheme?: SchemeName
  /** Set for a kind that is another version of the objects in its table, which another kind stores. */
  readonly conversion?: StorageConversion
  /** The versions with other members in which objects are served: field managers of such a version own its members. */
  readonly otherVersions?: readonly OtherVersion<T>[]
  /**
   * Whether reads are served from a watch cache with a window of changes (default true); otherwise they come straight
   * from storage.
   */
  readonly watchCache?: boolean
  /**
   * A create stores less than the decoder defaults on a read, so the next write is stored even if it changes nothing
   * (recorded).
   */
  readonly filledOnRead?: boolean
  /** Fills in again on a read the defaults of members that are stored as if they had not been given. */
  readonly reread?: (object: T) => T
  /** The objects that record what the server allocated to an object: written before it, and deleted after it. */
  readonly allocationRecords?: (object: T) => readonly AllocationRecord[]
  /** The numbers that the server allocated to an object and records elsewhere, such as node ports. */
  readonly allotments?: (object: T) => readonly number[]
  /**
   * A member whose stored form tells empty bytes from none, which replies do not: writing back what was read is a
   * change.
   */
  readonly bytes?: string
  /** Objects that the server computes; the kind is then read-only, and objects have no uid and no resourceVersion. */
  readonly computed?: Computed<T>
}

/** A version of a kind with other members, given by its struct. */
export type OtherVersion<T = KubeObject> = {
  readonly apiVersion: string
  readonly struct: string
  readonly form: (object: T) => KubeObject
  /** Converts an object of that version back. */
  readonly back: (object: KubeObject) => T
}

/** An object of another kind, in version v1 of its group, that records an allocation to an object. */
export type AllocationRecord = {
  readonly group: string
  readonly plural: string
  readonly object: RecordBody
}

type RecordBody = { readonly metadata: ObjectMeta; readonly [member: string]: unknown }

/** How to compute objects that are not stored. */
type Computed<T = KubeObject> = {
  /** Returns those of a namespace, or all, in the order of their keys. */
  readonly list: (sight: ComputeContext, namespace: string) => readonly T[]
  /** Returns one of them; may throw its own StatusError if it does not exist. */
  readonly get: (sight: ComputeContext, namespace: string, name: string) => T | undefined
}

/** What computed objects are made from. */
export type ComputeContext = {
  /** Milliseconds since 1970, by the cluster's clock. */
  readonly now: () => number
  /** Returns the objects of a table (`/pods`), in a namespace or all, in the order of their keys. */
  readonly objects: (table: string, namespace: string) => readonly KubeObject[]
  /** Returns one object of a table. */
  readonly object: (table: string, namespace: string, name: string) => KubeObject | undefined
  /** Returns the resource usage of a container of a pod, as scripts define it. */
  readonly usageOf: (
    pod: KubeObject,
    container: { readonly name: string; readonly image: string },
  ) => { readonly cpu?: string; readonly memory?: string } | undefined
}

/** What discovery, and warnings with every reply, say about the kind. */
type Discovery = {
  /** The verbs of the object itself (default all). */
  readonly verbs?: readonly Verb[]
  /** A deprecation warning, sent with every reply about the kind (default: that of its lifetime). */
  readonly deprecation?: string
}

/** The fields that a fieldSelector may name. */
export type Selectable<T = KubeObject> = {
  /** The fields besides metadata.name and metadata.namespace. */
  readonly fields?: { readonly [path: string]: (object: T) => string }
  /** Which conversion function rejects other fields, and so its error text: the kind's own, or the scheme's default. */
  readonly conversion?: 'own' | 'default'
  /** The error text of the kind's own conversion for an unknown field, if it is not the usual one. */
  readonly unknown?: (path: string) => string
  /** Whether metadata.namespace may be selected (default true). */
  readonly namespace?: boolean
}

/** The server component whose scheme decodes the bodies of a kind; `scales` is for the scales of custom resources. */
export type SchemeName = 'core' | 'aggregator' | 'extensions' | 'scales'

/** A subresource as a kind declares it: kinds of its bodies are made together with the declaring kind, not before. */
export type DeclaredSubresource = SubresourceOf<Kind>
/** A view as a kind declares it. */
export type DeclaredView = ViewOf<Kind>
/** An act as a kind declares it. */
export type DeclaredAct = ActOf<Kind>

/** All subresources that a kind declares. */
export type DeclaredSubresources = { readonly main?: Omit<Partial<DeclaredSubresource>, 'verbs'> } & {
  readonly [name in Exclude<SubresourceName, 'main'>]?: DeclaredSubresource
}

/**
 * Everything particular to a kind, in terms of the registry strategies of a real server. Everything else is generic.
 * Rules are pure functions; they run in the order defaults, begin, prepare, validate, warnings.
 */
export type KindDeclaration<T extends KubeObject = KubeObject> = {
  readonly group: string
  readonly version: string
  /** The versions of Kubernetes that have the kind in this version (default: all). */
  readonly lifetime?: Lifetime
  /** The feature gate without which the kind is not served (default: none). */
  readonly gate?: FeatureGate
  readonly scope: 'Cluster' | 'Namespaced'
  readonly names: Names
  readonly schema: SchemaDeclaration<T>
  readonly metadata: MetadataRules<T>
  readonly subresources?: DeclaredSubresources
  readonly create?: CreateStrategy<T>
  readonly update?: UpdateStrategy<T>
  readonly delete?: DeleteStrategy<T>
  readonly storage?: StorageDeclaration<T>
  readonly discovery?: Discovery
  readonly selectable?: Selectable<T>
  readonly table: {
    readonly columns: readonly Column<T>[]
    /** Returns the conditions of an object's row; most kinds have none. */
    readonly rowConditions?: (object: T) => readonly RowCondition[]
    /** Returns what takes the place of the first column's `cell` in a list, where the other objects matter. */
    readonly firstCell?: (list: readonly T[]) => Column<T>['cell']
    /** Compares objects whose rows are not in the order of their names. */
    readonly order?: (a: T, b: T) => number
  }
  /** A small valid object, without kind and apiVersion, used by tests and documentation. */
  readonly example: Omit<T, 'kind' | 'apiVersion'>
}

/**
 * The object itself or one of its subresources: its verbs, and the members it leaves unchanged. `D` is the type by
 * which kinds of other bodies are given.
 */
type SubresourceOf<D> = {
  readonly verbs: readonly Verb[]
  /** Dotted paths that an update keeps from the stored object. */
  readonly resetFields: readonly string[]
  /** Server-side apply creates the object if it is missing. */
  readonly mayCreate?: boolean
  /** Dotted paths that this subresource does not own; by default the `resetFields`. */
  readonly unowned?: readonly string[]
  /** Whether these are not owned by those either who own fields in other versions of a custom resource. */
  readonly isUnownedInAll?: boolean
  /** False if its replies are not available as a Table. */
  readonly tables?: false
  /** The bodies are of another kind, in which the object is read and written. */
  readonly view?: ViewOf<D>
  /** What a POST does. */
  readonly act?: ActOf<D>
}

/** Another kind in which an object is read and written (`/scale`). */
type ViewOf<D> = {
  readonly def: D
  readonly show: (object: KubeObject) => KubeObject
  /** Returns the form that changes are made to (default: the one that is shown). */
  readonly base?: (object: KubeObject) => KubeObject
  /** Throws a StatusError for an object that can be changed through the view, but not shown. */
  readonly check?: (object: KubeObject) => void
  /** Returns the object with the changes made to its view. */
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  /**
   * Why the result of an apply to the view cannot be converted, if so: an apply then succeeds only if it changes
   * nothing.
   */
  readonly unconvertible?: string
  /**
   * The only member that is changed, and therefore owned, through the view: its dotted path in the view, and in each
   * version of the object.
   */
  readonly owned: { readonly shown: string; readonly kept: { readonly [apiVersion: string]: string | undefined } }
}

/** An action on an object (`/binding`, `/eviction`), described by a body of another kind that is not stored. */
type ActOf<D> = {
  readonly def: D
  /** Other apiVersions accepted in bodies, with the same members. */
  readonly accepts?: readonly string[]
  /** For one that signs a token, which needs the signing key: loads the code for it, before the call has its turn. */
  readonly signs?: () => Promise<void> | undefined
  /** Throws a StatusError for a body that names another object; by default a body must name the object. */
  readonly checkName?: (body: KubeObject, name: string) => void
  /** Throws a StatusError for a body that is invalid whatever the object is. */
  readonly check?: (body: KubeObject) => void
  /** Fills in the body by the object, before validating admission sees it; throws a StatusError if it is invalid. */
  readonly prepare?: (object: KubeObject, body: KubeObject, context: Pick<ActContext, 'now' | 'accounts'>) => KubeObject
  /** Performs the act; throws a StatusError if it is not allowed. */
  readonly perform: (object: KubeObject, body: KubeObject, context: ActContext) => ActResult
}

/** The strategy of creates (rest.RESTCreateStrategy). */
type CreateStrategy<T = KubeObject> = {
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
type UpdateStrategy<T = KubeObject> = {
  /** Loads what is needed to update an object, through a subresource if it is given; undefined if it is loaded. */
  readonly ready?: (subresource?: SubresourceName) => Promise<void> | undefined
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
type DeleteStrategy<T = KubeObject> = {
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
  /** Whether it has a way to delete what cannot be read from storage (default `deletable`). */
  readonly unreadable?: 'deletable' | 'kept'
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
