import type { Change, ChangeLog, ObjectTable } from './log.js'
import { put } from './tables.js'

/**
 * Makes a reader of past states of a table by log position. A state is reconstructed from the present, or from the last
 * one read if that is nearer, by undoing or redoing changes.
 */
export function createPast<T>(log: ChangeLog<T>): (position: number, present: ObjectTable<T>) => ObjectTable<T> {
  let last: { readonly position: number; readonly table: ObjectTable<T> } | undefined
  return (position, present) => {
    const end = log.end()
    if (position === end) return present
    const held = last && log.at(last.position) !== 'expired' ? last : undefined
    const from = held && Math.abs(held.position - position) < end - position ? held : { position: end, table: present }
    const table = from.table.clone()
    for (let at = from.position; at > position; at--) {
      const { key, prev } = log.at(at - 1) as Change<T> // held: neither expired nor past the end
      put(table, key, prev)
    }
    for (let at = from.position; at < position; at++) {
      const { key, next } = log.at(at) as Change<T> // held, as above
      put(table, key, next)
    }
    last = { position, table }
    return table
  }
}
