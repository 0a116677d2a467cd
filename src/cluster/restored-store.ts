import { deepFreeze } from '../base/json/json.js'
import { BundleError } from './bundle/bundle-error.js'
import type { Bundle, BundleAct, BundleChange, BundleKind } from './bundle/types.js'
import { noteUntouched } from '../kinds/bootstrap/untouched.js'
import type { Cause } from '../model/call/call.js'
import type { Placed } from '../controllers/runtime/written-state.js'
import { keyOf } from '../rest/context.js'
import { type KubeObject, storedName } from '../schema/object.js'
import { ADMIN } from '../server/accounts/identities.js'
import type { Change, ObjectTable } from '../store/history.js'
import { objectsOf } from '../store/page.js'
import type { Store } from '../store/store.js'
import { emptyTable, put } from '../store/tables.js'
import type { State, Transaction } from '../store/transaction.js'
import { FIXTURES } from '../model/call/cause.js'
import type { Server } from './server.js'

/** Returns the initial state of a Bundle. */
export function stateOfStart({ kinds, start, from }: Bundle): State<KubeObject> {
  const tables = new Map<string, ObjectTable<KubeObject>>()
  const tableFor = tableFinder(kinds)
  for (const { object, bootstrap } of start) {
    const name = tableFor(object)
    const table = tables.get(name) ?? emptyTable<KubeObject>()
    tables.set(name, table)
    put(table, keyOf(object.metadata.namespace ?? '', storedName(object)), deepFreeze(object))
    if (bootstrap) noteUntouched(object)
  }
  return { revision: from, tables }
}

/** Applies the changes of a Bundle up to a revision, each at its own revision. */
export function replayChanges(store: Store<KubeObject>, { kinds, changes, requests }: Bundle, until: number): void {
  const tableFor = tableFinder(kinds)
  const managers = new Map(requests.map(({ sequence, manager }) => [sequence, manager]))
  for (const change of changes) {
    const { revision, namespace, name, object } = change
    if (revision > until) return
    const manager = change.by?.manager ?? managers.get(change.request ?? 0) ?? 'fakecluster'
    putAt(store, { revision, table: tableFor(change), key: keyOf(namespace, name), object, cause: causeOf(manager) })
  }
}

/** A change of a table; without an object it is a removal. */
type TableChange = Pick<Change<KubeObject>, 'revision' | 'table' | 'key' | 'cause'> & {
  readonly object?: KubeObject | undefined
}

/** Applies a change at its own revision. */
export const putAt = (store: Store<KubeObject>, { revision, table, key, object, cause }: TableChange): void =>
  store.transact((transaction) => {
    transaction.raise(revision - 1)
    if (object) transaction.put(table, key, () => deepFreeze(object))
    else transaction.remove(table, key)
  }, cause)

/** Repeats a load in a single transaction; returns what it waits for. */
export function loadAgain(
  { context: { store, env }, engine }: Server,
  bundle: Bundle,
  { from, to, env: after }: Loaded,
): Promise<void> | undefined {
  const tableFor = tableFinder(bundle.kinds)
  const loaded = bundle.changes.filter(
    ({ revision, request }) => revision > from && revision <= to && request === undefined,
  )
  store.transact((transaction) => {
    for (const change of loaded) apply(transaction, tableFor(change), change)
  }, FIXTURES)
  env.restore(after)
  return engine.drain()
}

type Loaded = Extract<BundleAct, { readonly type: 'loaded' }>

function apply(transaction: Transaction<KubeObject>, table: string, { namespace, name, object }: BundleChange): void {
  const key = keyOf(namespace, name)
  if (object) transaction.put(table, key, () => deepFreeze(object))
  else transaction.remove(table, key)
}

const causeOf = (manager: string): Cause => ({ manager, operation: 'Update', subresource: '', user: ADMIN })

/** Returns all objects of a state, with their tables. */
export const objectsIn = ({ tables }: State<KubeObject>): readonly Placed[] =>
  [...tables].flatMap(([table, objects]) => objectsOf(objects).map((object) => ({ table, object })))

function tableFinder(kinds: readonly BundleKind[]): (named: Pick<KubeObject, 'apiVersion' | 'kind'>) => string {
  const tables = new Map(kinds.map(({ apiVersion, kind, table }) => [`${apiVersion} ${kind}`, table]))
  return ({ apiVersion, kind }) => {
    const table = tables.get(`${apiVersion} ${kind}`)
    if (table === undefined) throw new BundleError(`The Bundle does not describe the kind ${kind} of ${apiVersion}.`)
    return table
  }
}
