import type { KindTypes, StoredObject } from './generated/kind-types.js'
import type { ObjectMeta } from './generated/types/meta-v1.js'
import type { DateMembers } from './generated/types/scalars.js'

/** The name of a kind whose objects have a type: the built-in ones, and those `KindTypes` is augmented with. */
export type KindName = keyof KindTypes
/** The name of any kind. Editors offer those that have a type. */
export type KindWord = KindName | (string & {})

/** An object of a kind nothing is known about. */
export type AnyObject = StoredObject<{ readonly [member: string]: unknown }>

/** The objects of a kind by its name; {@link AnyObject} where `KindTypes` does not have it. */
export type ObjectOf<K extends string> = K extends KindName ? KindTypes[K] : AnyObject

/** What a method gives: `T` where its caller says so (`get<Backup>('Backup', ref)`), else the objects of the kind. */
export type Given<T, K extends string> = [T] extends [never] ? ObjectOf<K> : T extends string ? ObjectOf<T> : T

/**
 * A value as it may be written: its times as texts or Dates, its lists also readonly. Objects of
 * `@kubernetes/client-node` fit.
 */
export type Written<T> = T extends DateMembers | Date
  ? string | Date
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]: Written<T[Member]> | MaybeUndefined<T[Member]> }
      : T

// Said, because `exactOptionalPropertyTypes` else refuses a member that may be undefined where it may be left out.
type MaybeUndefined<T> = undefined extends T ? undefined : never

/** An object as it is written: kind and apiVersion follow from the kind named. */
export type DraftOf<T> = Written<Omit<T, 'kind' | 'apiVersion' | 'metadata'>> & {
  readonly kind?: string
  readonly apiVersion?: string
  readonly metadata?: Written<ObjectMeta>
}
/** An object of a kind, by the kind's name, as it is written. */
export type Draft<K extends string> = DraftOf<ObjectOf<K>>

/** An object that can be changed in place. Its times are texts. */
export type Mutable<T> = T extends DateMembers
  ? string
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? Mutable<Item>[]
      : T extends object
        ? { -readonly [Member in keyof T]: Mutable<T[Member]> }
        : T

/** A merge or strategic patch: any part of an object, null where a member goes. */
export type PatchOf<T> = T extends DateMembers | Date
  ? string | Date
  : T extends readonly (infer Item)[]
    ? readonly PatchOf<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]?: PatchOf<T[Member]> | null | undefined } & PatchDirectives<T>
      : T

/** What a strategic patch says of the object it is about. */
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

/** A step of a JSON Patch (RFC 6902). */
export type JsonPatchStep =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string }

/** What `patch` takes: a part of the object, or the steps of a JSON Patch. */
export type Patch<T> = (PatchOf<T> & NoList) | readonly JsonPatchStep[]

// A list of anything would pass for an object of which every member may be missing.
type NoList = { readonly [Symbol.iterator]?: never }

/**
 * What an object is asked to have: some members, of its lists some items; null where it is to have nothing. `Text` may
 * stand for any value: a template.
 */
export type PartOf<T, Text = never> = T extends DateMembers | Date
  ? string
  : T extends readonly (infer Item)[]
    ? readonly PartOf<Item, Text>[]
    : T extends object
      ? { readonly [Member in keyof T]?: PartOf<T[Member], Text> | Text | null | undefined }
      : T
