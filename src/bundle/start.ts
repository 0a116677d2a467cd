import { compareBytes } from '../base/json.js'
import { isUntouched } from '../bootstrap/untouched.js'
import { mustHave } from '../base/must-have.js'
import { objectsOf } from '../store/page.js'
import type { Kinds } from './kinds.js'
import type { BundleSource } from './source.js'
import type { BundleObject } from './types.js'

/** All objects at a revision that is held, table by table, each with its row as of now. */
export function startOf({ store, env }: BundleSource, kinds: Kinds, revision: number): readonly BundleObject[] {
  const { tables } = mustHave(store.past(revision), 'the state at a revision that is held')
  const now = env.now()
  return [...tables.keys()].sort(compareBytes).flatMap((table) =>
    objectsOf(tables.get(table)).map((object) => ({
      object,
      cells: kinds.cellsOf(table, object, now),
      ...(isUntouched(object) ? { bootstrap: true } : {}),
    })),
  )
}
