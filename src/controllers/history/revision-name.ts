import { fnv1 } from '../../base/go/fnv.js'
import { safeText } from '../pods/template-hash.js'

/** The label with the hash of a ControllerRevision's data. */
export const REVISION_HASH = 'controller.kubernetes.io/hash'

/** The longest part of an owner's name in the names of its revisions. */
const LONGEST = 223

/** Returns the name of an owner's revision. */
export const revisionName = (owner: string, hash: string): string => `${owner.slice(0, LONGEST)}-${hash}`

/**
 * Returns the hash of a revision's data as the real controllers compute it (HashControllerRevision): FNV-1 (32 bits) of
 * the text and the collisionCount.
 */
export const revisionHash = (text: string, collisions: number): string =>
  safeText(String(fnv1(new TextEncoder().encode(`${text}${collisions}`))))
