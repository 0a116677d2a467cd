import type { SortedMap } from '../../base/lists/sorted-map.js'
import { isObject } from '../../base/json/json.js'
import { type KubeObject, changedObject } from '../../schema/object.js'
import type { Change } from '../../store/history.js'
import type { Store } from '../../store/store.js'

/** An index from a value to objects: its keys are `VALUE TABLE KEY`. */
export type Index = SortedMap<true>

/** The indexes of the store besides its keys. */
export type Indexes = {
  /** Objects by the uids of their owners. */
  readonly owned: Index
  /**
   * Pods by node name, which is empty for unscheduled ones; and those that no scheduler has tried to place, by {@link
   * UNTRIED}.
   */
  readonly placed: Index
  /** Objects of adoptable kinds without a controller reference, by {@link orphansAt}. */
  readonly orphans: Index
}

/** The kinds of objects that controllers adopt. */
const ADOPTED: ReadonlySet<string> = new Set(['Pod', 'ReplicaSet', 'ControllerRevision'])

/** Returns the index value of the orphans of a table and a namespace. */
export const orphansAt = (table: string, namespace: string): string => `${namespace}:${table}`

const POD_TABLE = '/pods'

/** Updates the indexes with a change. */
export function keepIndexes({ owned, placed, orphans }: Indexes, change: Change<KubeObject>): void {
  const { table, key, prev, next } = change
  const before = prev?.metadata.ownerReferences
  const after = next?.metadata.ownerReferences
  if (before !== after) {
    for (const { uid } of before ?? []) owned.delete(`${uid} ${table} ${key}`)
    for (const { uid } of after ?? []) owned.set(`${uid} ${table} ${key}`, true)
  }
  if ((!prev || !next || before !== after) && ADOPTED.has(changedObject(change).kind)) noteOrphan(orphans, change)
  if (table !== POD_TABLE) return
  const left = prev ? placesOf(prev, table) : NOWHERE
  const now = next ? placesOf(next, table) : NOWHERE
  if (left.length === now.length && left[0] === now[0]) return
  for (const place of left) if (!now.includes(place)) placed.delete(`${place} ${table} ${key}`)
  for (const place of now) if (!left.includes(place)) placed.set(`${place} ${table} ${key}`, true)
}

/** The index value of pods that no scheduler has tried to place. */
export const UNTRIED = '(untried)'

/**
 * Returns the index values of a pod: its node, or an empty text, and {@link UNTRIED} if no scheduler has tried to place
 * it.
 */
export function placesOf(pod: KubeObject, table: string): readonly string[] {
  if (table !== POD_TABLE) return NOWHERE
  const node = nodeOf(pod)
  return node === '' && !isTried(pod) ? ['', UNTRIED] : [node]
}

const NOWHERE: readonly string[] = []

/** Returns the index values of an object of a table by its owners. */
export function ownersOf({ metadata: { ownerReferences } }: KubeObject, table: string): readonly string[] {
  return ownerReferences ? ownerReferences.map(({ uid }) => `${uid} ${table}`) : NOWHERE
}

function isTried({ status }: KubeObject): boolean {
  const conditions = isObject(status) ? status['conditions'] : undefined
  return Array.isArray(conditions) && conditions.some((one) => isObject(one) && one['reason'] === 'Unschedulable')
}

function noteOrphan(orphans: Index, { table, key, next }: Change<KubeObject>): void {
  const place = `${orphansAt(table, key.slice(0, key.indexOf('/')))} ${table} ${key}`
  if (next && !next.metadata.ownerReferences?.some(({ controller }) => controller)) orphans.set(place, true)
  else orphans.delete(place)
}

function nodeOf({ spec }: KubeObject): string {
  return isObject(spec) && typeof spec['nodeName'] === 'string' ? spec['nodeName'] : ''
}

/** Returns the objects of an index value, ordered by table and key. */
export const objectsAt = (index: Index, get: Store<KubeObject>['get'], value: string): readonly KubeObject[] =>
  objectsIn(index, get, `${value} `, `${value}!`)

/** Returns all objects in an index, each once. */
export const allObjects = (index: Index, get: Store<KubeObject>['get']): readonly KubeObject[] => [
  ...new Set(objectsIn(index, get, '', '\uffff')),
]

function objectsIn(index: Index, get: Store<KubeObject>['get'], low: string, high: string): readonly KubeObject[] {
  const found: KubeObject[] = []
  index.forRange(low, high, false, (entry) => {
    const object = objectOf(entry, get)
    if (object) found.push(object)
    return undefined
  })
  return found
}

function objectOf(entry: string, get: Store<KubeObject>['get']): KubeObject | undefined {
  const end = entry.lastIndexOf(' ')
  return get(entry.slice(entry.lastIndexOf(' ', end - 1) + 1, end), entry.slice(end + 1))
}
