import { type Difference, differenceOf, withDifference } from './difference.js'

/**
 * A list in which much is alike, as JSON that tells it once: of each item how many places before it another stands, and
 * how it differs from that; of the first of its kind, 0 places before, all there is.
 */
export type Alike = readonly (readonly [back: number, difference?: Difference])[]

/**
 * Tells each item by how it differs from the last that has a mark in common with it; of its marks the first that
 * another had counts.
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
 * The list that was told so, to the order of members; parts that are the same are shared.
 *
 * @throws TypeError where something differs from what is not there
 */
function itemsOf(alike: readonly unknown[]): readonly unknown[] {
  const items: unknown[] = []
  for (const told of alike) {
    const [back, difference]: readonly unknown[] = Array.isArray(told) ? told : []
    if (!Number.isInteger(back) || Number(back) < 0 || Number(back) > items.length)
      throw new TypeError('an item differs from one that is not there')
    items.push(withDifference(back === 0 ? undefined : items[items.length - Number(back)], difference))
  }
  return items
}

/**
 * An object whose lists under `packed` are told so, with the lists in their places; one without `packed` is as it was.
 */
export function unpacked({ packed, ...rest }: { readonly [member: string]: unknown }): {
  readonly [list: string]: unknown
} {
  if (typeof packed !== 'object' || packed === null) return rest
  const lists = Object.entries(packed).map(([name, alike]) => [name, Array.isArray(alike) ? itemsOf(alike) : undefined])
  return { ...rest, ...Object.fromEntries(lists) }
}
