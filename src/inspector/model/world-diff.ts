import type { KubeObject } from '../../schema/object.js'
import { type Row, type Rows, type World } from './rows.js'

/** An object that differs between two worlds. */
type Difference = {
  readonly type: 'added' | 'changed' | 'removed'
  /** The later row; the earlier one if the object was removed. */
  readonly row: Row
  readonly before: KubeObject | undefined
  readonly after: KubeObject | undefined
}

const NONE: Rows = new Map()

/** Returns the objects that differ between two worlds, by kind. Shared parts are skipped. */
export function diffWorlds(before: World, after: World): readonly Difference[] {
  const found: Difference[] = []
  for (const kind of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, next] = [before.get(kind) ?? NONE, after.get(kind) ?? NONE]
    if (old === next) continue
    for (const row of old.values()) {
      const now = next.get(row.key)
      if (!now) found.push({ type: 'removed', row, before: row.object, after: undefined })
      else if (now.object !== row.object)
        found.push({ type: 'changed', row: now, before: row.object, after: now.object })
    }
    for (const row of next.values())
      if (!old.has(row.key)) found.push({ type: 'added', row, before: undefined, after: row.object })
  }
  return found
}
