import type { Issue } from '../../base/errors/issue.js'
import type { ObjectMeta } from '../../schema/metadata.js'
import type { KubeObject } from '../../schema/object.js'
import type { Schema } from '../../schema/types.js'
import type { SchemeName } from './scheme-name.js'
import type { StorageConversion } from './storage-conversion.js'
import type { Verb } from './verb.js'

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
export type SchemaDeclaration<T = KubeObject> = {
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
  /** Defaults filled in when a body is decoded, and therefore owned by its writer (SetDefaults). */
  readonly defaults?: (object: T) => T
  /** Loads what is needed to read a body; undefined if it is loaded. */
  readonly ready?: () => Promise<void> | undefined
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
export type MetadataRules<T = KubeObject> = {
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
export type StorageDeclaration<T = KubeObject> = {
  /** The group of the storage type, which validation and preconditions name, if it differs. */
  readonly group?: string
  /** The prefix of the storage key, printed in uid conflicts (default: the plural). */
  readonly prefix?: string
  /** The opaque hash of the storage version in discovery (default: that of the kind's struct, if it has one). */
  readonly versionHash?: string
  /**
   * The server component whose scheme contains the kind: its scheme does not know kinds of other components (default
   * `core`).
   */
  readonly scheme?: SchemeName
  /** Set for a kind that is another version of the objects in its table, which another kind stores. */
  readonly conversion?: StorageConversion
  /** The other version in which the same objects are served: field managers of that version own its members. */
  readonly otherVersion?: OtherVersion<T>
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
export type Discovery = {
  /** The verbs of the object itself (default all). */
  readonly verbs?: readonly Verb[]
  /** A deprecation warning, sent with every reply about the kind. */
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
