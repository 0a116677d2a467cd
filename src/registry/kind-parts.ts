import type { Issue } from '../base/issue.js'
import type { ObjectMeta } from '../schema/metadata.js'
import type { KubeObject } from '../schema/object.js'
import type { Schema } from '../schema/types.js'
import type { SchemeName } from './scheme-name.js'
import type { StorageConversion } from './storage-conversion.js'
import type { Verb } from './verb.js'

/** What a kind is called. */
export type Names = {
  readonly kind: string
  readonly plural: string
  readonly singular?: string
  /** Kind of its lists (default: the kind and `List`). */
  readonly listKind?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Resource word of a 404, where it is not the plural. */
  readonly notFound?: string
}

/** What is said of the objects beside their members. */
export type SchemaDeclaration<T = KubeObject> = {
  /** OpenAPI name of the type (`io.k8s.api.coordination.v1.Lease`). */
  readonly component: string
  /** What the kind is, in a sentence or two; documents tell it. */
  readonly description?: string
  /** Own members the documents call required (default: those of its struct, where it has one). */
  readonly required?: readonly string[]
  /**
   * The root schema of a kind without a struct: objects are pruned by it, have their members in byte order, and take no
   * strategic merge.
   */
  readonly structural?: Schema
  /** What else is told of an object, of such a kind, whose type is another: what its strategy asks beside its types. */
  readonly misnamed?: Misnamed
  /** Defaults filled when any body is decoded, and so owned by its writer (SetDefaults). */
  readonly defaults?: (object: T) => T
  /** What must be loaded before a body is read: undefined where it is. */
  readonly ready?: () => Promise<void> | undefined
}

/** The rules of an object of another kind than its path is for; `warn` takes what is excused. */
export type Misnamed = (
  object: KubeObject,
  old: KubeObject | undefined,
  warn: (text: string) => void,
) => readonly Issue[]

/** How a kind's names are checked: the messages a bad one earns, none for a good one. With `prefix`, a generateName. */
type NameRule<T = KubeObject> = (name: string, prefix: boolean, object: T) => readonly string[]

/** What the metadata of the objects must be. */
export type MetadataRules<T = KubeObject> = {
  readonly name: NameRule<T>
  /** Rules of finalizers besides those of all kinds (default none). */
  readonly finalizers?: (metadata: ObjectMeta) => readonly Issue[]
  /** generation counts changes of the spec, or of what is at these dotted paths. */
  readonly generation?: boolean | readonly string[]
  /** It counts what was sent, also where that is not written (default false). */
  readonly countsSent?: boolean
  /** It counts a list or map that is sent empty where none is stored (default false). */
  readonly countsEmpty?: boolean
  /**
   * Annotations that stand for members of the stored type; where nothing but metadata is told, they are not (default
   * none).
   */
  readonly memberAnnotations?: readonly string[]
}

/** How objects are stored. */
export type StorageDeclaration<T = KubeObject> = {
  /** The group of the storage type, which validation and preconditions speak of, where it differs. */
  readonly group?: string
  /** Prefix of the storage key printed in uid conflicts (default: the plural). */
  readonly prefix?: string
  /** What discovery tells of the stored version: opaque (default: that of its struct, where it has one). */
  readonly versionHash?: string
  /**
   * The server component whose scheme knows the kind: bodies of kinds from another one are unknown to it (default
   * `core`).
   */
  readonly scheme?: SchemeName
  /** The kind is a second form of the objects of its table, which another kind stores. */
  readonly conversion?: StorageConversion
  /** The other version in which the same objects are served: owners of that version own its members. */
  readonly otherVersion?: OtherVersion<T>
  /**
   * Reads are served from a cache with a window of changes (default true); without one they come straight from storage.
   */
  readonly watchCache?: boolean
  /**
   * A create stores less than the decoder fills in on a read, so that the next write is stored even when it changes
   * nothing (recorded).
   */
  readonly filledOnRead?: boolean
  /**
   * What reading fills in once more of what was written: defaults of members that are stored as if they were never
   * given.
   */
  readonly reread?: (object: T) => T
  /** The objects by which the server remembers what it gave an object: written before it, and taken away after it. */
  readonly allocationRecords?: (object: T) => readonly AllocationRecord[]
  /** The numbers that the server gave an object and noted beside it, such as node ports. */
  readonly allotments?: (object: T) => readonly number[]
  /**
   * Of this member storage keeps bytes of no length apart from none, which replies do not: to write back what was read
   * is a change.
   */
  readonly bytes?: string
  /** Objects the server computes; the kind is then read only, and they carry no uid and no resourceVersion. */
  readonly computed?: Computed<T>
}

/** A version of a kind with members of its own, by its struct. */
export type OtherVersion<T = KubeObject> = {
  readonly apiVersion: string
  readonly struct: string
  readonly form: (object: T) => KubeObject
}

/** An object of another kind, of version v1 of its group, that says what an object was given. */
export type AllocationRecord = {
  readonly group: string
  readonly plural: string
  readonly object: RecordBody
}

type RecordBody = { readonly metadata: ObjectMeta; readonly [member: string]: unknown }

/** How objects are computed that nothing stores. */
type Computed<T = KubeObject> = {
  /** Those of a namespace, or all there are, in order of their keys. */
  readonly list: (sight: Sight, namespace: string) => readonly T[]
  /** One of them; it may throw a StatusError of its own where there is none. */
  readonly get: (sight: Sight, namespace: string, name: string) => T | undefined
}

/** What computed objects are made of. */
export type Sight = {
  /** Milliseconds since 1970, by the cluster's clock. */
  readonly now: () => number
  /** The objects of a table (`/pods`), of a namespace or all, in order of their keys. */
  readonly objects: (table: string, namespace: string) => readonly KubeObject[]
  /** One object of a table. */
  readonly object: (table: string, namespace: string, name: string) => KubeObject | undefined
  /** What scripts say that a container of a pod uses. */
  readonly usageOf: (
    pod: KubeObject,
    container: { readonly name: string; readonly image: string },
  ) => { readonly cpu?: string; readonly memory?: string } | undefined
}

/** What discovery and every reply tell of the kind. */
export type Discovery = {
  /** Verbs of the object itself (default all). */
  readonly verbs?: readonly Verb[]
  /** Warning sent with every reply about the kind. */
  readonly deprecation?: string
}

/** What a fieldSelector may name. */
export type Selectable<T = KubeObject> = {
  /** Fields besides metadata.name and metadata.namespace. */
  readonly fields?: { readonly [path: string]: (object: T) => string }
  /** The conversion that refuses other fields, and words it: the kind's own or the default one of the scheme. */
  readonly conversion?: 'own' | 'default'
  /** How the kind's own conversion words its refusal of a field, where it is not in the usual words. */
  readonly unknown?: (path: string) => string
  /** metadata.namespace may be selected by (default true). */
  readonly namespace?: boolean
}
