import { compareBytes, jsonEqual } from '../../base/json.js'
import type { ObjectOf } from '../../kinds/object-types.js'
import { storedCreation, storedName } from '../../schema/stored-metadata.js'
import { REVISION_HASH } from './revision-name.js'

/** What an owner once was. */
export type Revision = ObjectOf<'ControllerRevision'>

/** Revisions from the oldest to the newest. */
export const inOrder = (revisions: readonly Revision[]): readonly Revision[] =>
  [...revisions].sort(
    (a, b) =>
      a.revision - b.revision ||
      compareBytes(storedCreation(a), storedCreation(b)) ||
      compareBytes(storedName(a), storedName(b)),
  )

/** The number of the revision after these. */
export const nextNumber = (revisions: readonly Revision[]): number =>
  Math.max(0, ...revisions.map(({ revision }) => revision)) + 1

/** What revisions are compared by: what they keep, and the label that tells what that comes to. */
type Content = Pick<Revision, 'data'> & {
  readonly metadata?: { readonly labels?: { readonly [label: string]: string } }
}

/** Tells whether two revisions keep the same. Labels that are whole numbers and differ tell that they do not. */
export function isSame(a: Content, b: Content): boolean {
  const [one, other] = [wholeHash(a), wholeHash(b)]
  if (one !== undefined && other !== undefined && one !== other) return false
  return keepSame(a, b)
}

/** Tells whether two keep the same, whatever their labels tell. */
export const keepSame = (a: Content, b: Content): boolean => jsonEqual(a.data ?? null, b.data ?? null)

function wholeHash({ metadata }: Content): number | undefined {
  const label = metadata?.labels?.[REVISION_HASH] ?? ''
  const value = /^[+-]?\d+$/.test(label) ? Number(label) : undefined
  return value !== undefined && value === (value | 0) ? value : undefined
}
