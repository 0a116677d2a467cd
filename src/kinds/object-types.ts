import type { KindTypes, StoredObject } from '../model/generated/kind-types.js'
import type { ObjectMeta } from '../model/generated/types/meta-v1.js'
import type { DateMembers } from '../model/generated/types/scalars.js'

/** The name of a kind whose objects have a type: a built-in one, or one that `KindTypes` is augmented with. */
export type KindName = keyof KindTypes
/** The name of any kind. Editors offer those that have a type. */
export type KindWord = KindName | (string & {})

/** An object of an unknown kind. */
export type AnyObject = StoredObject<{ readonly [member: string]: unknown }>

/** The objects of a kind, by its name; {@link AnyObject} if `KindTypes` does not have it. */
export type ObjectOf<K extends string> = K extends KindName ? KindTypes[K] : AnyObject

/**
 * The result type of a method: `T` if the caller states it (`get<Backup>('Backup', ref)`), otherwise the objects of the
 * kind.
 */
export type Given<T, K extends string> = [T] extends [never] ? ObjectOf<K> : T extends string ? ObjectOf<T> : T

/**
 * A value as it may be written: times may be strings or Dates, and lists may be readonly. Objects of
 * `@kubernetes/client-node` fit.
 */
export type Written<T> = T extends DateMembers | Date
  ? string | Date
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]: Written<T[Member]> | MaybeUndefined<T[Member]> }
      : T

// Needed because `exactOptionalPropertyTypes` otherwise rejects undefined for an optional property.
type MaybeUndefined<T> = undefined extends T ? undefined : never

/** An object as it may be written: kind and apiVersion follow from the name of the kind. */
export type DraftOf<T> = Written<Omit<T, 'kind' | 'apiVersion' | 'metadata'>> & {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: Written<ObjectMeta>
}
/** An object of a kind, by the name of the kind, as it may be written. */
export type Draft<K extends string> = DraftOf<ObjectOf<K>>

/** An object that can be changed in place. Its times are strings. */
export type Mutable<T> = T extends DateMembers
  ? string
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? Mutable<Item>[]
      : T extends object
        ? { -readonly [Member in keyof T]: Mutable<T[Member]> }
        : T

/** A JSON merge patch or strategic merge patch: any part of an object, with null to remove a field. */
export type PatchOf<T> = T extends DateMembers | Date
  ? string | Date
  : T extends readonly (infer Item)[]
    ? readonly PatchOf<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]?: PatchOf<T[Member]> | null | undefined } & PatchDirectives<T>
      : T

/** The directives of a strategic merge patch. */
type PatchDirectives<T> = {
  readonly $patch?: 'merge' | 'replace' | 'delete'
  readonly $retainKeys?: readonly string[]
} & {
  readonly [
    Member in ListMember<T> as `$deleteFromPrimitiveList/${Member}` | `$setElementOrder/${Member}`
  ]?: readonly unknown[]
}
type ListMember<T> = {
  [Member in keyof T & string]-?: NonNullable<T[Member]> extends readonly unknown[] ? Member : never
}[keyof T & string]

/** An operation of a JSON Patch (RFC 6902). */
export type JsonPatchStep =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }

/** The argument of `patch`: a part of the object, or the operations of a JSON Patch. */
export type Patch<T> = (PatchOf<T> & NoList) | readonly JsonPatchStep[]

// An array would otherwise be assignable to an object type whose fields are all optional.
type NoList = { readonly [Symbol.iterator]?: never }

/**
 * What an object is expected to have: some of its fields, and some items of its lists; null for a field that it must
 * not have. `Text` may stand for any value: a template.
 */
export type PartOf<T, Text = never> = T extends DateMembers | Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly PartOf<Item, Text>[]
    : T extends object
      ? { readonly [Member in keyof T]?: PartOf<T[Member], Text> | Text | null | undefined }
      : T
