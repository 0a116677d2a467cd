import type { SortedMap } from '../../base/btree.js'
import type { KubeObject } from '../../schema/object.js'
import type { Change } from '../../store/log.js'
import type { Store } from '../../store/store.js'

/** Keeps the index of owners up with a change. */
export function indexOwners(owned: SortedMap<true>, { table, key, prev, next }: Change<KubeObject>): void {
  const before = prev?.metadata.ownerReferences
  const after = next?.metadata.ownerReferences
  if (before === after) return
  for (const { uid } of before ?? []) owned.delete(`${uid} ${table} ${key}`)
  for (const { uid } of after ?? []) owned.set(`${uid} ${table} ${key}`, true)
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
