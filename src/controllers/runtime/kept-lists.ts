import { firstPlace } from '../../base/first-place.js'
import { compareTexts } from '../../base/json.js'
import { mustHave } from '../../base/must-have.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'
import { type Index, objectsAt } from './indexes.js'

/**
 * Lists that were looked up, each kept for as long as nothing in it changes: whoever works something out from one can
 * tell by that.
 */
export type KeptLists = {
  /** The objects of a place, in the order of their keys. */
  readonly at: (place: string) => readonly KubeObject[]
  /** Notes a change for the lists it is in. */
  readonly note: (change: Change<KubeObject>) => void
  readonly clear: () => void
}

/** A list, and what has changed of it since it was looked up. */
type Kept = { readonly list: readonly KubeObject[]; readonly changes: Change<KubeObject>[] }

/** The places an object of a table is at. */
type Places = (object: KubeObject, table: string) => readonly string[]

/** A list of so many is looked up anew, and so is one in which so many have changed. */
const FEW = 8

/** Makes the look-up of objects by their places in an index, which are of one table each. */
export function createKeptLists(index: () => Index, get: Store<KubeObject>['get'], placesOf: Places): KeptLists {
  const lists = new Map<string, Kept>()
  return {
    at(place) {
      const known = lists.get(place)
      if (known?.changes.length === 0) return known.list
      const isIn = (object: KubeObject, table: string) => placesOf(object, table).includes(place)
      const list = known ? changed(known, isIn) : objectsAt(index(), get, place)
      lists.set(place, { list, changes: [] })
      return list
    },
    note(change) {
      if (lists.size === 0) return
      for (const object of [change.prev, change.next])
        for (const place of object ? placesOf(object, change.table) : []) {
          const known = lists.get(place)
          if (!known || known.changes.at(-1) === change) continue
          const { list, changes } = known
          // What may have been the last of an owner is not held on to.
          const isLeft = !change.next && list.length <= FEW
          if (isLeft || changes.length >= FEW + list.length / 32) lists.delete(place)
          else changes.push(change)
        }
    },
    clear: () => lists.clear(),
  }
}

/** A list as it is after changes: a look at each object again would cost more than a copy. */
function changed({ list, changes }: Kept, isIn: (object: KubeObject, table: string) => boolean): readonly KubeObject[] {
  const next = [...list]
  for (const { key, table, next: object } of changes) {
    const at = placeIn(next, key)
    // It may be there already: where much is written at once a list may have been looked up before all of it was noted.
    const known = next[at]
    const isThere = known !== undefined && keyOfObject(known) === key
    const stays = object && isIn(object, table) ? [object] : []
    if (isThere || stays.length > 0) next.splice(at, isThere ? 1 : 0, ...stays)
  }
  return next
}

/** Where a key stands among those of objects, which are in their order. */
const placeIn = (list: readonly KubeObject[], key: string): number =>
  firstPlace(
    list.length,
    (place) => compareTexts(keyOfObject(mustHave(list[place], 'an object of a kept list')), key) >= 0,
  )

const keyOfObject = ({ metadata: { namespace = '', name = '' } }: KubeObject) => keyOf(namespace, name)
