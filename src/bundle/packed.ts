import { isObject } from '../base/json.js'
import { BundleError } from './bundle-error.js'
import { type Difference, differenceOf, withDifference } from './difference.js'
import type { Bundle, BundleChange, BundleRequest } from './types.js'

/**
 * A Bundle as it stands in a file: what is much alike is told once. Of each object, change and request it says how many places before
 * it another stands, and how it differs from that; the first, 0 places before, from nothing.
 */
export type PackedBundle = Omit<Bundle, List> & { readonly packed: { readonly [list in List]: readonly Packed[] } }

type Packed = readonly [back: number, difference?: Difference]
const LISTS = ['start', 'changes', 'requests'] as const
type List = (typeof LISTS)[number]

/** A Bundle as it is written to a file; what is read back is the same, to the order of members. */
export function packedBundle({ start, changes, requests, ...rest }: Bundle): PackedBundle {
  return {
    ...rest,
    packed: {
      start: packed(start, ({ object: { apiVersion, kind } }) => [`${apiVersion} ${kind}`]),
      changes: packed(changes, likeChanges),
      requests: packed(requests, likeRequests),
    },
  }
}

/** What a change is much like, the likest first: the last of the same object, or of its kind. */
function likeChanges({ type, apiVersion, kind, namespace, name, object }: BundleChange): readonly string[] {
  const ofKind = `${type === 'changed' ? '' : type} ${apiVersion} ${kind}`
  const ofObject = `${apiVersion} ${kind} ${namespace}/${name}`
  if (!object) return [ofKind]
  return type === 'changed' ? [ofObject, ofKind] : [ofKind, ofObject]
}

/** What a request is much like: the last of who asked the same of the same kind, with the same answer. */
const likeRequests = ({ method, via, apiVersion, kind, subresource, code, by }: BundleRequest): readonly string[] => [
  [method, via, apiVersion, kind, subresource, code, by?.controller].join(' '),
]

/** Items, each as the difference from the last that has a mark in common with it. */
function packed<T>(items: readonly T[], marksOf: (item: T) => readonly string[]): readonly Packed[] {
  const last = new Map<string, number>()
  return items.map((item, i): Packed => {
    const marks = marksOf(item)
    const like = marks.find((mark) => last.has(mark)) ?? ''
    const base = last.get(like)
    for (const mark of marks) last.set(mark, i)
    if (base === undefined) return [0, [item]]
    const difference = differenceOf(items[base], item)
    return difference ? [i - base, difference] : [i - base]
  })
}

/**
 * Gives a Bundle as it was before it was packed; what was not packed is given back.
 *
 * @throws BundleError where what is told differs from something that is not there
 */
export function unpackedBundle(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['packed'])) return value
  const { packed: lists, ...rest } = value
  return { ...rest, ...Object.fromEntries(LISTS.map((list) => [list, unpacked(lists[list])])) }
}

function unpacked(steps: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(steps)) return undefined
  const items: unknown[] = []
  for (const step of steps as readonly unknown[]) {
    const [back, difference]: readonly unknown[] = Array.isArray(step) ? step : []
    if (!Number.isInteger(back) || Number(back) < 0 || Number(back) > items.length)
      throw new BundleError('A part of the Bundle follows one that is not there.')
    items.push(withDifference(back === 0 ? undefined : items[items.length - Number(back)], difference))
  }
  return items
}
