import { compareTexts } from '../../base/json.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'
import { type Index, POD_TABLE, objectsAt, placesOf } from './indexes.js'

/** Lists that were looked up, each kept for as long as nothing in it changes: whoever works something out from one can tell by that. */
export type PlacedPods = {
  readonly on: (node: string) => readonly KubeObject[]
  /** Notes a change for the lists it is in. */
  readonly note: (change: Change<KubeObject>) => void
  readonly clear: () => void
}

/** A list, and what has changed of it since it was looked up. */
type Placed = { readonly list: readonly KubeObject[]; readonly changes: Change<KubeObject>[] }

/** Of so many changes a list is made anew. */
const MOST_CHANGES = 8

/** Makes the look-up of pods by their nodes. */
export function createPlacedPods(index: () => Index, get: Store<KubeObject>['get']): PlacedPods {
  const lists = new Map<string, Placed>()
  return {
    on(node) {
      const known = lists.get(node)
      if (known?.changes.length === 0) return known.list
      const list = known ? changed(known, node) : objectsAt(index(), get, node)
      lists.set(node, { list, changes: [] })
      return list
    },
    note(change) {
      const { table, prev, next } = change
      if (table !== POD_TABLE || lists.size === 0) return
      const places = new Set([prev, next].flatMap((pod) => (pod ? placesOf(pod) : [])))
      for (const place of places) {
        const known = lists.get(place)
        if (known && known.changes.length < MOST_CHANGES) known.changes.push(change)
        else if (known) lists.delete(place)
      }
    },
    clear: () => lists.clear(),
  }
}

/** A list as it is after changes: a look at each pod again would cost more than a copy. */
function changed({ list, changes }: Placed, node: string): readonly KubeObject[] {
  const next = [...list]
  for (const { prev, next: pod } of changes) {
    const at = prev ? next.indexOf(prev) : -1
    const isIn = pod && placesOf(pod).includes(node)
    if (at >= 0 && isIn) next[at] = pod
    else if (at >= 0) next.splice(at, 1)
    else if (isIn) next.splice(placeIn(next, pod), 0, pod)
  }
  return next
}

/** Where a pod stands among others that are in the order of their keys. */
function placeIn(list: readonly KubeObject[], pod: KubeObject): number {
  const key = keyOfPod(pod)
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other && compareTexts(keyOfPod(other), key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

const keyOfPod = ({ metadata: { namespace = '', name = '' } }: KubeObject) => keyOf(namespace, name)
