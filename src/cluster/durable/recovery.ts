import { deepFreeze } from '../../base/json/json.js'
import { storedSize } from '../../base/json/size.js'
import { chooseControllers } from '../../controllers/built-in.js'
import { mergedChanges, readState } from '../../controllers/runtime/written-state.js'
import { loadPaths } from '../../kinds/apiextensions/definition-columns.js'
import { noteUntouched } from '../../kinds/bootstrap/untouched.js'
import { FIXTURES } from '../../model/call/cause.js'
import { scriptsOf } from '../../rest/containers/container-scripts.js'
import { keyOf } from '../../rest/context.js'
import { restoreMarks } from '../../rest/write/stored-form.js'
import { type KubeObject, storedName } from '../../schema/object.js'
import { type Credentials, createKeyring } from '../../server/accounts/credentials.js'
import { noHooks } from '../../server/hooks/hook-set.js'
import { type Change, type ObjectTable, changesSince } from '../../store/history.js'
import { createStore, type Store } from '../../store/store.js'
import { emptyTable, put } from '../../store/tables.js'
import type { State } from '../../store/transaction.js'
import { objectsIn } from '../bundle/start.js'
import { type Composed, composed } from '../compose.js'
import type { ClusterOptions } from '../options.js'
import { type Parts, makeParts, roomOf } from '../parts-from-options.js'
import { putAt } from '../restored-store.js'
import type { Snapshot } from '../state/snapshot.js'
import {
  type Identity,
  type KeptChange,
  type KeptObject,
  type StateEntry,
  type StateHead,
  type StateObjects,
  type StateRest,
  type StateWrite,
  identityOf,
} from './entries.js'

/** What the entries of a cluster amount to. */
type Kept = {
  readonly head: StateHead
  readonly objects: readonly StateObjects[]
  /** The writes up to the last rest, and those after it. */
  readonly settled: readonly StateWrite[]
  readonly tail: readonly StateWrite[]
  readonly rests: readonly StateRest[]
  readonly rest: StateRest
  readonly credentials: Credentials | undefined
}

/** A member in which the options of a start differ from the cluster that was kept. */
export type Mismatch = {
  readonly member: keyof Identity
  readonly kept: string | number | undefined
  readonly wanted: string | number | undefined
}

/** Thrown for options that are of another cluster than the entries. */
export class OtherCluster extends Error {
  override readonly name = 'OtherCluster'
  readonly mismatches: readonly Mismatch[]
  constructor(mismatches: readonly Mismatch[]) {
    super('the options are of another cluster')
    this.mismatches = mismatches
  }
}

/**
 * Creates a cluster that goes on where another ended, with its history. Initial objects in the options are left alone:
 * they were loaded before. Scripts are read again.
 *
 * @throws OtherCluster; undefined for entries without a whole checkpoint
 */
export async function recover(entries: Iterable<StateEntry>, given: ClusterOptions): Promise<Composed | undefined> {
  const kept = readEntries(entries)
  if (!kept) return undefined
  const options = { ...given, kubernetesVersion: given.kubernetesVersion ?? kept.head.versions.kubernetes }
  await loadPaths()
  const parts = makeParts(options, createKeyring(kept.credentials))
  checkIdentity(kept.head.is, identityOf(parts))
  const store = storeOf(kept, parts)
  const memory = mergedChanges(kept.rests.map((rest) => rest.memory))
  const controllers = readState(chooseControllers(options.controllers), objectsIn(store.state()), memory)
  // Controllers may not have seen the last changes: they begin with them, not before.
  const missed = changesOf(store, kept.tail)
  const env = parts.env.fork(kept.tail.at(-1)?.env ?? kept.rest.env)
  const saved: Snapshot = {
    version: parts.registry.profile.version,
    state: store.state(),
    env: env.snapshot(),
    hooks: noHooks,
    containers: scriptsOf(options),
    controllers: { ...controllers, owed: 0 },
    invariants: [],
    ...(options.scripts === undefined ? {} : { unread: { scripts: options.scripts } }),
  }
  const begun = composed({ ...parts, env, store }, { saved })
  begun.server.engine.missed(missed)
  await begun.cluster.ready()
  begun.cluster.setStart()
  return begun
}

/** Repeats writes, and returns their changes. */
function changesOf(store: Store<KubeObject>, writes: readonly StateWrite[]): readonly Change<KubeObject>[] {
  const from = store.revision()
  for (const write of writes) repeat(store, write)
  return changesSince(store, from)
}

function readEntries(entries: Iterable<StateEntry>): Kept | undefined {
  let head: StateHead | undefined
  let credentials: Credentials | undefined
  let tail: StateWrite[] = []
  const [objects, settled, rests]: [StateObjects[], StateWrite[], StateRest[]] = [[], [], []]
  for (const entry of entries)
    if (entry.type === 'head') head = entry
    else if (entry.type === 'objects') objects.push(entry)
    else if (entry.type === 'write') tail.push(entry)
    else if (entry.type === 'credentials') credentials = entry
    else {
      for (const write of tail) settled.push(write)
      tail = []
      rests.push(entry)
    }
  const rest = rests.at(-1)
  return head && rest && { ...{ head, objects, settled, tail, rests, rest, credentials } }
}

function checkIdentity(kept: Identity, wanted: Identity): void {
  const members = ['kubernetesVersion', 'profile', 'clock', 'seed'] as const
  const mismatches = members
    .filter((member) => kept[member] !== wanted[member])
    .map((member) => ({ member, kept: kept[member], wanted: wanted[member] }))
  if (mismatches.length > 0) throw new OtherCluster(mismatches)
}

/** Creates a store with the objects and the history of a cluster. */
function storeOf({ head, objects, settled, rest }: Kept, { store: { limit, bytes, quota } }: Parts): Store<KubeObject> {
  const from = stateOf(head.revision, objects)
  const sizes = { limit, bytes, sizeOf: storedSize, ...roomOf(quota) }
  const store = createStore<KubeObject>({ revision: from.revision, ...sizes, from })
  for (const write of settled) repeat(store, write)
  while (store.revision() < rest.revision) store.advance()
  return store
}

function stateOf(revision: number, all: readonly StateObjects[]): State<KubeObject> {
  const tables = new Map<string, ObjectTable<KubeObject>>()
  let bytes = 0
  for (const { table: name, items } of all) {
    const table = tables.get(name) ?? emptyTable<KubeObject>()
    tables.set(name, table)
    for (const item of items) {
      const object = objectOf(item)
      put(table, keyOf(object.metadata.namespace ?? '', storedName(object)), object)
      if (!item.bootstrap) bytes += storedSize(object)
    }
  }
  return { revision, tables, bytes }
}

/** Applies the changes of a transaction, or consumes a revision. */
function repeat(store: Store<KubeObject>, { revision, changes }: StateWrite): void {
  for (const change of changes) putAt(store, { ...change, object: removedOr(change), cause: causeOf(change) })
  while (store.revision() < revision) store.advance()
}

const removedOr = (change: KeptChange): KubeObject | undefined =>
  change.object && objectOf({ ...change, object: change.object })

function objectOf({ object, bootstrap, ...marks }: KeptObject): KubeObject {
  deepFreeze(object)
  if (bootstrap) noteUntouched(object)
  restoreMarks(object, marks)
  return object
}

/** Returns the cause of a change; that of fixtures is told by its identity. */
const causeOf = ({ cause }: KeptChange): unknown => (cause.user.name === FIXTURES.user.name ? FIXTURES : cause)
