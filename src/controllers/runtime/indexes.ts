import type { SortedMap } from '../../base/btree.js'
import { isObject } from '../../base/json.js'
import { changedObject } from '../../schema/changed-object.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'

/** Where objects are that a value leads to: keys are `VALUE TABLE KEY`. */
export type Index = SortedMap<true>

/** What is found by something else than its key. */
export type Indexes = {
  /** Objects by the uids of their owners. */
  readonly owned: Index
  /**
   * Pods by the names of their nodes, which is empty for those on none; and those nobody has tried to place, by
   * {@link UNTRIED}.
   */
  readonly placed: Index
  /** Objects of kinds that are adopted and that nobody controls, by {@link orphansAt}. */
  readonly orphans: Index
}

/** The kinds of objects that controllers adopt where nobody controls them. */
const ADOPTED: ReadonlySet<string> = new Set(['Pod', 'ReplicaSet', 'ControllerRevision'])

/** What leads to the orphans of a table and a namespace. */
export const orphansAt = (table: string, namespace: string): string => `${namespace}:${table}`

const POD_TABLE = '/pods'

/** Keeps the indexes up with a change. */
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
  const left = prev ? placesOf(prev, table) : []
  const now = next ? placesOf(next, table) : []
  for (const place of left) if (!now.includes(place)) placed.delete(`${place} ${table} ${key}`)
  for (const place of now) if (!left.includes(place)) placed.set(`${place} ${table} ${key}`, true)
}

/** Where pods are that no scheduler has said anything of. */
export const UNTRIED = '(untried)'

/** What leads to a pod: its node, or that it has none, and whether anybody has looked for one. */
export function placesOf(pod: KubeObject, table: string): readonly string[] {
  if (table !== POD_TABLE) return NOWHERE
  const node = nodeOf(pod)
  return node === '' && !isTried(pod) ? ['', UNTRIED] : [node]
}

const NOWHERE: readonly string[] = []

/** What leads to an object of a table by its owners. */
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

/** The objects a value leads to, in the order of their tables and keys. */
export const objectsAt = (index: Index, get: Store<KubeObject>['get'], value: string): readonly KubeObject[] =>
  objectsIn(index, get, `${value} `, `${value}!`)

/** The objects that any value leads to, each once. */
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
