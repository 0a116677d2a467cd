import type { Issue } from '../base/issue.js'
import { deepFreeze } from '../base/json.js'
import type { KubeObject } from '../schema/object.js'
import type { Infer, Schema } from '../schema/types.js'
import type { ActContext } from './act-context.js'
import type { ReviewContext } from './review-context.js'
import type { StorageConversion } from './storage-conversion.js'
import type { FeatureGates } from './feature-gates.js'
import type { DeleteReplies, Profile } from './profile.js'
import { rootSchema } from './root-schema.js'
import type { SchemeName } from './scheme-name.js'
import type { subresourceNames } from './subresource-names.js'

/** What a request may ask of a kind; the words of discovery. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch'

/** Tells the verbs that only read. */
export const isRead = (verb: Verb): boolean => verb === 'get' || verb === 'list' || verb === 'watch'

/** Every verb, sorted as discovery lists them. */
export const fullVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
]

/** The part of an object a request addresses. */
export type SubresourceName = 'main' | (typeof subresourceNames)[number]

/** One writable face of a kind: which verbs it has and what it leaves as stored. */
export type Subresource = {
  readonly verbs: readonly Verb[]
  /** Dotted paths an update takes from the stored object, whatever the request says. */
  readonly resetFields: readonly string[]
  /** Dotted paths that are not owned through this subresource; `resetFields` when absent. */
  readonly unowned?: readonly string[]
  /** False where what it replies cannot be had as a Table. */
  readonly tables?: false
  /** Its bodies are of another kind, in which the object is shown and changed. */
  readonly view?: SubresourceView
  /** What a POST to it does. */
  readonly act?: SubresourceAct
}

/** Another kind that stands for an object (`/scale`). */
export type SubresourceView = {
  readonly def: KindDef
  readonly show: (object: KubeObject) => KubeObject
  /** Throws a StatusError for an object that can be changed so, but not be shown. */
  readonly check?: (object: KubeObject) => void
  /** The object as a changed view of it wants it. */
  readonly change: (object: KubeObject, shown: KubeObject) => KubeObject
  /** Why what an apply makes of the view cannot be converted, where it cannot: only one that changes nothing goes through. */
  readonly unconvertible?: string
  /** The one member that is changed, and so owned, through the view: its dotted path there, and in each version of the objects that has it. */
  readonly owned: { readonly shown: string; readonly kept: { readonly [apiVersion: string]: string | undefined } }
}

/** Something to be done with an object (`/binding`, `/eviction`), told by an object of another kind that is stored nowhere. */
export type SubresourceAct = {
  readonly def: KindDef
  /** The object after it, undefined for its end. Throws a StatusError where it may not be. */
  readonly perform: (object: KubeObject, body: KubeObject, context: ActContext) => KubeObject | undefined
}

/** What rules may know beside the objects. */
export type RuleContext = {
  readonly featureGates: FeatureGates
  /** The time of the request, as written in a Time. */
  readonly now: string
  readonly subresource: SubresourceName
}

/** A column of a Table. */
export type Column<T = KubeObject> = {
  readonly name: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description: string
  /** 0 in every view, 1 in the wide one. */
  readonly priority?: 0 | 1
  /** Rows have the cell, but the columnDefinitions do not have the column (IPAddress in v1.33). */
  readonly undeclared?: boolean
  /** The cell of an object; `now` is the request's time in milliseconds. */
  readonly cell: (object: T, now: number) => string | number | boolean | null
}

/** How a kind's names are checked: the messages a bad one earns, none for a good one. With `prefix`, a generateName. */
export type NameRule<T = KubeObject> = (name: string, prefix: boolean, object: T) => readonly string[]

type OtherSubresources = { readonly [name in Exclude<SubresourceName, 'main'>]?: Subresource }

