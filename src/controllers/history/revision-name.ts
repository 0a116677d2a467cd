import { safeText } from '../pods/safe-text.js'

/** The label that tells what a ControllerRevision's data come to. */
export const REVISION_HASH = 'controller.kubernetes.io/hash'

/** The longest part of an owner's name that goes into the names of its revisions. */
const LONGEST = 223

/** The name of an owner's revision. */
export const revisionName = (owner: string, hash: string): string => `${owner.slice(0, LONGEST)}-${hash}`

/**
 * What tells a revision's data from others, as the real controllers compute it: FNV-1 (32 bits) of the text and the
 * count.
 */
export function revisionHash(text: string, collisions: number): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${text}${collisions}`)) hash = Math.imul(hash, 0x01000193) ^ byte
  return safeText(String(hash >>> 0))
}
