import { present } from '../base/present.js'
import type { ObjectMeta } from './metadata.js'
import type { KubeObject } from './object.js'

/** The metadata every stored object has, whatever its kind. */
export type StoredMeta = ObjectMeta & {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly creationTimestamp: string
}

/**
 * The metadata of an object that is stored.
 *
 * @throws Error where it lacks what the store gives every object: a bug of ours
 */
export function storedMeta({ metadata }: KubeObject): StoredMeta {
  if (isStored(metadata)) return metadata
  throw new Error('fakecluster has a bug: the metadata of a stored object is not whole')
}

/**
 * The name of an object that has been named, which is any after its create was checked.
 *
 * @throws Error where it has none: a bug of ours
 */
export const nameOf = ({ metadata }: KubeObject): string => present(metadata.name, 'the name of an object')

const isStored = (meta: ObjectMeta): meta is StoredMeta =>
  meta.name !== undefined &&
  meta.uid !== undefined &&
  meta.resourceVersion !== undefined &&
  meta.creationTimestamp !== undefined
