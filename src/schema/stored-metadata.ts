import { mustHave } from '../base/must-have.js'
import type { ObjectMeta } from './metadata.js'
import type { KubeObject } from './object.js'

type Stored<K extends keyof ObjectMeta> = { readonly metadata: { readonly [member in K]?: ObjectMeta[K] | undefined } }

/** The name of a stored object, which every one has. */
export const storedName = ({ metadata }: Stored<'name'>): string =>
  mustHave(metadata.name, 'the name of a stored object')

/** The uid of a stored object, which every one has. */
export const storedUid = ({ metadata }: Stored<'uid'>): string => mustHave(metadata.uid, 'the uid of a stored object')

/** The resourceVersion of a stored object, which every one has. */
export const storedRevision = ({ metadata }: Stored<'resourceVersion'>): string =>
  mustHave(metadata.resourceVersion, 'the resourceVersion of a stored object')

/** When a stored object was created, as its metadata writes it. */
export const storedCreation = ({ metadata }: Stored<'creationTimestamp'>): string =>
  mustHave(metadata.creationTimestamp, 'the creationTimestamp of a stored object')

/** The metadata every stored object has, whatever its kind. */
type StoredMeta = ObjectMeta & {
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

const isStored = (meta: ObjectMeta): meta is StoredMeta =>
  meta.name !== undefined &&
  meta.uid !== undefined &&
  meta.resourceVersion !== undefined &&
  meta.creationTimestamp !== undefined
