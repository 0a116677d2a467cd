import { compareBytes } from '../../base/json/json.js'
import { isUntouched } from '../../kinds/bootstrap/untouched.js'
import { mustHave } from '../../base/must-have.js'
import type { KubeObject } from '../../schema/object.js'
import { objectsOf } from '../../store/page.js'
import type { State } from '../../store/transaction.js'
import type { Kinds } from './kinds.js'
import type { BundleSource } from './source.js'
import type { BundleObject } from './types.js'

/** An object and its table. */
export type HeldObject = { readonly table: string; readonly object: KubeObject }

/** Returns all objects at a revision that is still available, table by table. */
export const objectsAt = ({ store }: Pick<BundleSource, 'store'>, revision: number): readonly HeldObject[] =>
  objectsIn(mustHave(store.past(revision), 'the state at a revision that is held'))

/** Returns all objects of a state, table by table. */
export const objectsIn = ({ tables }: State<KubeObject>): readonly HeldObject[] =>
  [...tables.keys()]
    .sort(compareBytes)
    .flatMap((table) => objectsOf(tables.get(table)).map((object) => ({ table, object })))

/** Converts an object to its form in a Bundle, with its row at a time. */
export const bundleObject = ({ table, object }: HeldObject, kinds: Kinds, now: number): BundleObject => ({
  object,
  cells: kinds.cellsOf(table, object, now),
  ...(isUntouched(object) ? { bootstrap: true } : {}),
})
