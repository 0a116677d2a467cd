import { mustHave } from '../base/must-have.js'
import type { ObjectMeta } from './metadata.js'

type Stored<K extends keyof ObjectMeta> = { readonly metadata: { readonly [member in K]?: ObjectMeta[K] | undefined } }

/** The name of a stored object, which every one has. */
export const storedName = ({ metadata }: Stored<'name'>): string => mustHave(metadata.name, 'name in a stored object')

/** The uid of a stored object, which every one has. */
export const storedUid = ({ metadata }: Stored<'uid'>): string => mustHave(metadata.uid, 'uid in a stored object')

/** The resourceVersion of a stored object, which every one has. */
export const storedRevision = ({ metadata }: Stored<'resourceVersion'>): string =>
  mustHave(metadata.resourceVersion, 'resourceVersion in a stored object')

/** When a stored object was created, as its metadata writes it. */
export const storedCreation = ({ metadata }: Stored<'creationTimestamp'>): string =>
  mustHave(metadata.creationTimestamp, 'creationTimestamp in a stored object')