/** What is particular to a kind. Everything else is generic. */
export type KindDeclaration<T extends KubeObject = KubeObject> = {
  readonly kind: string
  readonly plural: string
  readonly singular?: string
  /** Kind of its lists (default: the kind and `List`). */
  readonly listKind?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly group: string
  readonly version: string
  readonly scope: 'Cluster' | 'Namespaced'
  /** OpenAPI name of the type (`io.k8s.api.coordination.v1.Lease`). */
  readonly component: string
  /** What the kind is, in a sentence or two; documents tell it. */
  readonly description?: string
  /** Own members the documents call required. */
  readonly required?: readonly string[]
  readonly verbs?: readonly Verb[]
  readonly subresources?: { readonly main?: Partial<Subresource> } & OtherSubresources
  /** Dotted paths a create drops from the body (`status`). */
  readonly dropOnCreate?: readonly string[]
  /** PUT on a missing object creates it. */
  readonly putCreates?: boolean
  /** PUT without resourceVersion overwrites the latest. */
  readonly unconditionalUpdate?: boolean
  /** The first write after a create takes a revision even when it changes nothing: what a create stores is completed when it is read (recorded). */
  readonly firstWriteCounts?: boolean
  /** What DELETE answers; the profile's when absent. */
  readonly replies?: DeleteReplies
  /** Propagation policies become finalizers (default true). */
  readonly garbageCollected?: boolean
  /** Reads are served from a cache with a window of changes (default true); without one they come straight from storage. */
  readonly watchCache?: boolean
  /** The kind's storage has a deletion of its own: it words preconditions itself, sets only a deletionTimestamp, and leaves a terminating object as it is. */
  readonly ownDeletion?: boolean
  /** Dotted paths of finalizer lists that hold a terminating object (default `metadata.finalizers`). */
  readonly holdingFinalizers?: readonly string[]
  /** Names that may not be deleted. */
  readonly protectedNames?: readonly string[]
  /** generateName is used as it stands, with no suffix. */
  readonly verbatimGenerateName?: boolean
  readonly name: NameRule<T>
  /** Unqualified finalizers other than the standard ones are refused (the core and networking groups). */
  readonly qualifiedFinalizers?: boolean
  /** What the strategy's own pass looks at on an update besides the change: nothing, the change of the metadata, the whole object too, or that before and after it. */
  readonly metadataChecks?: 'none' | 'update' | 'full' | 'twice'
  /** generation counts spec changes. */
  readonly generation?: boolean
  /** The group and kind validation and preconditions speak of, where the storage type differs. */
  readonly storageGroup?: string
  /** What discovery tells of the stored version: opaque; known for the kinds of a real server. */
  readonly storageVersionHash?: string
  /** Prefix of the storage key printed in uid conflicts (default: the plural). */
  readonly storagePrefix?: string
  /** The server component whose scheme knows the kind: bodies of kinds from another one are unknown to it (default `core`). */
  readonly scheme?: SchemeName
  /** Resource word of a 404, where it is not the plural. */
  readonly missingAs?: string
  /** Fields a fieldSelector may name besides metadata.name and metadata.namespace. */
  readonly selectable?: { readonly [path: string]: (object: T) => string }
  /** The wording of an unsupported field: of kinds with conversions of their own, or of the default conversion. */
  readonly selectableWording?: 'label' | 'default'
  /** metadata.namespace may be selected by (default true). */
  readonly selectableNamespace?: boolean
  readonly columns: readonly Column<T>[]
  /** Warnings sent with every reply about the kind. */
  readonly deprecation?: string
  /** Objects the server computes; the kind is then read only, and they carry no uid and no resourceVersion. */
  readonly computed?: readonly T[]
  /** A POST is a question: what comes of it is the reply, and nothing is stored. Throws a StatusError where there is none. */
  readonly review?: (question: T, context: ReviewContext) => T
  /** The kind is a second form of the objects of its table, which another kind stores. */
  readonly storageConversion?: StorageConversion
  /** The root schema of a kind without a struct: objects are pruned by it, have their members in byte order, and take no strategic merge. */
  readonly structural?: Schema
  /** What must be there before a body is read: undefined where it is. */
  readonly ready?: (body: unknown) => Promise<void> | undefined
  /** What defines the kind is being deleted: no more objects are made. */
  readonly terminating?: boolean
  /** A finalizer the server puts on what is deleted, because something of its own is to be done first. */
  readonly finalizer?: string
  /** A small valid object, without kind and apiVersion; tests and documents start from it. */
  readonly example: Omit<T, 'kind' | 'apiVersion'>

  // Rules, in the order they run. All are pure.
  /** Defaults filled when any body is decoded, and so owned by its writer. */
  readonly defaults?: (object: T) => T
  /** What the server's own admission adds on create; `others` reads all objects of the kind, `find` one of a table by its key. Throws a StatusError where it refuses. */
  readonly admitCreate?: (
    object: T,
    others?: () => readonly T[],
    find?: (table: string, key: string) => KubeObject | undefined,
  ) => T
  /** Resets and normalises a new object. */
  readonly prepareCreate?: (object: T, context: RuleContext) => T
  /** Resets and normalises an update, after `resetFields` was applied; `others` reads all objects of the kind. Throws a StatusError where it refuses. */
  readonly prepareUpdate?: (next: T, old: T, context: RuleContext, others?: () => readonly T[]) => T
  /** Rules of a new object and of an update that are reported before the strategy's metadata checks. */
  readonly validateFirst?: (object: T, context: RuleContext) => readonly Issue[]
  /** All rules of a new object. Metadata is checked elsewhere. */
  readonly validate?: (object: T, context: RuleContext) => readonly Issue[]
  /** The rules of a new object that an update repeats where the strategy looks at the whole object: `full` and `twice`. */
  readonly validateAgain?: (next: T, old: T, context: RuleContext) => readonly Issue[]
  /** The rules of an update; those of `validate` too, where `validateAgain` does not repeat them. */
  readonly validateUpdate?: (next: T, old: T, context: RuleContext) => readonly Issue[]
  /** Rules asked after all others, of a new object and of an update: `found` is what is wrong so far, `warn` takes what may stay wrong. */
  readonly validateLast?: (
    object: T,
    old: T | undefined,
    found: readonly Issue[],
    warn: (text: string) => void,
  ) => readonly Issue[]
  /** Advice sent as Warning headers on create and update. */
  readonly warnings?: (next: T, old: T | undefined) => readonly string[]
  /** Why the server's own admission refuses an update of the object itself that breaks no rule; undefined where it does not. `find` is as in `admitCreate`. */
  readonly admitUpdate?: (
    next: T,
    old: T,
    find: (table: string, key: string) => KubeObject | undefined,
  ) => string | undefined
  /** What marking for deletion changes besides the metadata. */
  readonly markDeleted?: (object: T) => T
}

