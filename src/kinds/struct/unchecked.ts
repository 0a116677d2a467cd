import type { KubeObject } from '../../schema/object.js'
import type { DateMembers } from '../../model/generated/types/scalars.js'

/** A type before validation: any field may be missing, and a time is any string. */
export type Unchecked<T> = T extends DateMembers
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer I)[]
      ? readonly Unchecked<I>[]
      : T extends { readonly [key: string]: infer V }
        ? string extends keyof T
          ? { readonly [key: string]: Unchecked<V> }
          : UncheckedMembers<T>
        : T extends object
          ? UncheckedMembers<T>
          : T

type UncheckedMembers<T> = { readonly [K in keyof T]?: Unchecked<T[K]> }

/** An object of a kind's struct before validation. */
export type UncheckedObject<T> = KubeObject & Omit<Unchecked<T>, 'kind' | 'apiVersion' | 'metadata'>
