import { type Difference, differenceOf, withDifference } from './difference.js'

/**
 * A compressed JSON form of a list with similar items: for each item, the distance back to a similar one and the
 * difference from it; distance 0 means the item is complete.
 */
export type Alike = readonly (readonly [back: number, difference?: Difference])[]

/**
 * Compresses a list: each item is expressed relative to the latest item that shares a mark with it; the first shared
 * mark decides.
 */
export function alikeOf<T>(items: readonly T[], marksOf: (item: T) => readonly string[]): Alike {
  const last = new Map<string, number>()
  return items.map((item, i) => {
    const marks = marksOf(item)
    const base = last.get(marks.find((mark) => last.has(mark)) ?? '')
    for (const mark of marks) last.set(mark, i)
    if (base === undefined) return [0, [item]]
    const difference = differenceOf(items[base], item)
    return difference ? [i - base, difference] : [i - base]
  })
}

/**
 * Checks an item that is restored. Equal parts of items are shared, so that together they may be much larger than the
 * text they are from.
 */
type CheckItem = (item: unknown) => void

/**
 * Decompresses a list, up to the order of members; equal parts are shared.
 *
 * @throws TypeError if an item refers to a missing one; what `check` throws
 */
function itemsOf(alike: readonly unknown[], check: CheckItem): readonly unknown[] {
  const items: unknown[] = []
  for (const told of alike) {
    const [back, difference]: readonly unknown[] = Array.isArray(told) ? told : []
    if (!Number.isInteger(back) || Number(back) < 0 || Number(back) > items.length)
      throw new TypeError('an item differs from one that is not there')
    const item = withDifference(back === 0 ? undefined : items[items.length - Number(back)], difference)
    check(item)
    items.push(item)
  }
  return items
}

/** Restores the compressed lists under `packed` to their places; an object without `packed` stays as it is. */
export function unpacked(
  { packed, ...rest }: { readonly [member: string]: unknown },
  check: CheckItem = () => undefined,
): { readonly [list: string]: unknown } {
  if (typeof packed !== 'object' || packed === null) return rest
  const lists = Object.entries(packed).map(([name, alike]) => [
    name,
    Array.isArray(alike) ? itemsOf(alike, check) : undefined,
  ])
  return { ...rest, ...Object.fromEntries(lists) }
}
