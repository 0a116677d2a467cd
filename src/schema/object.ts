import type { ObjectMeta } from './metadata.js'
import { mustHave } from '../base/must-have.js'

/** Any API object: kind, apiVersion, metadata, and the fields of its kind. */
export type KubeObject = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}

/** Returns a copy of an object with some members of its metadata replaced or appended, made as `withMembers` does. */
export function withMetadata<T extends { readonly metadata: object }>(object: T, members: Partial<T['metadata']>): T {
  const { ...copy } = object
  const { ...metadata } = object.metadata
  return Object.assign(copy, { metadata: Object.assign(metadata, members) })
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

type Stored<K extends keyof ObjectMeta> = { readonly metadata: { readonly [member in K]?: ObjectMeta[K] | undefined } }

/** Returns the name of a stored object, which is always set. */
export const storedName = ({ metadata }: Stored<'name'>): string =>
  mustHave(metadata.name, 'the name of a stored object')

/** Returns the uid of a stored object, which is always set. */
export const storedUid = ({ metadata }: Stored<'uid'>): string => mustHave(metadata.uid, 'the uid of a stored object')

/** Returns the resourceVersion of a stored object, which is always set. */
export const storedRevision = ({ metadata }: Stored<'resourceVersion'>): string =>
  mustHave(metadata.resourceVersion, 'the resourceVersion of a stored object')

/** Returns the creationTimestamp of a stored object as text. */
export const storedCreation = ({ metadata }: Stored<'creationTimestamp'>): string =>
  mustHave(metadata.creationTimestamp, 'the creationTimestamp of a stored object')

/** The metadata of a stored object of any kind. */
type StoredMeta = ObjectMeta & {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly creationTimestamp: string
}

/**
 * Returns the metadata of a stored object.
 *
 * @throws Error if a field that the store always sets is missing: a bug of ours
 */
export function storedMeta({ metadata }: KubeObject): StoredMeta {
  if (isStored(metadata)) return metadata
  throw new Error('fakecluster has a bug: the metadata of a stored object is not whole')
}

const isStored = (meta: ObjectMeta): meta is StoredMeta =>
  meta.name !== undefined &&
  meta.uid !== undefined &&
  meta.resourceVersion !== undefined &&
  meta.creationTimestamp !== undefined

/** The identity of an object, which need not exist (any more). */
export type Identity = {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
}

type Named = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly namespace?: string | undefined; readonly name?: string | undefined }
}

/** The identity of an object. */
export const identityOf = ({ apiVersion, kind, metadata: { namespace = '', name = '' } }: Named): Identity => ({
  apiVersion,
  kind,
  namespace,
  name,
})
