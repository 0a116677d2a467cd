import type { SortedMap } from '../../base/btree.js'
import { changedObject } from '../../schema/changed-object.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'

/** The kinds of objects that controllers adopt where nobody controls them. */
const ADOPTED: ReadonlySet<string> = new Set(['Pod', 'ReplicaSet', 'ControllerRevision'])

/** Keeps the index of owners up with a change. Orphans of kinds that are adopted stand under an owner without a uid. */
export function indexOwners(owned: SortedMap<true>, change: Change<KubeObject>): void {
  const { table, key, prev, next } = change
  const before = prev?.metadata.ownerReferences
  const after = next?.metadata.ownerReferences
  if ((!prev || !next || before !== after) && ADOPTED.has(changedObject(change).kind)) {
    if (next && !isControlled(next)) owned.set(` ${table} ${key}`, true)
    else owned.delete(` ${table} ${key}`)
  }
  if (before === after) return
  for (const { uid } of before ?? []) owned.delete(`${uid} ${table} ${key}`)
  for (const { uid } of after ?? []) owned.set(`${uid} ${table} ${key}`, true)
}

const isControlled = ({ metadata }: KubeObject) => metadata.ownerReferences?.some(({ controller }) => controller)

/** The objects of a table and a namespace that nobody controls, of a kind that is adopted, in the order of their keys. */
export function orphansIn(
  owned: SortedMap<true>,
  get: Store<KubeObject>['get'],
  table: string,
  namespace: string,
): readonly KubeObject[] {
  const found: KubeObject[] = []
  const start = ` ${table} `
  owned.forRange(`${start}${namespace}/`, `${start}${namespace}0`, false, (entry) => {
    const object = get(table, entry.slice(start.length))
    if (object) found.push(object)
    return undefined
  })
  return found
}

/** The objects that name an owner, in the order of their tables and keys. */
export function dependentsOf(
  owned: SortedMap<true>,
  get: Store<KubeObject>['get'],
  uid: string,
): readonly KubeObject[] {
  const found: KubeObject[] = []
  const start = `${uid} `
  owned.forRange(start, `${uid}!`, false, (entry) => {
    const [table, key] = entry.slice(start.length).split(' ') as [string, string] // as indexOwners wrote it
    const object = get(table, key)
    if (object) found.push(object)
    return undefined
  })
  return found
}
