import { highestOf } from '../../base/lists/lists.js'
import { compareBytes, jsonEqual } from '../../base/json/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { storedCreation, storedName } from '../../schema/object.js'
import { fnv1 } from '../../base/go/fnv.js'
import { safeText } from '../pods/template-hash.js'

export type Revision = ObjectOf<'ControllerRevision'>

/** Sorts revisions from the oldest to the newest. */
export const inOrder = (revisions: readonly Revision[]): readonly Revision[] =>
  [...revisions].sort(
    (a, b) =>
      a.revision - b.revision ||
      compareBytes(storedCreation(a), storedCreation(b)) ||
      compareBytes(storedName(a), storedName(b)),
  )

/** Returns the number of the next revision. */
export const nextNumber = (revisions: readonly Revision[]): number =>
  highestOf([0, ...revisions.map(({ revision }) => revision)]) + 1

/** What revisions are compared by: their data and their hash label. */
type Content = Pick<Revision, 'data'> & {
  readonly metadata?: { readonly labels?: { readonly [label: string]: string } }
}

/** Returns whether two revisions have the same data. If both hash labels are integers and differ, they do not. */
export function isSame(a: Content, b: Content): boolean {
  const [one, other] = [wholeHash(a), wholeHash(b)]
  if (one !== undefined && other !== undefined && one !== other) return false
  return keepSame(a, b)
}

/** Returns whether two revisions have the same data, regardless of their labels. */
export const keepSame = (a: Content, b: Content): boolean => jsonEqual(a.data ?? null, b.data ?? null)

function wholeHash({ metadata }: Content): number | undefined {
  const label = metadata?.labels?.[REVISION_HASH] ?? ''
  const value = /^[+-]?\d+$/.test(label) ? Number(label) : undefined
  return value !== undefined && value === (value | 0) ? value : undefined
}

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