/** What a kind may be without. */
type Optional =
  | 'computed'
  | 'review'
  | 'storageConversion'
  | 'deprecation'
  | 'storageVersionHash'
  | 'structural'
  | 'ready'
  | 'finalizer'
  | 'terminating'

/** A declaration made total and frozen: what the readers interpret. */
export type KindDef = Required<Omit<KindDeclaration, 'subresources' | Optional>> &
  Pick<KindDeclaration, Optional> & {
    readonly apiVersion: string
    readonly schema: Schema
    readonly subresources: { readonly main: Subresource } & OtherSubresources
    /** Subject of 404, 409 and deletions: group and plural. */
    readonly resourceSubject: { readonly group: string; readonly resource: string }
    /** Subject of 422 and delete preconditions: group and kind of the storage type. */
    readonly kindSubject: { readonly group: string; readonly resource: string }
    /** What is printed before a single object's first own member, and stripped from list items. */
    readonly head: string
  }

type Members = { readonly [member: string]: Schema }
/** The TypeScript type of an object with these members. */
export type ObjectOf<M extends Members> = KubeObject & { readonly [K in keyof M]?: Infer<M[K]> }
/** A kind as a function of the profile; the form kinds are declared in. */
export type Kind<T extends KubeObject = KubeObject> = ((profile: Profile) => KindDef) & {
  readonly '~object'?: T
  /** Where the kind is served, told without making it. */
  readonly place?: (profile: Profile) => Pick<KindDef, 'group' | 'version' | 'plural' | 'kind'>
}

/**
 * Declares a kind. `members` are its own top-level members; kind, apiVersion and metadata are added.
 *
 * @example
 * export const lease = defineKind({ spec: always(struct('io.k8s.api.coordination.v1.LeaseSpec', { … })) }, (profile) => ({ kind: 'Lease', group: profile.group('coordination'), … }))
 */
export function defineKind<const M extends Members>(
  members: M | ((profile: Profile) => M),
  declare: (profile: Profile) => KindDeclaration<ObjectOf<M>>,
): Kind<ObjectOf<M>> {
  // What is declared depends on nothing but the profile, so that clusters share it.
  const made = new WeakMap<Profile, KindDef>()
  const make = (profile: Profile): KindDef => {
    const known = made.get(profile)
    if (known) return known
    // From here on a kind is handled as any object: the member types served their purpose inside the kind's file.
    const d = declare(profile) as unknown as KindDeclaration
    const apiVersion = d.group ? `${d.group}/${d.version}` : d.version
    const own = typeof members === 'function' ? members(profile) : members
    const storageGroup = d.storageGroup ?? d.group
    const same = <T>(object: T): T => object
    const none = (): readonly never[] => []
    const verbs = d.verbs ?? fullVerbs
    const def: KindDef = {
      description: '',
      singular: d.kind.toLowerCase(),
      shortNames: [],
      categories: [],
      putCreates: false,
      unconditionalUpdate: false,
      firstWriteCounts: false,
      replies: profile.replies,
      required: [],
      garbageCollected: true,
      watchCache: true,
      ownDeletion: false,
      holdingFinalizers: ['metadata.finalizers'],
      protectedNames: [],
      verbatimGenerateName: false,
      qualifiedFinalizers: false,
      metadataChecks: 'update',
      generation: false,
      storagePrefix: d.plural,
      missingAs: d.plural,
      scheme: 'core',
      selectable: {},
      selectableWording: 'default',
      selectableNamespace: true,
      dropOnCreate: [],
      defaults: same,
      admitCreate: same,
      prepareCreate: same,
      prepareUpdate: same,
      validateFirst: none,
      validate: none,
      validateAgain: none,
      validateUpdate: none,
      validateLast: none,
      warnings: none,
      admitUpdate: () => undefined,
      markDeleted: same,
      listKind: `${d.kind}List`,
      ...d,
      verbs,
      storageGroup,
      apiVersion,
      subresources: { ...d.subresources, main: { verbs, resetFields: [], ...d.subresources?.main } },
      schema: rootSchema(d, own),
      resourceSubject: { group: d.group, resource: d.plural },
      kindSubject: { group: storageGroup, resource: d.kind },
      head: `{"kind":${JSON.stringify(d.kind)},"apiVersion":${JSON.stringify(apiVersion)},`,
    }
    made.set(profile, deepFreeze(def))
    return def
  }
  return Object.assign(make, { place: declare })
}
