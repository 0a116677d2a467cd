import type { ObjectMeta } from './metadata.js'
import { mustHave } from '../base/must-have.js'

/** Any API object: kind, apiVersion, metadata, and the fields of its kind. */
export type KubeObject = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}

/** Returns an object without managedFields, for display. */
export function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Strings by key, as in labels, annotations and the data of Secrets. */
export type Texts = { readonly [key: string]: string }

/** Returns the object of a change: its new state, or its last state before it was removed. */
export const changedObject = <T>({ prev, next }: { readonly prev: T | undefined; readonly next: T | undefined }): T =>
  next ?? mustHave(prev, 'the object on either side of a change')
