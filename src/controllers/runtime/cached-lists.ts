import { binarySearch } from '../../base/lists/lists.js'
import { compareTexts } from '../../base/json/json.js'
import { mustHave } from '../../base/must-have.js'
import { keyOf } from '../../rest/context.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import type { Store } from '../../store/store.js'
import { type Index, objectsAt } from './indexes.js'

/**
 * Cached lists of objects, each the same array for as long as none of its objects changes, so that results derived from
 * it can be cached by identity.
 */
export type CachedLists = {
  /** Returns the objects of a place, in the order of their keys. */
  readonly at: (place: string) => readonly KubeObject[]
  /** Records a change for the lists that contain the object. */
  readonly note: (change: Change<KubeObject>) => void
  readonly clear: () => void
}

/** A list, and the changes to it since it was built. */
type Cached = { readonly list: readonly KubeObject[]; readonly changes: Change<KubeObject>[] }

/** Returns the places of an object of a table. */
type Places = (object: KubeObject, table: string) => readonly string[]

/**
 * A list of at most this length is dropped when one of its objects is deleted; any list is rebuilt after this many
 * changes plus a share of its length.
 */
const FEW = 8

/** Creates cached lists by place in an index; each list holds objects of one table. */
export function createCachedLists(index: () => Index, get: Store<KubeObject>['get'], placesOf: Places): CachedLists {
  const lists = new Map<string, Cached>()
  const noteAt = (change: Change<KubeObject>, places: readonly string[]) => {
    for (const place of places) {
      const known = lists.get(place)
      if (!known || known.changes.at(-1) === change) continue
      const { list, changes } = known
      // A list that may have lost its last object is dropped.
      const isLeft = !change.next && list.length <= FEW
      if (isLeft || changes.length >= FEW + list.length / 32) lists.delete(place)
      else changes.push(change)
    }
  }
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
      if (change.prev) noteAt(change, placesOf(change.prev, change.table))
      if (change.next) noteAt(change, placesOf(change.next, change.table))
    },
    clear: () => lists.clear(),
  }
}

/** Applies changes to a list: copying it is cheaper than looking up each object again. */
function changed(
  { list, changes }: Cached,
  isIn: (object: KubeObject, table: string) => boolean,
): readonly KubeObject[] {
  const next = [...list]
  for (const { key, table, next: object } of changes) {
    const at = placeIn(next, key)
    // It may be in the list already: the list may have been built amid a batch of writes, before all of their changes
    // were noted.
    const known = next[at]
    const isThere = known !== undefined && keyOfObject(known) === key
    const stays = object && isIn(object, table) ? [object] : []
    if (isThere || stays.length > 0) next.splice(at, isThere ? 1 : 0, ...stays)
  }
  return next
}

/** Returns the index of a key in a sorted list of objects. */
const placeIn = (list: readonly KubeObject[], key: string): number =>
  binarySearch(
    list.length,
    (place) => compareTexts(keyOfObject(mustHave(list[place], 'an object of a cached list')), key) >= 0,
  )

const keyOfObject = ({ metadata: { namespace = '', name = '' } }: KubeObject) => keyOf(namespace, name)
