import { mustHave } from '../base/must-have.js'
import type { ObjectMeta } from './metadata.js'
import type { KubeObject } from './object.js'

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
